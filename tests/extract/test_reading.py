"""What the model's judgements become beside what the field knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kg.core.schema import schema
from kg.core.types import DocId, Document
from kg.extract.model import Reading, Seen, judge
from kg.extract.pieces import Pieces
from kg.extract.proposals import Proposal
from kg.extract.reading import as_known
from kg.extract.tags import tags

PAPER = Document(DocId("a"), "We quantise ResNet-18 and a neural trajectory.")
TYPES = schema().types
PIECES = Pieces((0,) * 7, (0,) * 7, (0, 3, 12, 22, 26, 28, 35), (2, 11, 21, 25, 27, 34, 45), (False,) * 7)
RESNET = (Proposal(12, 21, "Dataset", "model", 0.9),)
TRAJECTORY = (Proposal(28, 45, "Dataset", "model", 0.9),)


class _Undecided:
    """A network that leaves all to the tags."""

    def encode(self, ids, shapes):
        raise AssertionError("not asked")

    def judge(self, vectors, laid):
        count = laid.members.shape[0]
        labels = 1 + len(schema().relations) + 5
        return tuple(
            np.zeros(shape, np.float32)
            for shape in ((count, 1 + len(TYPES)), (count, 1 + len(schema().roles)), (count, count, labels))
        )


@pytest.fixture
def reading() -> Reading:
    logs = np.log(np.random.default_rng(1).dirichlet(np.ones(len(tags())), len(PIECES))).astype(np.float32)
    seen = Seen(PAPER, PIECES, np.zeros((len(PIECES), 4), np.float32), logs)
    return judge(seen, [RESNET, TRAJECTORY, (*RESNET, *TRAJECTORY)], _Undecided())


def test_tags_speak_for_types_by_the_mean_of_their_log_probabilities(reading: Reading) -> None:
    logs = reading.seen.tags.astype(float)
    resnet = logs[2, 1::2]
    trajectory = (logs[5, 1::2] + logs[6, 2::2]) / 2
    for row, told in zip(reading.types, (resnet, trajectory, (resnet + trajectory) / 2), strict=True):
        shares = np.exp(told) / np.exp(told).sum()
        assert row[1:] == pytest.approx(shares * (1 - row[0]), rel=1e-4)
        assert row[0] == pytest.approx(1 / (1 + len(TYPES)))


def test_what_the_field_knows_is_likelier_of_the_type_that_it_knows(reading: Reading) -> None:
    unsure = np.full_like(reading.types, 0.01)
    unsure[:, 0], unsure[:, 1 + TYPES.index("Dataset")] = 0.2, 0.74
    known = as_known(replace(reading, types=unsure))
    assert [TYPES[row[1:].argmax()] for row in unsure] == ["Dataset"] * 3
    assert known.types[0, 1 + TYPES.index("Model")] == pytest.approx(0.8 * 0.2 / (0.2 + 0.74 + 0.05), rel=1e-4)
    assert (known.types[1] == unsure[1]).all()
    assert known.types[:, 0] == pytest.approx(0.2)
    assert known.types[:, 1:].sum(1) == pytest.approx(0.8)


def test_what_the_network_is_sure_of_stays(reading: Reading) -> None:
    sure = np.full_like(reading.types, 0.0005)
    sure[:, 1 + TYPES.index("Dataset")] = 0.99
    assert [TYPES[row[1:].argmax()] for row in as_known(replace(reading, types=sure)).types] == ["Dataset"] * 3
