"""What a SPARQL query gave, and the formats that it can be written in."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from kg.core import ids
from kg.core.errors import UsageError
from kg.query.syntax import columns

if TYPE_CHECKING:
    import pyoxigraph

FORMATS = ("table", "json", "csv", "tsv", "xml", "turtle")

PREFIXES = ids.PREFIXES | {"owl": "http://www.w3.org/2002/07/owl#"}
"""Prefixes that a query need not declare."""

_Term: TypeAlias = "pyoxigraph.NamedNode | pyoxigraph.BlankNode | pyoxigraph.Literal | pyoxigraph.Triple"

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LOCAL = re.compile(r"[\w.%-]*", re.ASCII)
_CANNOT = {
    ("rows", "turtle"): "a SELECT gives rows, not triples: choose table, json, csv, tsv or xml",
    ("boolean", "turtle"): "an ASK gives yes or no, not triples: choose table, json, csv, tsv or xml",
    ("triples", "csv"): "CONSTRUCT and DESCRIBE give triples, not rows: choose turtle, json or xml",
    ("triples", "tsv"): "CONSTRUCT and DESCRIBE give triples, not rows: choose turtle, json or xml",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a query gave: rows (SELECT), a boolean (ASK) or triples (CONSTRUCT, DESCRIBE; sorted).

    `data` is SPARQL's JSON for the first two, N-Triples for the last.
    """

    kind: Literal["rows", "boolean", "triples"]
    data: bytes

    @property
    def yes(self) -> bool:
        """The boolean itself, else whether there is any row or triple."""
        if self.kind == "boolean":
            return bool(json.loads(self.data)["boolean"])
        return bool(self.data) if self.kind == "triples" else any(True for _ in solutions(self.data))

    def rows(self) -> tuple[tuple[str, ...], tuple[tuple[str | None, ...], ...]]:
        """A SELECT's columns and the plain values of its rows; None where a variable is unbound."""
        names, rows = _rows(self.data)
        return names, tuple(tuple(None if term is None else _value(term) for term in row) for row in rows)

    def text(self, format: str = "table") -> str:
        """The answer in one of `FORMATS`, ended by a newline; triples have no table, and are Turtle instead.

        Raises UsageError for another format, and where the format cannot hold such an answer.
        """
        if format not in FORMATS:
            raise UsageError(f"no format '{format}': choose one of {', '.join(FORMATS)}")
        if (self.kind, format) in _CANNOT:
            raise UsageError(_CANNOT[self.kind, format])
        if self.kind == "triples":
            text = _triples_text(self.data, format)
        elif format in ("json", "xml") or (self.kind, format) == ("rows", "tsv"):
            text = _results_text(self.data, format)
        elif self.kind == "boolean":
            text = "true" if self.yes else "false"
        else:
            text = _csv(self.rows()) if format == "csv" else _table(self.data)
        if format == "xml":
            text = _NOT_XML.sub("\ufffd", text)
        return text if text.endswith("\n") else text + "\n"


def solutions(data: bytes) -> pyoxigraph.QuerySolutions:
    """The rows of a SELECT from SPARQL's JSON, one at a time."""
    import pyoxigraph as ox

    return cast("pyoxigraph.QuerySolutions", ox.parse_query_results(data, ox.QueryResultsFormat.JSON))


def _rows(data: bytes) -> tuple[tuple[str, ...], list[tuple[_Term | None, ...]]]:
    found = solutions(data)
    names = tuple(variable.value for variable in found.variables)
    return names, [tuple(row[name] for name in names) for row in found]


def _results_text(data: bytes, format: str) -> str:
    import pyoxigraph as ox

    found = ox.parse_query_results(data, ox.QueryResultsFormat.JSON)
    return (found.serialize(format=ox.QueryResultsFormat.from_extension(format)) or b"").decode()


def _triples_text(data: bytes, format: str) -> str:
    import pyoxigraph as ox

    triples = (quad.triple for quad in ox.parse(data, ox.RdfFormat.N_TRIPLES))
    if format in ("json", "xml"):
        return (ox.serialize(triples, format=ox.RdfFormat.from_extension(format)) or b"").decode()
    turtle = (ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b"").decode()
    body = "\n".join(line for line in turtle.split("\n") if not line.startswith("@prefix "))
    used = [prefix for prefix in PREFIXES if f"{prefix}:" in body]
    return "".join(f"@prefix {prefix}: <{PREFIXES[prefix]}> .\n" for prefix in used) + body


def _csv(rows: tuple[tuple[str, ...], Iterable[Sequence[str | None]]]) -> str:
    """CSV as SPARQL has it, but with plain line ends, so that a line of it is a line to every tool."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows((rows[0], *rows[1]))
    return written.getvalue()


def _table(data: bytes) -> str:
    """Columns as wide as their widest cell; each cell on one line."""
    names, rows = _rows(data)
    cells = [list(names), *(["" if term is None else " ".join(_short(term).split()) for term in row] for row in rows)]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return "".join(
        "  ".join(cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"
        for row in cells
    )


def _value(term: _Term) -> str:
    import pyoxigraph as ox

    return term.value if isinstance(term, (ox.NamedNode, ox.Literal)) else str(term)


def _short(term: _Term) -> str:
    """A term as a reader sees it: a prefixed name, an IRI in brackets, a literal's plain text."""
    import pyoxigraph as ox

    if not isinstance(term, ox.NamedNode):
        return _value(term)
    for prefix, namespace in PREFIXES.items():
        local = term.value.removeprefix(namespace)
        if local != term.value and _LOCAL.fullmatch(local):
            return f"{prefix}:{local}"
    return f"<{term.value}>"
