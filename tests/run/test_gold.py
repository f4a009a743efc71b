"""Annotation files that are read, and those that are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kg.core.errors import DataError, UsageError
from kg.run.gold import gold, predicted

PAPER: dict[str, Any] = {
    "id": 7,
    "title": "OmniMoE",
    "text": "We present OmniMoE.",
    "entities": [{"name": "OmniMoE", "type": "Model", "role": "introduces", "mentions": ["OmniMoE"]}],
    "relations": [],
    "results": [],
}


def written(path: Path, *papers: object) -> str:
    path.write_text("\n".join(map(json.dumps, papers)) + "\n\n", encoding="utf-8")
    return str(path)


def test_papers_come_by_id(tmp_path: Path) -> None:
    name = written(tmp_path / "gold.jsonl", PAPER, {**PAPER, "id": "a\u2028b", "title": None})
    assert list(gold(name)) == ["7", "a\u2028b"]
    assert gold(name)["7"] == PAPER


def test_predictions_need_no_more_than_entities(tmp_path: Path) -> None:
    mention = {"text": "OmniMoE", "start": 0, "end": 7, "field": "title"}
    said = {"id": 7, "entities": [{"name": "OmniMoE", "type": "Model", "mentions": [mention]}]}
    name = written(tmp_path / "said.jsonl", said)
    assert predicted(name) == {"7": said}
    with pytest.raises(DataError, match=r"said\.jsonl line 1: no 'text' in the paper"):
        gold(name)


def _with(key: str, value: object) -> dict[str, Any]:
    return {**PAPER, key: value}


@pytest.mark.parametrize(
    ("paper", "message"),
    [
        ([], "line 1: the paper must be an object"),
        ({key: value for key, value in PAPER.items() if key != "entities"}, "no 'entities' in the paper"),
        ({key: value for key, value in PAPER.items() if key != "results"}, "no 'results' in the paper"),
        (_with("id", None), "id of the paper cannot be null"),
        (_with("text", 5), "text of the paper cannot be 5"),
        (_with("entities", {}), "entities of the paper must be a list"),
        (
            _with("entities", [{"name": "A", "type": "Model", "role": "uses"}]),
            "no 'mentions' in entities of the paper 1",
        ),
        (_with("relations", [["A", "uses"]]), r'relations of the paper 1 cannot be \["A", "uses"\]'),
        (_with("results", [{"value": []}]), r"value of results of the paper 1 cannot be \[\]"),
    ],
)
def test_what_is_missing_or_wrong_is_told_with_its_line(paper: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        gold(written(tmp_path / "gold.jsonl", paper))


@pytest.mark.parametrize("score", [1.5, -0.1, "0.5", float("nan")])
def test_a_score_is_a_probability(score: object, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="score of entities of the paper 1 cannot be"):
        predicted(written(tmp_path / "said.jsonl", _with("entities", [{**PAPER["entities"][0], "score": score}])))


def test_other_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    with pytest.raises(UsageError, match="no file to read"):
        gold(str(path))
    for content, message in (
        (b"", "no paper in it"),
        (b'{"id": 1', "line 1: not JSON"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b"caf\xe9 con leche", "not UTF-8"),
        (f"{json.dumps(PAPER)}\n{json.dumps(PAPER)}".encode(), "line 2: a second paper '7'"),
    ):
        path.write_bytes(content)
        with pytest.raises(DataError, match=message):
            gold(str(path))
