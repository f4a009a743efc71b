"""Look an entity or a paper up in `graph.sqlite`, by what a reader remembers of its name."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.core import ids
from kg.core.errors import UsageError
from kg.core.schema import schema
from kg.core.types import NodeId
from kg.graph.store import reading
from kg.graph.tables import pack
from kg.query import match
from kg.query.cards import Card, PaperCard, entity_card, paper_card, to_json


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for `query`: entities and papers, best first; and other names to try, those that are like it where
    nothing was found, else those that hold the same words.

    `match` tells how: "exact" by name, id, title or author, "alias" by another name of it, "near" where a slip had to
    be assumed, "none".
    """

    query: str
    match: match.Match
    entities: tuple[Card, ...] = ()
    papers: tuple[PaperCard, ...] = ()
    suggestions: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


def lookup(path: Path, query: str, type: str | None = None, limit: int = 10) -> Answer:
    """What `query` names in the graph at `path`: at most `limit` entities (of `type`) and as many papers.

    Papers are sought by id, by words of the title and by author; where an entity has exactly that name, only a paper
    whose whole title or author it is counts too. With a `type`, no papers. Raises UsageError for a type that is none,
    DataError as `reading` does.
    """
    wanted = None if type is None else known_type(type)
    with reading(path) as db:
        found = match.entities(db, query, wanted)
        named = found.match in ("exact", "alias")
        papers = match.Found("none") if wanted else match.papers(db, query, whole=named)
        how = found.match if found.numbers else papers.match
        return Answer(
            query=query,
            match=how,
            entities=tuple(entity_card(db, number) for number in found.numbers[:limit]),
            papers=tuple(paper_card(db, number) for number in papers.numbers[:limit]),
            suggestions=(
                match.suggestions(db, query, wanted)
                if how == "none"
                else match.holding(db, query, wanted, found.numbers)
            ),
        )


def show(path: Path, node: str) -> Card | PaperCard:
    """The card of the entity or paper with this id, former id, IRI or name.

    Raises UsageError, with ids like it, where there is none.
    """
    wanted = node.strip().removeprefix(ids.DATA).removeprefix("id:")
    with reading(path) as db:
        number = match.by_id(db, wanted)
        if number is not None:
            return entity_card(db, number)
        doc = ids.doc_of(NodeId(wanted)) if ids.is_paper(wanted) else wanted
        row = db.execute("SELECT id FROM papers WHERE doc = ?", (pack(doc),)).fetchone()
        if row:
            return paper_card(db, row[0])
        found = match.entities(db, node, None)
        if found.match in ("exact", "alias"):
            return entity_card(db, found.numbers[0])
        raise UsageError(f"there is no '{node}' in the graph{_instead(db, wanted)}")


def _instead(db: sqlite3.Connection, wanted: str) -> str:
    name = ids.unescape(wanted.removeprefix("entity-")).replace("-", " ")
    found = match.entities(db, name, None).numbers
    like = [db.execute("SELECT node FROM entities WHERE id = ?", (number,)).fetchone()[0] for number in found[:3]]
    like = like or [
        node
        for name in match.suggestions(db, name, None)
        for (node,) in db.execute("SELECT node FROM entities WHERE name = ? ORDER BY id", (pack(name),))
    ]
    return f"; like it: {', '.join(like[:3])}" if like else ": `kg lookup` finds ids by name"


def known_type(type_: str) -> str:
    """The type of the ontology that `type_` names, whatever its case. Raises UsageError where it is none."""
    for known in schema().types:
        if known.casefold() == type_.strip().casefold():
            return known
    raise UsageError(f"no type '{type_}': choose one of {', '.join(schema().types)}")
