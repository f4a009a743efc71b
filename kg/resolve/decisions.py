"""Decisions by hand, as a file of lines: what a person says of names, over all that is found without him.

A line is `decision name other who when note`, with tabs between; the note may be left out. Names are compared by key.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from kg.core import names
from kg.core.errors import DataError, UsageError
from kg.core.schema import ontology_folder, schema
from kg.core.types import Reason

FILE = "decisions.tsv"
_OTHER = {
    "same": "another name",
    "different": "another name",
    "rename": "its new name",
    "retype": "its type",
    "drop": "nothing",
}
"""What stands in the column `other`, by decision."""
_DONE = {
    "same": "decided",
    "different": "kept apart",
    "rename": "renamed",
    "retype": "retyped",
}
_COLUMNS = 5
_SHOWN = 60
_UNWRITTEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


@dataclass(frozen=True, slots=True, order=True)
class Decision:
    """What somebody decided (`what`: same, different, rename, retype, drop), and on which line of its file."""

    what: str
    name: str
    other: str
    who: str
    when: str
    note: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def reason(self, left: str, right: str) -> Reason:
        """This decision as a reason of the entities that it is about."""
        return Reason(f"{_DONE[self.what]} by {self.who} on {self.when}", left, right, 1.0)

    def written(self) -> str | None:
        """The line of a file that says this; None where its names cannot be written in one, control characters that no
        key holds left out."""
        columns = [_UNWRITTEN.sub(" ", column) for column in (self.name, self.other, self.who, self.when, self.note)]
        kept = zip((self.name, self.other), columns, strict=False)
        if any(names.key(name) != names.key(column) or not _is_text(column) for name, column in kept):
            return None
        return "\t".join([self.what, *columns])


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions that do not contradict each other, sorted; `source` is the file that holds them.

    `spellings` are the names that are kept apart from the same name in another spelling.
    """

    made: tuple[Decision, ...] = ()
    source: str = FILE
    spellings: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        alike = (one for one in self.of("different") if names.key(one.name) == names.key(one.other))
        spellings = frozenset(names.plain(name) for one in alike for name in (one.name, one.other))
        object.__setattr__(self, "spellings", spellings)

    def of(self, *what: str) -> Iterator[Decision]:
        return (decision for decision in self.made if decision.what in what)

    def key(self, name: str) -> str:
        """The key of a name: the name as it is written where another spelling of it is kept apart."""
        own = names.plain(name)
        return own if own in self.spellings else names.key(own)


def read(path: Path | None = None) -> Decisions:
    """The decisions of the file `path`, else of the ontology's.

    Raises UsageError where it cannot be opened; DataError where a line is malformed or contradicts others.
    """
    place = path or ontology_folder() / FILE
    try:
        return parse(place.read_text(encoding="utf-8-sig"), place.name)
    except UnicodeDecodeError as error:
        raise DataError(f"{place} is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"cannot read the decisions in {place}: {error.strerror or error}") from error


def parse(text: str, source: str = FILE) -> Decisions:
    """The decisions in the lines of `text`. Raises DataError as `read` does."""
    lines = enumerate(text.split("\n"), 1)
    found = [_decision(line.removesuffix("\r"), number, source) for number, line in lines if _says_something(line)]
    decisions = Decisions(tuple(sorted(dict.fromkeys(found))), source)
    _refuse_contradictions(decisions)
    return decisions


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _decision(line: str, number: int, source: str) -> Decision:
    columns = [column.strip() for column in line.split("\t")]
    fault = _fault(columns)
    if fault:
        raise DataError(f"{source} line {number}: {fault}; write decision, name, other, who, when, with tabs between")
    what, name, other, who, when, *note = columns
    return Decision(what, name, other, who, when, " ".join(note), number)


def _fault(columns: Sequence[str]) -> str | None:
    what, *rest = columns
    if what not in _OTHER:
        return f"'{what[:_SHOWN]}' is none of {', '.join(_OTHER)}"
    if not _COLUMNS <= len(columns) <= _COLUMNS + 1:
        return f"{len(columns)} columns"
    name, other, who, when = rest[:4]
    if not name or not who:
        return f"no {'name' if not name else 'who'}"
    if bool(other) != (what != "drop"):
        return f"other must be {_OTHER[what]}"
    if what == "different" and names.plain(name) == names.plain(other):
        return "one name is not different from itself"
    if what == "retype" and other not in schema().types:
        return f"no type '{other}', choose one of {', '.join(schema().types)}"
    return None if _is_date(when) else f"'{when}' is no date as 2026-11-30"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_text(text: str) -> bool:
    return text.encode("utf-8", "replace").decode() == text


def _refuse_contradictions(decisions: Decisions) -> None:
    """Raises DataError where a name is given two new names or types, or what is said to be one is kept apart too."""
    for what in ("rename", "retype"):
        first: dict[str, Decision] = {}
        for decision in decisions.of(what):
            other = first.setdefault(decisions.key(decision.name), decision)
            if other.other != decision.other:
                raise _contradiction(decisions, other, decision)
    joined: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions.of("same"):
        left, right = decisions.key(decision.name), decisions.key(decision.other)
        joined[left].append(decision)
        joined[right].append(decision)
    for decision in decisions.of("different"):
        chain = _chain(decisions, joined, decision)
        if chain:
            raise _contradiction(decisions, *chain, decision)


def _chain(decisions: Decisions, joined: dict[str, list[Decision]], different: Decision) -> list[Decision]:
    """The decisions that join, one after another, what `different` keeps apart; empty where they do not."""
    goal = decisions.key(different.other)
    ways: dict[str, list[Decision]] = {decisions.key(different.name): []}
    waiting = list(ways)
    for key in waiting:
        for same in joined[key]:
            for name in (same.name, same.other):
                if (other := decisions.key(name)) not in ways:
                    ways[other] = [*ways[key], same]
                    waiting.append(other)
    return ways.get(goal, [])


def _contradiction(decisions: Decisions, *against: Decision) -> DataError:
    said = sorted(against, key=lambda decision: decision.line)
    lines = " and ".join(f"line {one.line} ({one.what} '{one.name}' '{one.other}')" for one in said)
    return DataError(f"{decisions.source}: {lines} contradict each other: keep what is right")
