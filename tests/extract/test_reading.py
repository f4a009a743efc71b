"""What the model's judgements become beside what the field knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kg.core.schema import schema
from kg.core.types import DocId, Document
from kg.extract import judged
from kg.extract import reading as under_test
from kg.extract.model import Reading, Seen, judge
from kg.extract.pieces import Pieces
from kg.extract.proposals import Proposal
from kg.extract.reading import as_known, together
from kg.extract.tags import begin, tags
from kg.extract.trained import Thresholds

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


@pytest.mark.parametrize(
    ("names", "joined"),
    [(("masked autoencoder", "masking model"), 1), (("GPT-4", "large language model"), 2), (("DALSA-2", "DALSA-3"), 2)],
)
def test_names_are_put_together_but_not_two_that_are_known_as_two(
    names: tuple[str, str], joined: int, reading: Reading
) -> None:
    text = " and ".join(names)
    places = [(text.index(name), text.index(name) + len(name)) for name in names]
    groups = tuple((Proposal(*place, "Model", "model", 0.9),) for place in places)
    seen = replace(reading.seen, document=Document(DocId("b"), text))
    sure = replace(reading, seen=seen, groups=groups, same=np.full((2, 2), 0.9, np.float32))
    assert len(together(sure)) == joined
    assert len(together(replace(sure, same=np.full((2, 2), 0.45, np.float32)))) == 2


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sandwich-Encryption technique", "Sandwich-Encryption"),
        ("averaging techniques", "averaging"),
        ("DETR approach", "DETR"),
        ("averaging approach", "averaging approach"),
        ("DETR layer", "DETR layer"),
    ],
)
def test_a_last_noun_that_is_no_part_of_a_name_is_left_out(
    text: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = text.index(" ")
    pieces = Pieces((0, 0), (0, 0), (0, space + 1), (space, len(text)), (False, False))
    logs = np.full((2, len(tags())), -9, np.float32)
    logs[[0, 1], [begin(0), begin(0) + 1]] = -0.01
    seen = Seen(Document(DocId("c"), text), pieces, np.zeros((2, 4), np.float32), logs)
    monkeypatch.setattr(under_test, "see", lambda *_: seen)
    read = under_test.read(seen.document, None, _Undecided(), with_rules=False)
    assert [[text[m.start : m.end] for m in group] for group in read.groups] == [[name]]


@pytest.mark.parametrize(("least", "role"), [(0.5, "introduces"), (0.55, "uses")])
def test_what_is_introduced_has_a_threshold_of_its_own(least: float, role: str, reading: Reading) -> None:
    roles = np.zeros_like(reading.roles)
    roles[:, 1 + schema().roles.index("introduces")] = 0.5
    roles[:, 1 + schema().roles.index("uses")] = 0.45
    found = judged.entities(replace(reading, roles=roles), Thresholds(entity=0.0, introduced=least))
    assert {entity.role for entity in found.values()} == {role}
