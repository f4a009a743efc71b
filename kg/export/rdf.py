"""RDF as Turtle, for reading, and as N-Quads, for loading in bulk. Both say the same triples.

Turtle of RDF 1.2 says besides which triple each claim is about, so that stores with reifiers find the claim from it.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, count, islice
from pathlib import Path

from kg.core import ids
from kg.core.types import Graph
from kg.export import text
from kg.export.in_order import in_order
from kg.export.rdf_model import nodes, sections
from kg.export.rdf_terms import Iri, Node, property_of, term, whole

_ESCAPES = {code: f"\\u{code:04X}" for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)}
_ESCAPES |= {ord(character): "\\" + letter for character, letter in zip('"\\\n\r\t', '"\\nrt', strict=True)}

SHARD = 10_000_000
"""How many quads a file of N-Quads holds."""

_AT_ONCE = 5000
"""How many lines are packed at once: a call for each would take longer than the packing."""

_WIDE = 100
"""How many characters several values may take on one line; longer lists have a line for each value."""

_BARE = {"xsd:integer": re.compile(r"[+-]?[0-9]+"), "xsd:decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+")}
"""Numbers that Turtle reads without quotes, by their datatype."""


def turtle(graph: Graph, path: Path) -> None:
    """Write `graph` as Turtle: papers, entities, claims, results, mentions; each subject a paragraph."""
    text.write(path, paragraphs(sections(graph)))


def turtle_12(graph: Graph, path: Path) -> None:
    """Write `graph` as Turtle of RDF 1.2: what `turtle` writes, and each claim as the reifier of its triple."""
    text.write(path, paragraphs(sections(graph), reified=True))


def nquads_gz(graph: Graph, path: Path, quads: int = SHARD) -> None:
    """Write `graph` as gzipped N-Quads in the default graph, lines sorted, holding a part of them in memory.

    `path` has the first `quads` lines; where there are more, files named after it have so many each: `graph-002.nq.gz`.
    """
    lines = in_order((line.encode() for item in nodes(graph) for line in _lines(item)), path.parent)
    _pack(path, islice(lines, quads))
    for number in count(2):
        if (first := next(lines, None)) is None:
            return
        name, dot, suffixes = path.name.partition(".")
        _pack(path.with_name(f"{name}-{number:03d}{dot}{suffixes}"), chain((first,), islice(lines, quads - 1)))


def paragraphs(
    parts: Iterable[tuple[str, Iterable[Node]]], prefixes: Mapping[str, str] = ids.PREFIXES, reified: bool = False
) -> Iterator[str]:
    """Turtle: each part under its title, each node a paragraph; `reified` is for RDF 1.2."""
    for prefix, base in prefixes.items():
        yield f"@prefix {prefix}: <{base}> .\n"
    for title, part in parts:
        heading = f"\n# {title}\n"
        for item in part:
            said = list(_said(item))
            if reified and "kg:predicate" in item.properties:
                said.append(f"rdf:reifies {_triple(item)}")
            yield f"{heading}\n{item.iri} " + " ;\n    ".join(said) + " .\n"
            heading = ""


def _triple(claim: Node) -> str:
    """The triple of a claim as a term of RDF 1.2."""
    ends = (claim.properties[name][0] for name in ("kg:subject", "kg:predicate", "kg:object"))
    return f"<<( {' '.join(ends)} )>>"


def _pack(path: Path, lines: Iterable[bytes]) -> None:
    rest = iter(lines)
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        while piece := b"".join(islice(rest, _AT_ONCE)):
            packed.write(piece)


def _said(item: Node) -> Iterator[str]:
    """What is said of a node: a property and its values at a time."""
    for name, values in item.properties.items():
        predicate, write = _form(name)
        if len(values) == 1:
            yield predicate + (write(values[0]) if write else values[0])
            continue
        objects = tuple(map(write, values)) if write else values
        line = ", ".join(objects)
        yield predicate + (line if len(line) <= _WIDE else ",\n        ".join(objects))


@cache
def _form(name: str) -> tuple[str, Callable[[str], str] | None]:
    """A property and a space as they are written, and what writes its values, None where they are IRIs."""
    kind = property_of(name).values
    predicate = "a " if name == "rdf:type" else f"{name} "
    if kind == "@id":
        return predicate, None
    return predicate, _quoted if kind == "xsd:string" else partial(_bare if kind in _BARE else _typed, kind)


def _bare(datatype: str, value: str) -> str:
    return value if _BARE[datatype].fullmatch(value) else _typed(datatype, value)


def _typed(datatype: str, value: str) -> str:
    return f"{_quoted(value)}^^{datatype}"


def _quoted(value: str) -> str:
    """A string in quotes. Of what has to be escaped, only a quote and a backslash are printable."""
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return f'"{value.translate(_ESCAPES)}"'


def _lines(item: Node) -> Iterator[str]:
    subject = whole(item.iri)
    for name, values in item.properties.items():
        predicate, write = _whole_with(name)
        for value in values:
            yield f"<{subject}> <{predicate}> {write(value)} .\n"


@cache
def _whole_with(name: str) -> tuple[str, Callable[[str], str]]:
    """The whole IRI of a predicate, and what writes its values."""
    kind = property_of(name).values
    if kind == "@id":
        return term(name), lambda value: f"<{whole(Iri(value))}>"
    datatype = "" if kind == "xsd:string" else f"^^<{term(kind)}>"
    return term(name), lambda value: _quoted(value) + datatype
