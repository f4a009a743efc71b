"""Why two names are, or are not, one entity in the graph."""

from __future__ import annotations

import heapq
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from kg.core import names
from kg.core.errors import UsageError
from kg.core.schema import schema
from kg.core.types import Reason
from kg.graph.certainty import at_least_one
from kg.graph.store import reading
from kg.graph.tables import unpack
from kg.query import match
from kg.query.cards import to_json
from kg.resolve.match import difference
from kg.resolve.near import likeness
from kg.resolve.reasons import in_words, is_of_type, joins, keeps_apart

_TOGETHER = 0.9
_OTHER_NUMBER, _OTHER_MEANING, _NOTHING_JOINS = 0.99, 0.9, 0.8
"""How sure two names are two things that differ in a number or sign; that share a short form; that nothing joins."""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that has one of the two names."""

    id: str
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Step:
    """Why two names are one thing, or two, in words; and the probability that it is right."""

    left: str
    right: str
    why: str
    score: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether `a` and `b` are one entity: the entities that have each name (the same one first where they share it),
    the steps that lead from name to name, or that speak against it, and how sure that is in all. `dissent` is what
    papers read the first of these entities as besides its type, each with its share of them by score."""

    a: str
    b: str
    is_one: bool
    a_is: tuple[Named, ...]
    b_is: tuple[Named, ...]
    steps: tuple[Step, ...]
    score: float
    dissent: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


def why(path: Path, a: str, b: str) -> Verdict:
    """Whether two names or ids are one entity in the graph at `path`, and why.

    They are one where any entity has both, though one of them may be short for others too, unless a person keeps them
    apart. Raises UsageError where nothing has such a name, DataError as `reading` does.
    """
    with reading(path) as db:
        left, right = _numbers(db, a), _numbers(db, b)
        shared = [number for number in left if number in right]
        if shared and _are_kept_apart(_reasons(db, shared[0]), _name(db, a), _name(db, b)):
            shared = []
        if shared:
            steps = _way(_reasons(db, shared[0]), _name(db, a), _name(db, b))
            score = prod(step.score for step in steps)
        else:
            steps = tuple(_against(db, left[0], right[0]))
            score = at_least_one(step.score for step in steps)
        ranked = ((*shared, *(number for number in one if number not in shared)) for one in (left, right))
        a_is, b_is = (tuple(_named(db, number) for number in one) for one in ranked)
        first = dict.fromkeys(shared[:1] or (left[0], right[0]))
        dissent = tuple(step for number in first for step in _dissent(db, number))
        return Verdict(a, b, bool(shared), a_is, b_is, steps, score, dissent)


def _numbers(db: sqlite3.Connection, name: str) -> tuple[int, ...]:
    found = match.entities(db, name, None)
    if found.match in ("exact", "alias"):
        return found.numbers
    like = match.suggestions(db, name, None)
    raise UsageError(f"no entity is called '{name}'" + (f"; like it: {', '.join(like)}" if like else ""))


def _name(db: sqlite3.Connection, asked: str) -> str:
    """What was asked for, by its name where it was an id."""
    number = match.by_id(db, asked.strip())
    return asked if number is None else _named(db, number).name


def _named(db: sqlite3.Connection, number: int) -> Named:
    node, name, type_ = db.execute("SELECT node, name, type FROM entities WHERE id = ?", (number,)).fetchone()
    return Named(node, unpack(name), unpack(type_))


def _reasons(db: sqlite3.Connection, number: int) -> list[Reason]:
    rows = db.execute("SELECT rule, left, right, score FROM reasons WHERE entity = ? ORDER BY position", (number,))
    return [Reason(unpack(rule), unpack(left), unpack(right), score) for rule, left, right, score in rows]


def _dissent(db: sqlite3.Connection, number: int) -> Iterator[Step]:
    name = _named(db, number).name
    for reason in filter(is_of_type, _reasons(db, number)):
        yield Step(name, reason.right, f"some papers read it as {reason.right}", reason.score)


def _are_kept_apart(reasons: Iterable[Reason], a: str, b: str) -> bool:
    both = {names.key(a), names.key(b)}
    return any({names.key(reason.left), names.key(reason.right)} == both for reason in filter(keeps_apart, reasons))


def _way(reasons: Sequence[Reason], a: str, b: str) -> tuple[Step, ...]:
    """The surest chain of reasons from one name to the other."""
    if names.key(a) == names.key(b):
        return tuple(_spelling(a, b))
    reached: dict[str, tuple[Reason, ...]] = {}
    waiting: list[tuple[float, tuple[Reason, ...], str]] = [(-1.0, (), names.key(a))]
    ways = _by_key(reasons)
    while waiting and names.key(b) not in reached:
        unsure, chain, key = heapq.heappop(waiting)
        if key in reached:
            continue
        reached[key] = chain
        for reason, other in ways[key]:
            heapq.heappush(waiting, (unsure * reason.score, (*chain, reason), other))
    chain = reached.get(names.key(b)) or (Reason("named together", a, b, _TOGETHER),)
    return tuple(Step(reason.left, reason.right, in_words(reason), reason.score) for reason in chain)


def _by_key(reasons: Iterable[Reason]) -> dict[str, list[tuple[Reason, str]]]:
    """The reasons that join a key to another, by either."""
    found: dict[str, list[tuple[Reason, str]]] = defaultdict(list)
    for reason in filter(joins, reasons):
        left, right = names.key(reason.left), names.key(reason.right)
        if left != right:
            found[left].append((reason, right))
            found[right].append((reason, left))
    return found


def _spelling(a: str, b: str) -> Iterator[Step]:
    left, right = names.plain(a), names.plain(b)
    if left == right:
        yield Step(a, b, "they are one name", 1.0)
    else:
        yield Step(a, b, in_words(Reason(difference(left, right), left, right, 1.0)), 1.0)


def _against(db: sqlite3.Connection, left: int, right: int) -> Iterator[Step]:
    """What speaks for two entities being two things."""
    a, b = _named(db, left).name, _named(db, right).name
    told = [*_decided(db, left, right), *_by_name(db, left, right, a, b)]
    yield from told or [_nothing_joins(a, b)]
    yield from _by_facts(db, left, right)


def _nothing_joins(a: str, b: str) -> Step:
    alike = likeness(a, b)
    but = f", but {alike[0]}: kg review may ask" if alike else ""
    score = 1 - alike[1] if alike else _NOTHING_JOINS
    return Step(a, b, f"no spelling, abbreviation, known name or decision makes them one{but}", score)


def _decided(db: sqlite3.Connection, left: int, right: int) -> Iterator[Step]:
    both = set(_reasons(db, left)) & set(_reasons(db, right))
    for reason in sorted(filter(keeps_apart, both)):
        yield Step(reason.left, reason.right, in_words(reason), reason.score)


def _by_name(db: sqlite3.Connection, left: int, right: int, a: str, b: str) -> Iterator[Step]:
    numbers, others = ((" ".join(names.identity(name)) or "none") for name in (a, b))
    if numbers != others:
        yield Step(a, b, f"they differ in a number or sign: {numbers} and {others}", _OTHER_NUMBER)
    shared = db.execute(
        "SELECT l.name FROM names l JOIN names r ON r.key = l.key WHERE l.entity = ? AND r.entity = ?"
        " ORDER BY l.position, r.position LIMIT 1",
        (left, right),
    ).fetchone()
    if shared:
        yield Step(a, b, f"both are called '{unpack(shared[0])}', but papers use it for two things", _OTHER_MEANING)


def _by_facts(db: sqlite3.Connection, left: int, right: int) -> Iterator[Step]:
    rows = db.execute(
        "SELECT s.name, f.predicate, o.name, f.score FROM facts f JOIN entities s ON s.id = f.subject"
        " JOIN entities o ON o.id = f.object WHERE (s.id = ?1 AND o.id = ?2) OR (s.id = ?2 AND o.id = ?1)"
        " ORDER BY f.id",
        (left, right),
    )
    for subject, predicate, obj, score in rows:
        said = schema().labels[unpack(predicate)]
        yield Step(unpack(subject), unpack(obj), f"papers say that the first {said} the second", score)
