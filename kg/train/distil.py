"""Distilling: teachers read papers that nobody annotated, and a student learns what they think of them."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kg.core.schema import schema
from kg.extract.layout import Layout, layout
from kg.extract.model import Network, Reading
from kg.extract.pieces import WINDOW, Pieces
from kg.extract.reading import read
from kg.extract.trained import Thresholds
from kg.train import evaluate, lessons
from kg.train.course import Course
from kg.train.encoder import Encoder
from kg.train.encoders import digest, tokenizer_of
from kg.train.examples import DEV, MORE, TRAIN, UNSEEN, Annotated, Example, annotated, document_of, examples
from kg.train.fit import Plan, note, teach
from kg.train.network import Joint, TorchNetwork, load

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Thought:
    """What the teachers think of a paper, as probabilities in the shapes of `kg.extract.model.Reading`."""

    pieces: Pieces
    laid: Layout | None
    tags: np.ndarray
    types: np.ndarray
    roles: np.ndarray
    relations: np.ndarray


class Teachers:
    """`kg.extract.model.Network` of several: the mean of what each says. All must cut texts into the same pieces."""

    def __init__(self, members: Sequence[Network]) -> None:
        self.members = members
        self.widths: list[int] = []

    def encode(self, ids: Sequence[int], shapes: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        found = [member.encode(ids, shapes) for member in self.members]
        self.widths = [vectors.shape[1] for vectors, _ in found]
        return np.concatenate([vectors for vectors, _ in found], 1), _mean([scores for _, scores in found])

    def judge(self, vectors: np.ndarray, laid: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        parts = np.split(vectors, np.cumsum(self.widths)[:-1], axis=1)
        found = [member.judge(part, laid) for member, part in zip(self.members, parts, strict=True)]
        types, roles, relations = (_mean(list(scores)) for scores in zip(*found, strict=True))
        return types, roles, relations


def distil(teachers: Sequence[Path], student: Path, papers: Path, count: int, out: Path, plan: Plan) -> dict[str, Any]:
    """Teaches the encoder of the folder `student` the annotated papers and what `teachers` think of others, the first
    `count` of `papers` that are not annotated. Writes what `fit` writes. Returns the best epoch's row of the curve."""
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = tokenizer_of(student)
    held, taught = annotated(DEV), [*annotated(TRAIN), *annotated(MORE)]
    texts = {paper["text"] for paper in (*held, *taught, *annotated(UNSEEN))}
    teacher = Teachers([TorchNetwork(load(path).to(device)) for path in teachers])
    thoughts = []
    for paper in _unread(papers, texts, count):
        reading = read(document_of(paper), tokenizer, teacher, with_rules=False)
        if len(reading.seen.pieces) <= WINDOW:
            thoughts.append(_thought(reading))
    log.info("%d papers read by %d teachers", len(thoughts), len(teachers))
    known: list[Example | Thought] = [*examples(taught, tokenizer), *thoughts]
    joint = Joint(Encoder.load(student, plan.layers, plan.frozen)).to(device)
    below = lessons.Below(joint)
    about = {"papers": digest(papers), "read": len(thoughts), "train": digest(TRAIN), "dev": digest(DEV)}
    note(out, plan, {**about, "teachers": [digest(path) for path in teachers]})
    rare = lessons.label_weights(examples(taught, tokenizer), len(schema().relations), plan.weights.rare).to(device)

    def lose(chosen: Sequence[Example | Thought], epoch: int) -> dict[str, Tensor]:
        gold = [one for one in chosen if isinstance(one, Example)]
        soft = [one for one in chosen if isinstance(one, Thought)]
        parts = lessons.loss(below, gold, plan.weights, rare, with_own=epoch >= plan.own_from) if gold else {}
        return parts | (soft_loss(below, soft, device) if soft else {})

    def judge() -> tuple[Thresholds, dict[str, Any]]:
        return evaluate.Trial(held, tokenizer, TorchNetwork(joint), with_rules=False).best()

    return teach(Course(joint, plan.pace, plan.seed), lambda _: known, lose, judge, out)


def soft_loss(below: lessons.Below, thoughts: Sequence[Thought], device: torch.device) -> dict[str, Tensor]:
    """The cross entropy of the student's and the teachers' probabilities, by part, the mean over `thoughts`."""
    joint = below.joint
    vectors, scores = below.read(thoughts, device)
    parts: dict[str, list[Tensor]] = {"soft tags": [], "soft entities": [], "soft relations": []}
    for row, thought in enumerate(thoughts):
        size = len(thought.pieces)
        parts["soft tags"].append(2 * functional.cross_entropy(scores[row, :size], _tensor(thought.tags, device)))
        if thought.laid is None or len(thought.types) < 2:
            continue
        given = (torch.from_numpy(array).to(device) for array in astuple(thought.laid))
        types, roles, relations = joint.heads(vectors[row, :size], *given)
        of_types = functional.cross_entropy(types, _tensor(thought.types, device))
        parts["soft entities"].append(0.5 * of_types + functional.cross_entropy(roles, _tensor(thought.roles, device)))
        pairs = ~torch.eye(len(types), dtype=torch.bool, device=device)
        wanted = _tensor(thought.relations, device)[pairs]
        lost = functional.cross_entropy(relations[pairs][:, : wanted.shape[1]], wanted, reduction="sum")
        parts["soft relations"].append(lost / len(types))
    return {name: torch.stack(found).mean() for name, found in parts.items() if found}


def _thought(reading: Reading) -> Thought:
    seen = reading.seen
    laid = layout(seen.document, seen.pieces, reading.ranges) if reading.ranges else None
    sure = (np.exp(seen.tags), reading.types, reading.roles, reading.relations)
    return Thought(seen.pieces, laid, *(array.astype(np.float16) for array in sure))


def _unread(path: Path, texts: set[str], count: int) -> Iterator[Annotated]:
    """The first `count` papers of a file of JSON lines, gzipped or not, that none of `texts` is the abstract of."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            paper = json.loads(line)
            if count and paper.get("abstract") and paper["abstract"] not in texts:
                yield paper
                count -= 1


def _tensor(array: np.ndarray, device: torch.device) -> Tensor:
    return torch.from_numpy(array).float().to(device)


def _mean(scores: Sequence[np.ndarray]) -> np.ndarray:
    """Log of the mean of the probabilities that each of `scores` stands for."""
    tensors = torch.stack([torch.from_numpy(each) for each in scores]).log_softmax(-1)
    found: np.ndarray = (tensors.logsumexp(0) - float(np.log(len(scores)))).numpy()
    return found
