"""What a reading says: entities and relations above the thresholds, which score.py then finds right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kg.core.schema import schema
from kg.extract import judged
from kg.extract.layout import LINKS, Layout
from kg.extract.pieces import pieces_of
from kg.extract.trained import Thresholds
from kg.train import calibrate, evaluate
from kg.train.encoders import tokenizer_of
from kg.train.evaluate import Trial
from kg.train.examples import Annotated, document_of

PAPER: Annotated = {
    "id": "p",
    "title": "GQA for Vision",
    "text": "We introduce GQA. GQA outperforms MQA on ImageNet by 4.5%.",
    "entities": [
        {"name": "GQA", "type": "Method", "role": "introduces", "mentions": ["GQA"]},
        {"name": "MQA", "type": "Method", "role": "comparesWith", "mentions": ["MQA"]},
        {"name": "ImageNet", "type": "Dataset", "role": "evaluatesOn", "mentions": ["ImageNet"]},
    ],
    "relations": [["GQA", "outperforms", "MQA"], ["GQA", "evaluatedOn", "ImageNet"]],
    "results": [
        {"system": "GQA", "on": "ImageNet", "metric": None, "value": "4.5%", "kind": "gain", "baseline": "MQA"}
    ],
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

    def judge(self, vectors: np.ndarray, laid: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        size = len(laid.members)
        types, roles = np.zeros((size, 8), np.float32), np.zeros((size, 8), np.float32)
        pairs = np.zeros((size, size, 1 + 11 + len(LINKS) + 1), np.float32)
        for number, entity in enumerate(PAPER["entities"]):
            types[number, 1 + schema().types.index(entity["type"])] = 4
            roles[number, 1 + schema().roles.index(entity["role"])] = 4
        names = list(schema().relations)
        pairs[..., 0] = 4
        pairs[0, 1, 1 + names.index("outperforms")] = 4 + self.sure
        pairs[0, 2, 1 + names.index("evaluatedOn")] = 4 + self.sure
        for entity, link in enumerate(("system", "baseline", "on")):
            pairs[3:, entity, 12 + LINKS.index(link)] = 8
        return types, roles, pairs


@pytest.fixture
def trial(mpnet: Path) -> Trial:
    tokenizer, document = tokenizer_of(mpnet), document_of(PAPER)
    network = Knowing(2.0)
    pieces = pieces_of(document, tokenizer)
    network.names = []
    for surface, tag in (("GQA", 1), ("MQA", 1), ("ImageNet", 5)):
        start = document.text.index(surface, 16 if surface == "GQA" else 0)
        first = pieces.starts.index(start, 1)
        behind = next(i for i in range(first, len(pieces)) if pieces.ends[i] == start + len(surface)) + 1
        network.names.append((first, behind, tag))
    return Trial([PAPER], tokenizer, network, with_rules=False)


def test_all_places_of_a_tagged_name_are_found(trial: Trial) -> None:
    (reading,) = trial.readings
    text = reading.seen.document.text
    assert [[(m.start, text[m.start : m.end]) for m in group] for group in reading.groups] == [
        [(0, "GQA"), (29, "GQA"), (34, "GQA")],
        [(50, "MQA")],
        [(57, "ImageNet")],
    ]


def test_a_right_reading_scores_in_full(trial: Trial) -> None:
    table = trial.scores(Thresholds(0.4, 0.4, 0.4))
    assert evaluate.row(table) == dict.fromkeys(evaluate.MEASURES, 100.0)
    assert evaluate.total(table) == pytest.approx(4.0)


def test_what_is_less_probable_is_not_said(trial: Trial) -> None:
    (reading,) = trial.readings
    assert trial.extracted(reading, Thresholds(0.4, 0.99)).claims == ()
    assert trial.extracted(reading, Thresholds(1.01, 0.4)).entities == ()
    (result,) = trial.extracted(reading, Thresholds(link=0.99999)).results
    assert (result.system, result.value) == (None, "4.5%")


def test_the_best_thresholds_say_all_that_is_right(trial: Trial) -> None:
    least, table = trial.best()
    assert evaluate.row(table) == dict.fromkeys(evaluate.MEASURES, 100.0)
    assert least.relation == 0.06


def test_outcomes_tell_right_from_wrong(trial: Trial) -> None:
    wrong = {**PAPER, "relations": [["MQA", "outperforms", "GQA"], ["GQA", "evaluatedOn", "ImageNet"]]}
    found = calibrate.outcomes([wrong], [trial.extracted(trial.readings[0], Thresholds())])
    assert [right for _, right in found["relation"]] == [True, False]
    assert [right for _, right in found["introduces"] + found["role"]] == [True] * 3
    assert all(0.6 < probability < 1 for probability, _ in found["type"])


def test_a_claim_quotes_the_sentence_that_holds_both_ends(trial: Trial) -> None:
    made = trial.extracted(trial.readings[0], Thresholds())
    assert [(claim.subject, claim.predicate, claim.object) for claim in made.claims] == [
        ("gqa", "evaluatedOn", "imagenet"),
        ("gqa", "outperforms", "multiqueryattention"),
    ]
    assert {claim.evidence[0].quote for claim in made.claims} == {"GQA outperforms MQA on ImageNet by 4.5%."}
    assert made.entities[0].evidence[0].quote == "We introduce GQA."


def test_scores_are_made_what_they_were_right_by(trial: Trial) -> None:
    made = trial.extracted(trial.readings[0], Thresholds())
    level = {
        "type": [(0.0, 0.7), (1.0, 0.7)],
        "role": [(0.0, 0.35), (1.0, 0.35)],
        "relation": [(0.0, 0.25), (1.0, 0.25)],
    }
    sure = judged.sure(made, level | {"introduces": [(0.0, 0.63), (1.0, 0.63)]})
    assert [(entity.score, entity.evidence[0].score) for entity in sure.entities] == [
        (0.7, 0.9),
        (0.7, 0.5),
        (0.7, 0.5),
    ]
    assert {claim.score for claim in sure.claims} == {0.25}
