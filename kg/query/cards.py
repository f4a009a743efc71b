"""What is shown of an entity and of a paper, put together from the rows that it takes and no others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from typing import Any, TypeVar, cast

from kg.core.schema import schema
from kg.core.segment import sentence_at, sentences
from kg.core.types import TITLE_GAP
from kg.graph.certainty import at_least_one
from kg.graph.tables import unpack, unpack_list

_FACTS = (
    "SELECT f.id, f.predicate, f.score, s.node, s.name, o.node, o.name FROM facts f"
    " JOIN entities s ON s.id = f.subject JOIN entities o ON o.id = f.object"
)
_RESULTS = (
    "SELECT r.id, s.name, d.name, m.name, r.value, r.number, r.unit, r.kind, b.name FROM results r"
    ' LEFT JOIN entities s ON s.id = r.system LEFT JOIN entities d ON d.id = r."on"'
    " LEFT JOIN entities m ON m.id = r.metric LEFT JOIN entities b ON b.id = r.baseline"
)


@dataclass(frozen=True, slots=True)
class Proof:
    """The sentence that shows something, and where it stands in the text of the paper `paper`."""

    paper: str
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PaperName:
    """A paper's id and what it is called: its title, or its label where it has none."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Appearance:
    """A paper that speaks of an entity: what the entity is to it, and the sentence that shows so."""

    id: str
    title: str
    role: str
    score: float
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NamedFact:
    """A relation between two entities by their names, the papers that state it, and the sentences of the surest one."""

    subject: str
    predicate: str
    object: str
    score: float
    papers: tuple[str, ...]
    subject_id: str
    object_id: str
    evidence: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class NamedResult:
    """A reported number, its entities by their names."""

    system: str | None
    on: str | None
    metric: str | None
    value: str
    number: Decimal | None
    unit: str | None
    kind: str
    baseline: str | None
    evidence: Proof


@dataclass(frozen=True, slots=True)
class Card:
    """All about an entity. `score` is how sure it is that any paper speaks of it as it says here."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    score: float
    introduced_by: tuple[PaperName, ...]
    papers: tuple[Appearance, ...]
    facts: tuple[NamedFact, ...]
    results: tuple[NamedResult, ...]

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


@dataclass(frozen=True, slots=True)
class Held:
    """An entity that a paper speaks of, what it is to it, and the sentence that shows so."""

    id: str
    name: str
    type: str
    role: str
    score: float
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PaperCard:
    """All about a paper: its entities by role, the facts and results that it states. `urls` are its code and data."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    url: str | None
    urls: tuple[str, ...]
    entities: tuple[Held, ...]
    facts: tuple[NamedFact, ...]
    results: tuple[NamedResult, ...]

    def to_json(self) -> dict[str, Any]:
        return to_json(self)


_InPaper = TypeVar("_InPaper", Appearance, Held)


def to_json(value: object) -> dict[str, Any]:
    """A dataclass of this room as a JSON object; scores with two decimals."""
    return {field.name: _plain(getattr(value, field.name)) for field in fields(cast(Any, value))}


def _plain(value: object) -> Any:
    if is_dataclass(value):
        return to_json(value)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return round(value, 2)
    return str(value) if isinstance(value, Decimal) else value


def entity_card(db: sqlite3.Connection, number: int) -> Card:
    """The card of the entity with this number in the store."""
    node, name, type_ = db.execute("SELECT node, name, type FROM entities WHERE id = ?", (number,)).fetchone()
    aliases = db.execute("SELECT name FROM names WHERE entity = ? AND position > 0 ORDER BY position", (number,))
    proofs = _Proofs(db)
    rows = db.execute(
        "SELECT f.id, p.doc, p.label, f.predicate, f.score FROM facts f JOIN papers p ON p.id = f.subject"
        " WHERE f.object = ?",
        (number,),
    )
    papers = _by_role(
        Appearance(unpack(doc), unpack(label), unpack(role), score, *proofs.place(fact))
        for fact, doc, label, role, score in rows.fetchall()
    )
    facts = db.execute(f"{_FACTS} WHERE f.subject = ?1 OR f.object = ?1", (number,))
    results = db.execute(
        f'{_RESULTS} WHERE r.system = ?1 OR r."on" = ?1 OR r.metric = ?1 OR r.baseline = ?1 ORDER BY r.id', (number,)
    )
    return Card(
        id=node,
        name=unpack(name),
        type=unpack(type_),
        aliases=tuple(unpack(alias) for (alias,) in aliases),
        score=at_least_one(paper.score for paper in papers),
        introduced_by=tuple(PaperName(paper.id, paper.title) for paper in papers if paper.role == "introduces"),
        papers=papers,
        facts=_named_facts(facts.fetchall(), proofs),
        results=tuple(_named_result(row, proofs) for row in results.fetchall()),
    )


def paper_card(db: sqlite3.Connection, number: int) -> PaperCard:
    """The card of the paper with this number in the store."""
    doc, label, authors, year, venue, url = db.execute(
        "SELECT doc, label, authors, year, venue, url FROM papers WHERE id = ?", (number,)
    ).fetchone()
    proofs = _Proofs(db, number)
    rows = db.execute(
        "SELECT f.id, e.node, e.name, e.type, f.predicate, f.score FROM facts f JOIN entities e ON e.id = f.object"
        " WHERE f.subject = ?",
        (number,),
    )
    entities = _by_role(
        Held(node, unpack(name), unpack(type_), unpack(role), score, *proofs.place(fact))
        for fact, node, name, type_, role, score in rows.fetchall()
    )
    proven = "IN (SELECT statement FROM evidence WHERE paper = ?)"
    facts = db.execute(f"{_FACTS} WHERE f.id {proven}", (number,))
    results = db.execute(f"{_RESULTS} WHERE r.id {proven} ORDER BY r.id", (number,))
    urls = db.execute("SELECT url FROM urls WHERE paper = ? ORDER BY id", (number,))
    return PaperCard(
        id=unpack(doc),
        title=unpack(label),
        authors=unpack_list(authors),
        year=year,
        venue=unpack(venue),
        url=unpack(url),
        urls=tuple(unpack(link) for (link,) in urls),
        entities=entities,
        facts=_named_facts(facts.fetchall(), proofs),
        results=tuple(_named_result(row, proofs) for row in results.fetchall()),
    )


def proof_of(db: sqlite3.Connection, statement: int) -> Proof:
    """The surest proof of the fact or result with this number in the store."""
    return _Proofs(db).of(statement)


class _Proofs:
    """The surest proof of a statement by its number: from the paper with the number `paper` where it has one there."""

    def __init__(self, db: sqlite3.Connection, paper: int = 0) -> None:
        self._db = db
        self._paper = paper
        self._papers: dict[int, tuple[str, str]] = {}

    def of(self, statement: int) -> Proof:
        return self._proof(*self._surest(statement))

    def all_of(self, statement: int) -> tuple[Proof, ...]:
        """All that the paper of the surest proof has, in the order of its text."""
        paper, *_ = self._surest(statement)
        rows = self._db.execute(
            "SELECT paper, start, end FROM evidence WHERE statement = ? AND paper = ? ORDER BY start, end",
            (statement, paper),
        )
        return tuple(dict.fromkeys(self._proof(*row) for row in rows.fetchall()))

    def _surest(self, statement: int) -> tuple[int, int, int]:
        number, start, end = self._db.execute(
            "SELECT paper, start, end FROM evidence WHERE statement = ?"
            " ORDER BY paper = ? DESC, score DESC, position LIMIT 1",
            (statement, self._paper),
        ).fetchone()
        return number, start, end

    def _proof(self, number: int, start: int, end: int) -> Proof:
        if number not in self._papers:
            doc, text = self._db.execute("SELECT doc, text FROM papers WHERE id = ?", (number,)).fetchone()
            self._papers[number] = unpack(doc), unpack(text)
        doc, text = self._papers[number]
        start, end = _sentence(text, start, end)
        return Proof(doc, text[start:end], start, end)

    def place(self, statement: int) -> tuple[str, int, int]:
        proof = self.of(statement)
        return proof.quote, proof.start, proof.end

    def papers(self, statement: int) -> tuple[str, ...]:
        rows = self._db.execute(
            "SELECT DISTINCT p.doc FROM evidence e JOIN papers p ON p.id = e.paper WHERE e.statement = ? ORDER BY p.id",
            (statement,),
        )
        return tuple(unpack(doc) for (doc,) in rows)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    if text[end - 1] in ".!?" or text.startswith(TITLE_GAP, end):
        return start, end
    first, last = sentence_at(sentences(text), start)
    return min(first, start), max(last, end)


def _by_role(held: Iterator[_InPaper]) -> tuple[_InPaper, ...]:
    order = {role: index for index, role in enumerate(schema().of_paper)}
    return tuple(sorted(held, key=lambda one: (order.get(one.role, len(order)), -one.score, one.id)))


def _named_facts(rows: Sequence[tuple[Any, ...]], proofs: _Proofs) -> tuple[NamedFact, ...]:
    order = {relation: index for index, relation in enumerate(schema().relations)}
    facts = [
        NamedFact(
            unpack(subject),
            unpack(predicate),
            unpack(obj),
            score,
            proofs.papers(number),
            subject_id,
            object_id,
            proofs.all_of(number),
        )
        for number, predicate, score, subject_id, subject, object_id, obj in rows
    ]
    return tuple(
        sorted(
            facts,
            key=lambda fact: (
                order.get(fact.predicate, len(order)),
                -len(fact.papers),
                -fact.score,
                fact.subject_id,
                fact.object_id,
            ),
        )
    )


def _named_result(row: tuple[Any, ...], proofs: _Proofs) -> NamedResult:
    statement, system, on, metric, value, number, unit, kind, baseline = row
    return NamedResult(
        unpack(system),
        unpack(on),
        unpack(metric),
        unpack(value),
        None if number is None else Decimal(number),
        unpack(unit),
        unpack(kind),
        unpack(baseline),
        proofs.of(statement),
    )
