"""What the RDF export is as a whole, for catalogues and for whoever plans a query: VoID and DCAT.

Counts are of `graph.ttl`; its other forms hold the same triples. Nothing here tells when or where it was made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import kg
from kg.core import ids
from kg.core.types import Graph, NodeId
from kg.export import text
from kg.export.rdf import paragraphs
from kg.export.rdf_model import nodes
from kg.export.rdf_terms import Iri, Node, node, own, written

FORMS = {
    "graph.ttl": "text/turtle",
    "graph.nq.gz": "application/n-quads",
    "graph.jsonld": "application/ld+json",
}
"""The files that hold the triples, and what each is."""

_PACKED = "application/gzip"
_RIGHTS = "The quotes are words of the papers, and remain their authors'."


def dataset(graph: Graph, path: Path) -> None:
    """Write the description of `graph` as Turtle: its size, its classes and properties, its files, how it was made."""
    prefixes = dict(sorted((ids.PREFIXES | ids.DESCRIPTION_PREFIXES).items()))
    text.write(path, paragraphs(_parts(graph), prefixes))


def _parts(graph: Graph) -> Iterator[tuple[str, Iterator[Node]]]:
    classes, properties, subjects = _counts(nodes(graph))
    whole = {
        **_described(graph),
        "void:triples": [str(properties.total())],
        "void:distinctSubjects": [str(subjects)],
        "void:classes": [str(len(classes))],
        "void:properties": [str(len(properties))],
        "void:vocabulary": _vocabularies((*classes, *properties)),
        "void:classPartition": [_part("class", name) for name in sorted(classes)],
        "void:propertyPartition": [_part("property", name) for name in sorted(properties)],
        "dcat:distribution": [_iri(name) for name in FORMS],
    }
    said = node(_iri(), "void:Dataset", whole)
    kinds = ("void:Dataset", "dcat:Dataset")
    yield "The dataset", iter([Node(said.iri, {**said.properties, "rdf:type": kinds})])
    yield "How it was made", _making()
    yield "Its files", map(_form, FORMS)
    yield "Its classes", _partitions("class", "void:entities", classes)
    yield "Its properties", _partitions("property", "void:triples", properties)


def _described(graph: Graph) -> dict[str, Iterable[str]]:
    """What a catalogue shows of it."""
    return {
        "dcterms:title": ["A knowledge graph of research papers"],
        "dcterms:description": [
            f"What {len(graph.papers)} papers introduce, use, test on and compare with, and what they report: "
            f"{len(graph.entities)} entities, {len(graph.facts)} facts and {len(graph.results)} results, each with "
            "the words of the papers that say so."
        ],
        "dcterms:license": [written(ids.LICENCE)],
        "dcterms:rights": [_RIGHTS],
        "dcterms:conformsTo": [written(ids.BASE + "ontology")],
        "prov:wasGeneratedBy": [_iri("build")],
        "void:uriSpace": [ids.DATA],
        "void:exampleResource": [own(name) for name in _examples(graph)],
    }


def _examples(graph: Graph) -> Iterator[NodeId]:
    yield from (ids.paper(paper.id) for paper in graph.papers[:1])
    yield from (entity.id for entity in graph.entities[:1])
    yield from (ids.claim(fact.subject, fact.predicate, fact.object) for fact in graph.facts[:1])


def _making() -> Iterator[Node]:
    program = _iri("paperkg")
    yield node(_iri("build"), "prov:Activity", {"rdfs:label": ["kg build"], "prov:wasAssociatedWith": [program]})
    said = {"rdfs:label": ["paperkg"], "schema:softwareVersion": [kg.__version__]}
    yield node(program, "prov:SoftwareAgent", said)


def _form(name: str) -> Node:
    kind, packed = FORMS[name], name.endswith(".gz")
    return node(
        _iri(name),
        "dcat:Distribution",
        {
            "dcterms:title": [name],
            "dcat:mediaType": [written(ids.MEDIA_TYPES + kind)],
            "dcat:compressFormat": [written(ids.MEDIA_TYPES + _PACKED) if packed else None],
        },
    )


def _counts(items: Iterable[Node]) -> tuple[Counter[str], Counter[str], int]:
    """How many nodes each class has and how many triples each property, by prefixed name; how many nodes there are."""
    classes: Counter[str] = Counter()
    properties: Counter[str] = Counter()
    subjects = 0
    for item in items:
        subjects += 1
        classes.update(item.properties.get("rdf:type", ()))
        for name, values in item.properties.items():
            properties[name] += len(values)
    return classes, properties, subjects


def _partitions(kind: str, counted: str, counts: Counter[str]) -> Iterator[Node]:
    for name in sorted(counts):
        said: dict[str, Iterable[str | None]] = {f"void:{kind}": [name], counted: [str(counts[name])]}
        yield node(_part(kind, name), "void:Dataset", said)


def _vocabularies(names: Iterable[str]) -> list[str]:
    """The namespaces of prefixed names."""
    return sorted({written(ids.PREFIXES[name.partition(":")[0]]) for name in names})


def _part(kind: str, name: str) -> Iri:
    return _iri(f"{kind}-{name.replace(':', '-')}")


def _iri(part: str = "") -> Iri:
    return own(ids.dataset(part))
