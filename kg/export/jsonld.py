"""RDF as JSON-LD with a context of its own: a web page reads it as plain JSON, an RDF tool as the same triples.

The context stands in the file: readers that fetch nothing, which the embedded stores are, and search engines, which
fetch no context but schema.org's, could not read it otherwise.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import Graph
from kg.export import text
from kg.export.rdf_model import nodes
from kg.export.rdf_terms import PROPERTIES, Node, property_of

_WHOLE_NUMBERS = ("xsd:integer", "xsd:nonNegativeInteger")


def jsonld(graph: Graph, path: Path) -> None:
    """Write `graph` as JSON-LD, one node a line. Properties that may have several values always have a list."""
    text.write_json(path, {"@context": meanings()}, {"@graph": map(_object, nodes(graph))})


def context(_: Graph, path: Path) -> None:
    """Write the context alone, for other files to refer to; it is the same whatever the graph."""
    text.write(path, (json.dumps({"@context": meanings()}, indent=2), "\n"))


def meanings() -> dict[str, Any]:
    """The meaning of each key: the prefixes, then the properties by their local names."""
    roles_and_relations = (f"kg:{name}" for name in (*schema().of_paper, *schema().relations))
    names = sorted({*PROPERTIES, *roles_and_relations} - {"rdf:type"})
    return ids.PREFIXES | {_key(name): _meaning(name) for name in names}


def _key(name: str) -> str:
    return "@type" if name == "rdf:type" else name.partition(":")[2]


def _meaning(name: str) -> dict[str, str]:
    kind = property_of(name)
    meaning = {"@id": name}
    if kind.values != "xsd:string":
        meaning["@type"] = kind.values
    if kind.many:
        meaning["@container"] = "@set"
    return meaning


def _object(item: Node) -> dict[str, Any]:
    found: dict[str, Any] = {"@id": _bare(item.iri)}
    for name, values in item.properties.items():
        kind = property_of(name)
        written = [_value(value, kind.values) for value in values]
        found[_key(name)] = written if kind.many else written[0]
    return found


def _value(value: str, kind: str) -> str | int:
    if kind == "@id":
        return _bare(value)
    return int(value) if kind in _WHOLE_NUMBERS else value


def _bare(iri: str) -> str:
    """An IRI without the brackets that Turtle has around a whole one."""
    return iri[1:-1] if iri.startswith("<") else iri
