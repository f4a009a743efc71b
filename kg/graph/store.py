"""The graph's home: `graph.sqlite`, written whole and read whole, or opened to ask (`reading`)."""

from __future__ import annotations

import secrets
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

from kg.core import ids, names
from kg.core.errors import DataError
from kg.core.garbage import not_collecting
from kg.core.types import DocId, Document, Doubt, Entity, Evidence, Fact, Graph, Mention, NodeId, Reason, Result
from kg.graph.labels import paper_labels
from kg.graph.tables import APPLICATION, INDEXES, TABLES, VERSION, pack, pack_list, unpack, unpack_list

Row = tuple[Any, ...]


def save(graph: Graph, path: Path) -> None:
    """Writes `graph` to `path`: beside it first, then renamed, so that what stood there stays whole until the end.

    The same graph gives the same dump. Raises DataError where `path` cannot be written, or where the graph speaks of a
    paper or an entity that it does not hold.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with closing(sqlite3.connect(beside)) as db:
            _write(db, graph)
        beside.replace(path)
    except (sqlite3.Error, OSError, OverflowError) as error:
        raise DataError(f"{path}: cannot write the graph: {error}") from error
    except KeyError as error:
        raise DataError(f"{path}: the graph speaks of {error}, which it does not hold") from error
    finally:
        with suppress(OSError):
            beside.unlink()


def load(path: Path) -> Graph:
    """The graph that `save` wrote to `path`, equal to it. Raises DataError as `reading` does."""
    with reading(path) as db, not_collecting():
        try:
            return _read(db)
        except (LookupError, ValueError, TypeError, ArithmeticError) as error:
            raise _damaged(path, error) from error


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """`path` open to be read, never written. Text in it is packed: see `tables.unpack`.

    Raises DataError, also out of the block, where there is no graph, a damaged one or another version's.
    """
    if not path.is_file():
        raise DataError(f"{path}: there is no graph: make one with `kg build`")
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as db:
            if db.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise DataError(f"{path}: this is no graph of kg: make one with `kg build`")
            if db.execute("PRAGMA user_version").fetchone() != (VERSION,):
                raise DataError(f"{path}: the graph was made by another version of kg: build it again")
            yield db
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> DataError:
    return DataError(f"{path}: the graph is damaged ({error}): build it again")


def _write(db: sqlite3.Connection, graph: Graph) -> None:
    db.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {TABLES}")
    papers = {document.id: number for number, document in enumerate(graph.papers, 1)}
    nodes = {ids.paper(doc): number for doc, number in papers.items()}
    nodes |= {entity.id: number for number, entity in enumerate(graph.entities, 1 + len(papers))}
    _insert(db, "papers", 13, _paper_rows(graph))
    _insert(db, "urls", 3, ((None, papers[doc], pack(url)) for doc, url in graph.urls))
    _write_entities(db, graph, papers, nodes)
    _insert(db, "redirects", 2, ((old, nodes[new]) for old, new in graph.redirects))
    _insert(
        db,
        "facts",
        5,
        (
            (number, nodes[fact.subject], pack(fact.predicate), nodes[fact.object], fact.score)
            for number, fact in enumerate(graph.facts, 1)
        ),
    )
    first_result = 1 + len(graph.facts)
    results = list(enumerate(graph.results, first_result))
    _insert(db, "results", 9, (_result_row(number, result, nodes) for number, result in results))
    proven = [*enumerate((fact.evidence for fact in graph.facts), 1), *((n, r.evidence) for n, r in results)]
    _insert(
        db,
        "evidence",
        7,
        (
            (statement, position, *_place(piece, papers))
            for statement, evidence in proven
            for position, piece in enumerate(evidence)
        ),
    )
    _insert(db, "doubts", 12, ((None, *_doubt_row(doubt, papers)) for doubt in graph.doubts))
    db.executescript(f"{INDEXES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};")


def _insert(db: sqlite3.Connection, table: str, columns: int, rows: Iterable[Row]) -> None:
    with db:
        db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)


def _paper_rows(graph: Graph) -> Iterator[Row]:
    labels = paper_labels(graph)
    for number, paper in enumerate(graph.papers, 1):
        yield (
            number,
            pack(paper.id),
            pack(paper.title),
            pack(paper.text),
            paper.year,
            pack(paper.venue),
            pack_list(paper.authors),
            pack(paper.url),
            pack(paper.doi),
            pack(paper.arxiv),
            pack_list(paper.keywords),
            pack_list(paper.sources),
            pack(labels[paper.id]),
        )


def _write_entities(
    db: sqlite3.Connection, graph: Graph, papers: Mapping[DocId, int], nodes: Mapping[NodeId, int]
) -> None:
    held_by = Counter(fact.object for fact in graph.facts if ids.is_paper(fact.subject))
    entities = [(nodes[entity.id], entity) for entity in graph.entities]
    _insert(db, "entities", 5, ((n, e.id, pack(e.type), pack(e.name), held_by[e.id]) for n, e in entities))
    _insert(
        db,
        "names",
        5,
        (
            (None, number, position, pack(name), pack(names.key(name)))
            for number, entity in entities
            for position, name in enumerate((entity.name, *entity.aliases))
        ),
    )
    _insert(
        db,
        "mentions",
        8,
        (
            (number, position, pack(mention.type), *_place(mention.evidence, papers))
            for number, entity in entities
            for position, mention in enumerate(entity.mentions)
        ),
    )
    _insert(
        db,
        "reasons",
        6,
        (
            (number, position, pack(why.rule), pack(why.left), pack(why.right), why.score)
            for number, entity in entities
            for position, why in enumerate(entity.why)
        ),
    )


def _place(piece: Evidence, papers: Mapping[DocId, int]) -> Row:
    return papers[piece.span.doc], piece.span.start, piece.span.end, pack(piece.by), piece.score


def _doubt_row(doubt: Doubt, papers: Mapping[DocId, int]) -> Row:
    subject = None if doubt.subject is None else names.key(doubt.subject)
    return (
        *_place(doubt.evidence, papers),
        *(pack(doubt.subject), pack(subject), pack(doubt.predicate)),
        *(pack(doubt.object), pack(names.key(doubt.object)), doubt.score),
    )


def _result_row(number: int, result: Result, nodes: Mapping[NodeId, int]) -> Row:
    system, on, metric, baseline = (
        None if node is None else nodes[NodeId(node)]
        for node in (result.system, result.on, result.metric, result.baseline)
    )
    figure = None if result.number is None else str(result.number)
    return number, system, on, metric, pack(result.value), figure, pack(result.unit), pack(result.kind), baseline


def _read(db: sqlite3.Connection) -> Graph:
    papers = {number: _document(row) for number, *row in db.execute("SELECT * FROM papers ORDER BY id")}
    evidence = defaultdict(list)
    for statement, *place in db.execute(
        "SELECT statement, paper, start, end, by, score FROM evidence ORDER BY statement, position"
    ):
        evidence[statement].append(_cut(papers, place))
    entities = _read_entities(db, papers)
    nodes = {number: ids.paper(paper.id) for number, paper in papers.items()}
    nodes |= {number: entity.id for number, entity in entities.items()}
    facts = tuple(
        Fact(nodes[subject], unpack(predicate), nodes[obj], tuple(evidence[number]), score)
        for number, subject, predicate, obj, score in db.execute("SELECT * FROM facts ORDER BY id")
    )
    results = tuple(
        _result(row, nodes, tuple(evidence[number])) for number, *row in db.execute("SELECT * FROM results ORDER BY id")
    )
    urls = tuple(
        (papers[paper].id, unpack(url)) for paper, url in db.execute("SELECT paper, url FROM urls ORDER BY id")
    )
    redirects = tuple(
        (NodeId(old), nodes[new]) for old, new in db.execute("SELECT node, entity FROM redirects ORDER BY node")
    )
    doubts = tuple(
        Doubt(_cut(papers, place), unpack(subject), unpack(predicate), unpack(obj), score)
        for *place, subject, predicate, obj, score in db.execute(
            "SELECT paper, start, end, by, evidence_score, subject, predicate, object, score FROM doubts ORDER BY id"
        )
    )
    return Graph(tuple(papers.values()), tuple(entities.values()), facts, results, urls, redirects, doubts)


def _document(row: list[Any]) -> Document:
    doc, title, text, year, venue, authors, url, doi, arxiv, keywords, sources, _label = row
    return Document(
        id=DocId(unpack(doc)),
        text=unpack(text),
        title=unpack(title),
        year=year,
        venue=unpack(venue),
        authors=unpack_list(authors),
        url=unpack(url),
        doi=unpack(doi),
        arxiv=unpack(arxiv),
        keywords=unpack_list(keywords),
        sources=unpack_list(sources),
    )


def _read_entities(db: sqlite3.Connection, papers: Mapping[int, Document]) -> dict[int, Entity]:
    aliases, mentions, reasons = defaultdict(list), defaultdict(list), defaultdict(list)
    for entity, name in db.execute("SELECT entity, name FROM names WHERE position > 0 ORDER BY id"):
        aliases[entity].append(unpack(name))
    for entity, type_, *place in db.execute(
        "SELECT entity, type, paper, start, end, by, score FROM mentions ORDER BY entity, position"
    ):
        mentions[entity].append(Mention(unpack(type_), _cut(papers, place)))
    for entity, rule, left, right, score in db.execute(
        "SELECT entity, rule, left, right, score FROM reasons ORDER BY entity, position"
    ):
        reasons[entity].append(Reason(unpack(rule), unpack(left), unpack(right), score))
    return {
        n: Entity(NodeId(node), unpack(type_), unpack(name), tuple(aliases[n]), tuple(mentions[n]), tuple(reasons[n]))
        for n, node, type_, name in db.execute("SELECT id, node, type, name FROM entities ORDER BY id")
    }


def _cut(papers: Mapping[int, Document], place: list[Any]) -> Evidence:
    paper, start, end, by, score = place
    return papers[paper].cut(start, end, unpack(by), score)


def _result(row: list[Any], nodes: Mapping[int, NodeId], evidence: tuple[Evidence, ...]) -> Result:
    system, on, metric, value, number, unit, kind, baseline = row
    return Result(
        system=None if system is None else nodes[system],
        on=None if on is None else nodes[on],
        metric=None if metric is None else nodes[metric],
        value=unpack(value),
        number=None if number is None else Decimal(number),
        unit=unpack(unit),
        kind=unpack(kind),
        baseline=None if baseline is None else nodes[baseline],
        evidence=evidence,
    )
