"""How two things hang together: the shortest chain of facts from one to the other."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from kg.core.errors import UsageError
from kg.core.schema import schema
from kg.graph.store import reading
from kg.graph.tables import unpack
from kg.query import match
from kg.query.cards import Proof, proof_of, to_json

_Neighbours = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Step:
    """One fact on the way, by the names of its ends (a paper's is its label); `forward` where the way goes from its
    subject to its object."""

    subject: str
    predicate: str
    object: str
    score: float
    subject_id: str
    object_id: str
    forward: bool
    evidence: Proof

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


def shortest_path(path: Path, a: str, b: str) -> tuple[Step, ...]:
    """The facts that lead from `a` to `b`, each the name or id of an entity or a paper, whichever way they point.

    Of several shortest ways the one through the least connected nodes, since a way through what everybody mentions
    says little; empty where there is none. Raises UsageError where nothing has such a name, or both are the same thing;
    DataError as `reading` does.
    """
    with reading(path) as db:
        start, goal = _number(db, a), _number(db, b)
        if start == goal:
            raise UsageError(f"'{a}' and '{b}' are the same thing here")
        way = _way(_neighbours(db), min(start, goal), max(start, goal))[:: 1 if start < goal else -1]
        return tuple(_step(db, here, there) for here, there in pairwise(way))


def _number(db: sqlite3.Connection, name: str) -> int:
    found = match.entities(db, name, None).numbers or match.papers(db, name, whole=False).numbers
    if found:
        return found[0]
    like = match.suggestions(db, name, None)
    raise UsageError(f"nothing in the graph is called '{name}'" + (f"; like it: {', '.join(like)}" if like else ""))


def _neighbours(db: sqlite3.Connection) -> _Neighbours:
    neighbours = defaultdict(list)
    for subject, obj in db.execute("SELECT DISTINCT subject, object FROM facts ORDER BY subject, object"):
        neighbours[subject].append(obj)
        neighbours[obj].append(subject)
    return neighbours


def _way(neighbours: _Neighbours, start: int, goal: int) -> list[int]:
    """The nodes from `start` to `goal`: fewest first, then those with the fewest neighbours in all."""
    best: dict[int, tuple[int, int]] = {start: (0, start)}
    layer = [start]
    while layer and goal not in best:
        reached: dict[int, tuple[int, int]] = {}
        for node in layer:
            cost = best[node][0] + len(neighbours.get(node, ()))
            for neighbour in neighbours.get(node, ()):
                if neighbour not in best:
                    reached[neighbour] = min(reached.get(neighbour, (cost, node)), (cost, node))
        best |= reached
        layer = list(reached)
    if goal not in best:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(best[way[-1]][1])
    return way[::-1]


def _step(db: sqlite3.Connection, here: int, there: int) -> Step:
    order = {name: index for index, name in enumerate((*schema().of_paper, *schema().relations))}
    rows = db.execute(
        "SELECT id, subject, predicate, object, score FROM facts"
        " WHERE (subject = ?1 AND object = ?2) OR (subject = ?2 AND object = ?1)",
        (here, there),
    )
    number, source, predicate, target, score = min(
        rows, key=lambda row: (-row[4], order.get(row[2], len(order)), row[0])
    )
    subject_id, subject = _named(db, source)
    object_id, obj = _named(db, target)
    return Step(
        subject=subject,
        predicate=unpack(predicate),
        object=obj,
        score=score,
        subject_id=subject_id,
        object_id=object_id,
        forward=source == here,
        evidence=proof_of(db, number),
    )


def _named(db: sqlite3.Connection, number: int) -> tuple[str, str]:
    node, name = db.execute("SELECT node, name FROM nodes WHERE id = ?", (number,)).fetchone()
    return unpack(node), unpack(name)
