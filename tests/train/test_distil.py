"""Distilling: teachers say the mean of what each says, and a student that thinks the same loses least."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import torch

from kg.extract.reading import read
from kg.train import distil
from kg.train.encoder import Encoder
from kg.train.encoders import tokenizer_of
from kg.train.examples import document_of
from kg.train.lessons import Below
from kg.train.network import Joint, TorchNetwork


def network(folder: Path, seed: int) -> Joint:
    torch.manual_seed(seed)
    joint = Joint(Encoder.load(folder))
    torch.nn.init.normal_(joint.tags.weight, std=0.3)
    return joint.eval()


def test_one_teacher_says_what_it_says_and_two_the_mean(mpnet: Path) -> None:
    one, other = TorchNetwork(network(mpnet, 1)), TorchNetwork(network(mpnet, 2))
    ids, shapes = [1, 5, 6, 7], [0, 1, 1, 1]

    def said(member: TorchNetwork | distil.Teachers) -> np.ndarray:
        scores = np.exp(member.encode(ids, shapes)[1])
        return np.asarray(scores / scores.sum(-1, keepdims=True))

    assert np.allclose(said(distil.Teachers([one])), said(one), atol=1e-6)
    assert np.allclose(said(distil.Teachers([one, other])), (said(one) + said(other)) / 2, atol=1e-6)


def test_the_teacher_itself_loses_less_than_another(mpnet: Path) -> None:
    teacher, other = network(mpnet, 1), network(mpnet, 2)
    document = document_of(
        {"id": "p", "title": "Grouped attention", "text": "We introduce the model GQA of attention."}
    )
    thought = distil._thought(
        read(document, tokenizer_of(mpnet), distil.Teachers([TorchNetwork(teacher)]), with_rules=False)
    )
    device = torch.device("cpu")
    own, its = (distil.soft_loss(Below(joint), [thought], device) for joint in (teacher, other))
    assert set(own) == {"soft tags", "soft entities", "soft relations"}
    assert float(own["soft tags"].detach()) < float(its["soft tags"].detach())


def test_annotated_papers_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl.gz"
    rows = [{"id": n, "title": "T", "abstract": text} for n, text in enumerate(["dev", "new", "", "newer", "newest"])]
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))
    assert [paper["abstract"] for paper in distil._unread(path, {"dev"}, 2)] == ["new", "newer"]
