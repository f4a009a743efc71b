"""The graph as CSV tables: UTF-8, "\\n" at line ends, a header, rows in the graph's order.

Two things are written otherwise than they are, because these files are opened in spreadsheets. A cell that a
spreadsheet would run as a formula gets an apostrophe before it (numbers such as "+4.6" stay). Values that share a cell
are joined by " | ", which within a value is "|". Names are labels (`text.label`); `graph.json` has every name as it is.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kg.core import ids
from kg.core.types import DocId, Entity, Fact, Graph, NodeId, Result
from kg.export.text import decimal, label, storable
from kg.graph.labels import paper_labels

JOINT = " | "

_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-][0-9][\w.,% \\$]*")

Row = Sequence[str | int | None]


ENTITIES = ("id", "name", "type", "aliases", "papers", "mentions", "introduced_by")
FACTS = (
    *("subject", "subject_name", "predicate", "object", "object_name"),
    *("score", "support", "papers", "paper", "start", "end", "quote"),
)
RESULTS = (
    *("paper", "system", "system_name", "on", "on_name", "metric", "metric_name"),
    *("value", "number", "unit", "kind", "baseline", "baseline_name", "start", "end", "quote"),
)


def entities(graph: Graph, path: Path) -> None:
    """Write a row for each entity: how many papers name it, how often, and which papers introduce it."""
    introducers: dict[NodeId, list[DocId]] = {}
    for fact in graph.facts:
        if fact.predicate == "introduces":
            introducers.setdefault(fact.object, []).append(ids.doc_of(fact.subject))
    _write(path, ENTITIES, (_entity(entity, introducers.get(entity.id, [])) for entity in graph.entities))


def facts(graph: Graph, path: Path) -> None:
    """Write a row for each fact, with its first piece of evidence; `support` is the number of its `papers`."""
    names = _names(graph)
    _write(path, FACTS, (_fact(fact, names) for fact in graph.facts))


def results(graph: Graph, path: Path) -> None:
    """Write a row for each result: the number verbatim (`value`) and read (`number`), and the words that report it."""
    names = _names(graph)
    _write(path, RESULTS, (_result(result, names) for result in graph.results))


def _entity(entity: Entity, introducers: Iterable[DocId]) -> Row:
    papers = {mention.evidence.span.doc for mention in entity.mentions}
    return (
        entity.id,
        label(entity.name),
        entity.type,
        _joined(map(label, entity.aliases)),
        len(papers),
        len(entity.mentions),
        _joined(introducers),
    )


def _fact(fact: Fact, names: dict[str, str]) -> Row:
    first = fact.evidence[0]
    return (
        fact.subject,
        names[fact.subject],
        fact.predicate,
        fact.object,
        names[fact.object],
        f"{fact.score:.2f}",
        len(fact.papers),
        _joined(fact.papers),
        first.span.doc,
        first.span.start,
        first.span.end,
        first.quote,
    )


def _result(result: Result, names: dict[str, str]) -> Row:
    first = result.evidence[0]

    def end(node: str | None) -> tuple[str, str]:
        return (node, names[node]) if node else ("", "")

    return (
        first.span.doc,
        *end(result.system),
        *end(result.on),
        *end(result.metric),
        result.value,
        decimal(result.number),
        result.unit,
        result.kind,
        *end(result.baseline),
        first.span.start,
        first.span.end,
        first.quote,
    )


def _names(graph: Graph) -> dict[str, str]:
    """What each node is called."""
    papers: dict[str, str] = {ids.paper(doc): label(name) for doc, name in paper_labels(graph).items()}
    return papers | {entity.id: label(entity.name) for entity in graph.entities}


def _joined(values: Iterable[str]) -> str:
    return JOINT.join(value.replace(JOINT, "|") for value in values)


def _write(path: Path, header: Row, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(header)
        table.writerows(map(_safe, rows))


def _safe(row: Row) -> Iterator[str | int | None]:
    for cell in row:
        if not isinstance(cell, str):
            yield cell
        elif _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
            yield "'" + storable(cell)
        else:
            yield storable(cell)
