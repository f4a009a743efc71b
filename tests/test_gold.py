"""How well the papers are read: `tests/gold/score.py` on annotated papers that no rule was made from.

The floors stand a little under what is measured; the README has the figures.
"""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from kg.core.types import Document
from kg.export.annotations import of_extraction
from kg.read import read_paths
from kg.run import plugins
from kg.run.pool import extract_one

GOLD = Path(__file__).resolve().parent / "gold"
_spec = spec_from_file_location("score", GOLD / "score.py")
assert _spec
assert _spec.loader
score = module_from_spec(_spec)
_spec.loader.exec_module(score)

FLOORS = {
    "dev.jsonl": {"entities+type": 0.56, "introduced": 0.55, "spans+type": 0.55, "results": 0.72, "b3": 0.96},
    "icml-2026.jsonl": {"entities+type": 0.58, "introduced": 0.68, "spans+type": 0.58, "results": 0.95, "b3": 0.97},
}


@pytest.fixture(scope="module")
def predicted() -> dict[str, dict[str, Any]]:
    readers = {"json": plugins.load("readers", "json")}
    found: dict[str, dict[str, Any]] = {}
    for name in FLOORS:
        documents = [item for item in read_paths([str(GOLD / name)], readers) if isinstance(item, Document)]
        found[name] = {
            str(document.id): of_extraction(document, extract_one("rules", document)) for document in documents
        }
    return found


@pytest.mark.parametrize("name", FLOORS)
def test_scores_stay_above_their_floors(name: str, predicted: dict[str, dict[str, Any]]) -> None:
    gold = score.read(GOLD / name)
    assert set(gold) == set(predicted[name])
    scores, _ = score.score(gold, predicted[name])
    measured = {measure: round(scores[measure]["F1"], 3) for measure in FLOORS[name]}
    assert {measure: value for measure, value in measured.items() if value < FLOORS[name][measure]} == {}


def test_no_offset_is_wrong(predicted: dict[str, dict[str, Any]]) -> None:
    for row in (row for rows in predicted.values() for row in rows.values()):
        fields = {"title": row["title"], "abstract": row["text"]}
        for entity in row["entities"]:
            assert entity["mentions"]
            for mention in entity["mentions"]:
                assert fields[mention["field"]][mention["start"] : mention["end"]] == mention["text"]


def test_the_annotations_of_the_34_papers_are_of_the_papers_that_are_read() -> None:
    papers = [path.read_text("utf-8") for path in sorted((GOLD.parent / "papers").glob("*.txt"))]
    for line in (GOLD / "icml-2026.jsonl").read_text("utf-8").splitlines():
        assert any(json.loads(line)["text"] in text for text in papers)
