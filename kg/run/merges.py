"""How well names are resolved: pairs of them, each known to be one thing or two."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from kg.core.errors import DataError
from kg.resolve.names_only import resolve_names
from kg.run.gold import text_in

_VERDICTS = {"same": True, "different": False}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names of things of a `type` (None where it is not told), whether they are one thing, and `why`."""

    is_same: bool
    type: str | None
    left: str
    right: str
    why: str

    def to_json(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if key != "is_same"}


@dataclass(frozen=True, slots=True)
class Merges:
    """Of `count` pairs, those that are two things and were merged (`wrong`), and those that are one and were not."""

    count: int
    wrong: tuple[Pair, ...]
    missed: tuple[Pair, ...]

    def to_json(self) -> dict[str, Any]:
        wrong, missed = ([pair.to_json() for pair in pairs] for pairs in (self.wrong, self.missed))
        return {"pairs": self.count, "wrong": wrong, "missed": missed}


def pairs(name: str) -> tuple[Pair, ...]:
    """The pairs of the file `name` (`-` is stdin): verdict, type, name, name and why, with tabs between; "#" begins a
    comment.

    Raises UsageError where there is no such file, DataError, with the line, where it is something else.
    """
    rows = csv.reader(text_in(name).split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = tuple(_pair(row, f"{name} line {rows.line_num}") for row in rows if row and not row[0].startswith("#"))
    if not found:
        raise DataError(f"{name}: no pair of names in it")
    return found


def judge(given: Iterable[Pair]) -> Merges:
    """What the resolver makes of each pair, by itself."""
    merged = [(pair, len(resolve_names([(pair.left, pair.type), (pair.right, pair.type)])) == 1) for pair in given]
    return Merges(
        len(merged),
        tuple(pair for pair, is_merged in merged if is_merged and not pair.is_same),
        tuple(pair for pair, is_merged in merged if pair.is_same and not is_merged),
    )


def _pair(row: list[str], where: str) -> Pair:
    verdict, type_, left, right, why, *_ = *(cell.strip() for cell in row), "", "", "", ""
    if verdict not in _VERDICTS or not left or not right:
        raise DataError(f"{where}: expected same or different, type, name, name, with tabs between")
    return Pair(_VERDICTS[verdict], type_ or None, left, right, why)
