"""What a reading says: entities and relations above the thresholds, which score.py then finds right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kg.core.schema import schema
from kg.extract.judged import claims, entities
from kg.extract.model import Reading, read
from kg.extract.pieces import pieces_of
from kg.train import calibrate, evaluate
from kg.train.encoders import tokenizer_of
from kg.train.evaluate import Thresholds
from kg.train.examples import Annotated, document_of

PAPER: Annotated = {
    "id": "p",
    "title": "GQA for Vision",
    "text": "We introduce GQA. GQA outperforms MQA on ImageNet.",
    "entities": [
        {"name": "GQA", "type": "Method", "role": "introduces", "mentions": ["GQA"]},
        {"name": "MQA", "type": "Method", "role": "comparesWith", "mentions": ["MQA"]},
        {"name": "ImageNet", "type": "Dataset", "role": "evaluatesOn", "mentions": ["ImageNet"]},
    ],
    "relations": [["GQA", "outperforms", "MQA"], ["GQA", "evaluatedOn", "ImageNet"]],
    "results": [],
}


class Knowing:
    """A network that tags the names of PAPER, with the scores given for entities and pairs."""

    def __init__(self, sure: float) -> None:
        self.sure = sure

    def encode(self, ids: list[int], shapes: list[int]) -> tuple[np.ndarray, np.ndarray]:
        scores = np.zeros((len(ids), 15), np.float32)
        scores[:, 0] = 5
        for first, behind, tag in self.names:
            scores[first, tag] = 12
            scores[first + 1 : behind, tag + 1] = 12
        return np.zeros((len(ids), 4), np.float32), scores

    def judge(self, vectors: np.ndarray, laid: object) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        types, roles, pairs = (
            np.zeros((3, 8), np.float32),
            np.zeros((3, 8), np.float32),
            np.zeros((3, 3, 12), np.float32),
        )
        for number, entity in enumerate(PAPER["entities"]):
            types[number, 1 + schema().types.index(entity["type"])] = 4
            roles[number, 1 + schema().roles.index(entity["role"])] = 4
        names = list(schema().relations)
        pairs[..., 0] = 4
        pairs[0, 1, 1 + names.index("outperforms")] = 4 + self.sure
        pairs[0, 2, 1 + names.index("evaluatedOn")] = 4 + self.sure
        return types, roles, pairs


@pytest.fixture
def reading(mpnet: Path) -> Reading:
    tokenizer, document = tokenizer_of(mpnet), document_of(PAPER)
    network = Knowing(2.0)
    pieces = pieces_of(document, tokenizer)
    network.names = []
    for surface, tag in (("GQA", 1), ("MQA", 1), ("ImageNet", 5)):
        start = document.text.index(surface, 16 if surface == "GQA" else 0)
        first = pieces.starts.index(start, 1)
        behind = next(i for i in range(first, len(pieces)) if pieces.ends[i] == start + len(surface)) + 1
        network.names.append((first, behind, tag))
    return read(document, tokenizer, network)


def test_all_places_of_a_tagged_name_are_found(reading: Reading) -> None:
    text = reading.seen.document.text
    assert [[(m.start, text[m.start : m.end]) for m in group] for group in reading.groups] == [
        [(0, "GQA"), (29, "GQA"), (34, "GQA")],
        [(50, "MQA")],
        [(57, "ImageNet")],
    ]


def test_a_right_reading_scores_in_full(reading: Reading) -> None:
    table = evaluate.scores([PAPER], [reading], Thresholds(0.4, 0.4))
    assert evaluate.row(table) == dict.fromkeys(evaluate.MEASURES, 100.0)
    assert evaluate.total(table) == pytest.approx(3.0)


def test_what_is_less_probable_is_not_said(reading: Reading) -> None:
    assert evaluate.said(reading, Thresholds(0.4, 0.99))["relations"] == []
    assert evaluate.said(reading, Thresholds(1.01, 0.4))["entities"] == []


def test_outcomes_tell_right_from_wrong(reading: Reading) -> None:
    wrong = {**PAPER, "relations": [["MQA", "outperforms", "GQA"], ["GQA", "evaluatedOn", "ImageNet"]]}
    found = calibrate.outcomes([wrong], [reading], Thresholds(0.4, 0.4))
    assert [right for _, right in found["relation"]] == [False, True]
    assert [right for _, right in found["role"]] == [True] * 3
    assert all(0.6 < probability < 1 for probability, _ in found["type"])


def test_a_claim_quotes_the_sentence_that_holds_both_ends(reading: Reading) -> None:
    found = entities(reading, 0.4, {})
    made = claims(reading, found, 0.4, {"relation": [(0.0, 0.25), (1.0, 0.25)]})
    assert [(claim.subject, claim.predicate, claim.object, claim.score) for claim in made] == [
        (found[0].id, "evaluatedOn", found[2].id, 0.25),
        (found[0].id, "outperforms", found[1].id, 0.25),
    ]
    assert {claim.evidence[0].quote for claim in made} == {"GQA outperforms MQA on ImageNet."}
    assert found[0].evidence[0].quote == "We introduce GQA."
