"""Names without papers: pairs that are one thing, and pairs that are not."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kg.resolve.names_only import NameGroup, resolve_names

TESTS = Path(__file__).parent.parent
PAIRS = [TESTS / "gold" / "same-different.tsv", TESTS / "resolve" / "pairs.tsv"]


def _pairs(path: Path) -> list[tuple[str, str, str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row[0], row[1], row[2], row[3]) for row in rows if not row[0].startswith("#")]


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
@pytest.mark.parametrize("is_typed", [True, False], ids=["typed", "untyped"])
def test_pairs(path: Path, is_typed: bool) -> None:
    verdicts = {
        (left, right): (verdict, len(resolve_names([(name, type_ if is_typed else None) for name in (left, right)])))
        for verdict, type_, left, right in _pairs(path)
    }
    wrong = [pair for pair, (verdict, groups) in verdicts.items() if verdict == "different" and groups == 1]
    missed = [pair for pair, (verdict, groups) in verdicts.items() if verdict == "same" and groups == 2]
    assert wrong == []
    assert missed == []


def test_all_pairs_at_once_are_told_apart_as_well() -> None:
    pairs = _pairs(PAIRS[0])
    groups = resolve_names([(name, type_) for _, type_, *both in pairs for name in both])
    group_of = {name: number for number, group in enumerate(groups) for name in group.members}
    wrong = [both for verdict, _, *both in pairs if verdict == "different" and group_of[both[0]] == group_of[both[1]]]
    assert wrong == []


def test_a_group_says_its_name_its_type_and_why() -> None:
    assert resolve_names([("CIFAR10", None), ("LLMs", None), ("CIFAR-10", None), ("CIFAR-100", "Dataset")]) == (
        NameGroup("CIFAR-10", "Dataset", ("CIFAR10", "CIFAR-10"), ("CIFAR-10 = CIFAR10: hyphen (1.00)",)),
        NameGroup("large language model", "Model", ("LLMs",), ("LLMs = large language model: abbreviation (0.97)",)),
        NameGroup("CIFAR-100", "Dataset", ("CIFAR-100",), ()),
    )


def test_every_name_is_in_one_group_whatever_it_holds() -> None:
    hostile = ["<script>alert(1)</script>", "a\u0000b", "'; DROP TABLE", "{}", "**", "🤗", "x" * 5000, "((", "\\"]
    groups = resolve_names([(name, None) for name in [*hostile, "", " ", hostile[0]]])
    assert sorted(name for group in groups for name in group.members) == sorted(hostile)
