"""What is doubtful can be asked for, by any name of what it is said of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.core.types import DocId, Document, Doubt, Graph
from kg.graph import store
from kg.query.doubts import Doubtful, doubtful

PAPER = Document(DocId("p1"), "We fine-tune \x00 'x' with GRPO'; DROP TABLE doubts; -- on MATH.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    words = PAPER.cut(0, len(PAPER.text), "model", 0.4)
    doubts = (
        Doubt(words, None, "uses", "Group Relative Policy Optimization", 0.4),
        Doubt(words, "Group Relative Policy Optimization", "evaluatedOn", "MATH", 0.2),
        Doubt(words, None, "uses", "GRPO'; DROP TABLE doubts; --", 0.3),
    )
    store.save(replace(Graph((PAPER,), (), (), ()), doubts=doubts), tmp_path / "graph.sqlite")
    return tmp_path / "graph.sqlite"


def test_the_most_probable_first_with_their_words(path: Path) -> None:
    found = doubtful(path)
    assert [one.score for one in found] == [0.4, 0.3, 0.2]
    whole = len(PAPER.text)
    assert found[0] == Doubtful("p1", None, "uses", "Group Relative Policy Optimization", 0.4, PAPER.text, 0, whole)
    assert doubtful(path, limit=1) == found[:1]


@pytest.mark.parametrize("name", ["GRPO", "group relative policy optimization"])
def test_of_one_thing_by_the_name_that_the_field_knows(path: Path, name: str) -> None:
    assert [one.predicate for one in doubtful(path, name)] == ["uses", "evaluatedOn"]


def test_a_hostile_name_is_a_name(path: Path) -> None:
    assert [one.object for one in doubtful(path, "GRPO'; DROP TABLE doubts; --")] == ["GRPO'; DROP TABLE doubts; --"]
    assert doubtful(path, "nothing") == ()
