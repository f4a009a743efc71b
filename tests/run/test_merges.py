"""What the resolver makes of pairs of names."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.run.merges import Merges, Pair, judge, pairs

GOLD = Path(__file__).resolve().parent.parent / "gold"


def test_the_project_s_pairs_are_resolved() -> None:
    given = pairs(str(GOLD / "same-different.tsv"))
    assert given[0] == Pair(True, "Model", "Large Language Models", "LLM", "abbreviation, plural")
    assert sum(pair.is_same for pair in given) == 30
    assert judge(given) == Merges(75, (), ())


def test_harder_pairs_are_resolved() -> None:
    given = pairs(str(GOLD / "pairs.tsv"))
    assert sum(pair.is_same for pair in given) == 263
    found = judge(given)
    assert (found.count, found.wrong) == (607, ())
    assert [(pair.left, pair.right) for pair in found.missed] == [("GPT-3 175B", "175B-parameter GPT-3")]


def test_wrong_and_missed_merges_are_named() -> None:
    wrong = Pair(False, "Model", "GPT-4", "GPT4", "as if they were two")
    missed = Pair(True, None, "GPT-3", "GPT-4", "")
    right = Pair(False, "Dataset", "CIFAR-10", "CIFAR-100", "number")
    found = judge([wrong, right, missed])
    assert found == Merges(3, (wrong,), (missed,))
    assert found.to_json() == {
        "pairs": 3,
        "wrong": [{"type": "Model", "left": "GPT-4", "right": "GPT4", "why": "as if they were two"}],
        "missed": [{"type": None, "left": "GPT-3", "right": "GPT-4", "why": ""}],
    }


def test_one_name_twice_is_one_thing() -> None:
    pair = Pair(False, None, "BERT", "BERT", "")
    assert judge([pair]).wrong == (pair,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# nothing\n\n", "no pair of names in it"),
        ("same\tModel\tGPT-4\n", "line 1: expected same or different"),
        ("same\tModel\tGPT-4\tGPT4\nalike\tModel\tGPT-4\tGPT4\n", "line 2: expected same or different"),
    ],
)
def test_a_damaged_file_is_told(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        pairs(str(tmp_path / "pairs.tsv"))
