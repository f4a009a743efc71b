"""What is most worth a person's minute: merges that may be wrong, and entities that may be one."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.core import names
from kg.core.types import Reason
from kg.graph.store import reading
from kg.graph.tables import unpack
from kg.query.cards import to_json
from kg.resolve.near import likeness, near_misses
from kg.resolve.reasons import in_words, is_decided, joins, keeps_apart
from kg.resolve.sightings import is_of_kind, kind

_SURE = 0.95
"""Merges as sure as this are not doubted."""
_OTHER_KIND = 0.5
"""How much less probable it is that things of two kinds are one."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A decision to consider, why, the probability that it is right, and how many papers it would change."""

    decision: str
    name: str
    other: str
    why: str
    score: float
    papers: int

    @property
    def worth(self) -> float:
        return self.score * self.papers

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


def review(path: Path, limit: int) -> tuple[Suggestion, ...]:
    """At most `limit` suggestions on the graph at `path`, those first that are probably right and change most papers.

    What was decided already is not asked again. Raises DataError as `reading` does.
    """
    with reading(path) as db:
        found = [*_doubtful_merges(db), *_near_misses(db)]
    ranked = sorted(found, key=lambda one: (-one.worth, one.decision, one.name, one.other))
    return tuple(ranked[:limit])


def _doubtful_merges(db: sqlite3.Connection) -> Iterator[Suggestion]:
    reasons: dict[int, list[Reason]] = defaultdict(list)
    for entity, rule, left, right, score in db.execute("SELECT entity, rule, left, right, score FROM reasons"):
        reasons[entity].append(Reason(unpack(rule), unpack(left), unpack(right), score))
    for entity, why in sorted(reasons.items()):
        decided = {_pair(reason.left, reason.right) for reason in why if is_decided(reason)}
        doubted: dict[frozenset[str], Reason] = {}
        for reason in sorted(filter(joins, why), key=lambda reason: (reason.score, reason)):
            pair = _pair(reason.left, reason.right)
            if reason.score < _SURE and len(pair) == 2 and pair not in decided:
                doubted.setdefault(pair, reason)
        papers = _papers_by_key(db, entity) if doubted else {}
        for pair, reason in doubted.items():
            count = min((len(papers[key]) for key in pair if key in papers), default=1)
            yield Suggestion("different", reason.left, reason.right, in_words(reason), 1 - reason.score, count)


def _papers_by_key(db: sqlite3.Connection, entity: int) -> dict[str, set[int]]:
    """The papers in which the entity is called by a name of each key."""
    found: dict[str, set[int]] = defaultdict(set)
    rows = db.execute(
        "SELECT p.id, p.text, m.start, m.end FROM mentions m JOIN papers p ON p.id = m.paper WHERE m.entity = ?",
        (entity,),
    )
    for paper, text, start, end in rows:
        found[names.key(unpack(text)[start:end])].add(paper)
    return found


def _near_misses(db: sqlite3.Connection) -> Iterator[Suggestion]:
    entities: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, type_, papers in db.execute("SELECT name, type, papers FROM entities ORDER BY id"):
        entities[unpack(name)].append((unpack(type_), papers))
    apart = {
        _pair(reason.left, reason.right)
        for rule, left, right, score in db.execute("SELECT rule, left, right, score FROM reasons")
        if keeps_apart(reason := Reason(unpack(rule), unpack(left), unpack(right), score))
    }
    for left, right in near_misses(name for name, found in entities.items() if len(found) == 1):
        alike = likeness(left, right)
        if alike and _pair(left, right) not in apart:
            [(type_, papers)], [(other_type, other_papers)] = entities[left], entities[right]
            why, score = alike
            score *= 1 if is_of_kind(type_, {kind(other_type)}) else _OTHER_KIND
            yield Suggestion("same", left, right, why, score, min(papers, other_papers))


def _pair(left: str, right: str) -> frozenset[str]:
    return frozenset((names.key(left), names.key(right)))
