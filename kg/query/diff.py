"""What changed from one graph to another."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.core import ids
from kg.graph.store import reading
from kg.graph.tables import unpack

Json = dict[str, Any]
_Key = tuple[str, ...]

_NAMES = _SUBJECT, _OBJECT = "subject_name", "object_name"
"""Columns that go with the ids beside them: an entity of another name is told of once, not with each of its facts."""
_ROWS = {
    "papers": (1, "SELECT doc AS id, label AS name, year, text FROM papers"),
    "entities": (
        1,
        "SELECT node AS id, name, type,"
        " (SELECT json_group_array(a.name) FROM aliases a WHERE a.entity = entities.id) AS aliases FROM entities",
    ),
    "facts": (
        3,
        f"SELECT s.node AS subject, f.predicate, o.node AS object, s.name AS {_SUBJECT}, o.name AS {_OBJECT},"
        " round(f.score, 2) AS score, (SELECT count(DISTINCT paper) FROM evidence WHERE statement = f.id) AS papers"
        " FROM facts f JOIN nodes s ON s.id = f.subject JOIN nodes o ON o.id = f.object",
    ),
    "results": (
        7,
        "SELECT p.doc AS paper, r.value, r.kind, s.node AS system, d.node AS 'on', m.node AS metric,"
        " b.node AS baseline FROM results r JOIN evidence e ON e.statement = r.id AND e.position = 0"
        " JOIN papers p ON p.id = e.paper LEFT JOIN entities s ON s.id = r.system"
        ' LEFT JOIN entities d ON d.id = r."on" LEFT JOIN entities m ON m.id = r.metric'
        " LEFT JOIN entities b ON b.id = r.baseline",
    ),
}
"""What is compared: how many of the first columns say which one it is, and its rows."""
_COLUMNS: dict[str, Callable[[str], tuple[str, Any]]] = {
    "text": lambda text: ("digest", ids.digest(unpack(text))),
    "aliases": lambda names: ("aliases", sorted(unpack(str(name)) for name in json.loads(names))),
}
"""Columns that are shown as something else."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new, what is gone, and what is other than before (before, after), each by key."""

    added: tuple[Json, ...]
    removed: tuple[Json, ...]
    changed: tuple[tuple[Json, Json], ...]

    def __len__(self) -> int:
        return len(self.added) + len(self.removed) + len(self.changed)

    def to_json(self) -> Json:
        changed = [{"before": before, "after": after} for before, after in self.changed]
        return {"added": list(self.added), "removed": list(self.removed), "changed": changed}


def diff(old: Path, new: Path) -> dict[str, Changes]:
    """What changed in papers, entities, facts and results from the graph in the file `old` to that in `new`.

    Scores have two decimals, as in every export. Raises DataError where a graph cannot be read.
    """
    before, after = _rows(old), _rows(new)
    return {what: _changes(before[what], after[what]) for what in _ROWS}


def _changes(before: Mapping[_Key, Json], after: Mapping[_Key, Json]) -> Changes:
    other = ((before[key], after[key]) for key in sorted(before.keys() & after.keys()))
    return Changes(
        tuple(after[key] for key in sorted(after.keys() - before.keys())),
        tuple(before[key] for key in sorted(before.keys() - after.keys())),
        tuple((was, is_) for was, is_ in other if any(was[name] != is_[name] for name in was if name not in _NAMES)),
    )


def _rows(path: Path) -> dict[str, dict[_Key, Json]]:
    """The rows of a graph by what they are, and by key."""
    found: dict[str, dict[_Key, Json]] = {}
    with reading(path) as db:
        for what, (columns_of_key, select) in _ROWS.items():
            cursor = db.execute(select)
            names = [column[0] for column in cursor.description]
            rows = (_row(names, values) for values in cursor)
            found[what] = {tuple(str(row[name] or "") for name in names[:columns_of_key]): row for row in rows}
    return found


def _row(names: list[str], values: tuple[Any, ...]) -> Json:
    row: Json = {}
    for name, value in zip(names, values, strict=True):
        if name in _COLUMNS:
            name, value = _COLUMNS[name](value)
        row[name] = unpack(value) if isinstance(value, str) else value
    return row
