"""RDF as Turtle, for reading, and as N-Quads, for loading in bulk. Both say the same triples."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from kg.core import ids
from kg.core.types import Graph
from kg.export import text
from kg.export.rdf_model import nodes, sections
from kg.export.rdf_terms import Node, property_of, short, term

_ESCAPES = {code: f"\\u{code:04X}" for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)}
_ESCAPES |= {ord(character): "\\" + letter for character, letter in zip('"\\\n\r\t', '"\\nrt', strict=True)}

_WIDE = 100
"""How many characters several values may take on one line; longer lists have a line for each value."""

_BARE = {"xsd:integer": re.compile(r"[+-]?[0-9]+"), "xsd:decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+")}
"""Numbers that Turtle reads without quotes, by their datatype."""


def turtle(graph: Graph, path: Path) -> None:
    """Write `graph` as Turtle: papers, entities, claims, results, mentions; each subject a paragraph."""
    text.write(path, _turtle(graph))


def nquads_gz(graph: Graph, path: Path) -> None:
    """Write `graph` as gzipped N-Quads in the default graph, lines sorted."""
    lines = sorted(line for item in nodes(graph) for line in _lines(item))
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        packed.writelines(line.encode() for line in lines)


def _turtle(graph: Graph) -> Iterator[str]:
    for prefix, base in ids.PREFIXES.items():
        yield f"@prefix {prefix}: <{base}> .\n"
    for title, section in sections(graph):
        yield f"\n# {title}\n"
        for item in section:
            said = (f"{_predicate(name)} {_objects(name, values)}" for name, values in item.properties.items())
            yield f"\n{_resource(item.iri)} " + " ;\n    ".join(said) + " .\n"


def _predicate(name: str) -> str:
    return "a" if name == "rdf:type" else name


def _objects(name: str, values: tuple[str, ...]) -> str:
    kind = property_of(name).values
    written = [_resource(value) if kind == "@id" else _literal(value, kind) for value in values]
    line = ", ".join(written)
    return line if len(line) <= _WIDE else ",\n        ".join(written)


def _resource(iri: str) -> str:
    found = short(iri)
    return f"<{iri}>" if found == iri else found


def _literal(value: str, datatype: str) -> str:
    if datatype == "xsd:string":
        return _quoted(value)
    if datatype in _BARE and _BARE[datatype].fullmatch(value):
        return value
    return f"{_quoted(value)}^^{datatype}"


def _quoted(value: str) -> str:
    return f'"{value.translate(_ESCAPES)}"'


def _lines(item: Node) -> Iterator[str]:
    for name, values in item.properties.items():
        kind = property_of(name).values
        for value in values:
            yield f"<{item.iri}> <{term(name)}> {_whole(value, kind)} .\n"


def _whole(value: str, kind: str) -> str:
    if kind == "@id":
        return f"<{value}>"
    return _quoted(value) if kind == "xsd:string" else f"{_quoted(value)}^^<{term(kind)}>"
