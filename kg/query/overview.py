"""The graph at a glance: its entities in a list, and its counts."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.core.schema import schema
from kg.graph.store import reading
from kg.graph.tables import unpack
from kg.query.cards import to_json
from kg.query.lookup import known_type

_MOST_SHARED = 10


@dataclass(frozen=True, slots=True)
class Listed:
    """An entity in a list, and how many papers speak of it."""

    id: str
    name: str
    type: str
    papers: int

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


@dataclass(frozen=True, slots=True)
class Stats:
    """How much is in a graph. Types and predicates stand in the ontology's order, those of no entity or fact too."""

    papers: int
    entities: int
    facts: int
    results: int
    entities_by_type: dict[str, int]
    facts_by_predicate: dict[str, int]
    most_shared: tuple[Listed, ...]

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


def list_entities(path: Path, type: str | None = None, limit: int | None = None) -> tuple[Listed, ...]:
    """The entities (of `type`) in the graph at `path`, those of most papers first, then by name; at most `limit`.

    Raises UsageError for a type that is none, DataError as `reading` does.
    """
    wanted = None if type is None else known_type(type)
    with reading(path) as db:
        return _listed(db, wanted, limit)


def stats(path: Path) -> Stats:
    """The counts of the graph at `path`. Raises DataError as `reading` does."""
    words = schema()
    with reading(path) as db:
        types, predicates = _counts(db, "entities", "type"), _counts(db, "facts", "predicate")
        return Stats(
            papers=_count(db, "papers"),
            entities=_count(db, "entities"),
            facts=_count(db, "facts"),
            results=_count(db, "results"),
            entities_by_type={name: types.get(name, 0) for name in words.types},
            facts_by_predicate={name: predicates.get(name, 0) for name in (*words.of_paper, *words.relations)},
            most_shared=_listed(db, None, _MOST_SHARED),
        )


def _listed(db: sqlite3.Connection, type_: str | None, limit: int | None) -> tuple[Listed, ...]:
    rows = db.execute(
        "SELECT node, name, type, papers FROM entities WHERE type = ifnull(?, type)"
        " ORDER BY papers DESC, name, id LIMIT ifnull(?, -1)",
        (type_, limit),
    )
    return tuple(Listed(node, unpack(name), unpack(kind), papers) for node, name, kind, papers in rows)


def _count(db: sqlite3.Connection, table: str) -> int:
    (number,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(number)


def _counts(db: sqlite3.Connection, table: str, column: str) -> dict[str, int]:
    return dict(db.execute(f"SELECT {column}, count(*) FROM {table} GROUP BY {column}").fetchall())
