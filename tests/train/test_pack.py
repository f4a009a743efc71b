"""Packing: ONNX says what torch says, small weights stay close, and neither neighbours nor their order matter."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch

from kg.core.errors import DataError
from kg.extract.reading import read
from kg.extract.trained import OnnxNetwork, Trained
from kg.train import pack as packing
from kg.train.encoder import Encoder
from kg.train.encoders import tokenizer_of
from kg.train.examples import DEV, annotated, document_of
from kg.train.fit import Plan, note
from kg.train.network import Joint, TorchNetwork, load, save


@pytest.fixture(scope="module")
def weights(mpnet: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(3)
    path = tmp_path_factory.mktemp("weights") / "best.pt"
    joint = Joint(Encoder.load(mpnet))
    torch.nn.init.normal_(joint.encoder.cased.weight, std=0.1)
    torch.nn.init.normal_(joint.tags.weight, std=0.3)
    torch.nn.init.constant_(joint.tags.bias[:1], 4.0)
    save(joint, path)
    note(path.parent, Plan(), {"papers": 2, "more": 1, "begun from": None})
    return path


@pytest.fixture(autouse=True)
def few_papers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = tmp_path / "dev.jsonl"
    few.write_text("".join(DEV.read_text(encoding="utf-8").splitlines(keepends=True)[:2]), encoding="utf-8")
    monkeypatch.setattr(packing, "DEV", few)
    monkeypatch.setattr(packing, "HELD", few)


def test_onnx_says_what_torch_says(weights: Path, mpnet: Path, tmp_path: Path) -> None:
    about = packing.pack(weights, mpnet, tmp_path, "32")
    assert about["largest difference"] < 1e-4
    assert json.loads(json.dumps(about)) == json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    assert about["labels"]["types"] == ["Method", "Model", "Dataset", "Benchmark", "Metric", "Task", "Concept"]
    assert sorted(path.name for path in tmp_path.glob("*.*") if path.name != "dev.jsonl") == [
        "README.md", "encoder.onnx", "heads.onnx", "model.json", "tokenizer.json",
    ]  # fmt: skip


def test_small_weights_stay_close(weights: Path, mpnet: Path, tmp_path: Path) -> None:
    packing.pack(weights, mpnet, tmp_path, "8")
    exact, small = TorchNetwork(load(weights)), OnnxNetwork.load(tmp_path)
    ids, shapes = list(range(4, 60)), [1] * 56
    vectors, _ = exact.encode(ids, shapes)
    assert np.abs(small.encode(ids, shapes)[0] - vectors).mean() < 0.03


def test_a_reading_depends_on_its_paper_alone(weights: Path, mpnet: Path, tmp_path: Path) -> None:
    packing.pack(weights, mpnet, tmp_path, "8")
    tokenizer, network = tokenizer_of(mpnet), OnnxNetwork.load(tmp_path)
    documents = [document_of(paper) for paper in annotated(DEV)[:4]]
    first = {document.id: read(document, tokenizer, network, with_rules=True) for document in documents}
    random.Random(5).shuffle(documents)
    again = OnnxNetwork.load(tmp_path)
    for document in documents:
        one, other = first[document.id], read(document, tokenizer, again, with_rules=True)
        assert one.groups == other.groups
        assert np.array_equal(one.relations, other.relations)


def test_a_packed_model_is_loaded_and_one_of_another_ontology_refused(
    weights: Path, mpnet: Path, tmp_path: Path
) -> None:
    about = packing.pack(weights, mpnet, tmp_path, "8")
    assert asdict(Trained.load(tmp_path).least) == about["thresholds"]
    about["labels"]["roles"].reverse()
    (tmp_path / "model.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(DataError, match="another ontology"):
        Trained.load(tmp_path)


def test_a_damaged_file_is_one_line(weights: Path, mpnet: Path, tmp_path: Path) -> None:
    (tmp_path / "encoder.onnx").write_bytes(b"no model")
    with pytest.raises(DataError, match=r"encoder\.onnx is no model"):
        OnnxNetwork.load(tmp_path)
    with pytest.raises(DataError, match=r"model\.json"):
        Trained.load(tmp_path)
