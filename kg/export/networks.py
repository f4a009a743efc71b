"""The graph as a networkx multigraph, the two formats that networkx and others read, and the RDF as an rdflib graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.core import ids
from kg.core.types import Document, Evidence, Fact, Graph, NodeId
from kg.export import text
from kg.export.rdf_model import nodes
from kg.export.rdf_terms import Iri, property_of, term, whole
from kg.graph.labels import paper_labels

if TYPE_CHECKING:
    import networkx
    import rdflib

_DETAILS = ("title", "year", "venue", "authors", "doi", "arxiv", "url", "keywords")


def to_networkx(graph: Graph) -> networkx.MultiDiGraph:
    """Papers and entities as nodes, facts as edges whose key is the predicate, all in the graph's order.

    A node has `type` (an entity type, or "Paper"), `name`, `aliases` and `degree`; a paper has what is known of it
    besides: `doc` (its id), `title`, `year`, `venue`, `authors`, `doi`, `arxiv`, `url`, `keywords`. An edge has
    `evidence` (dicts of doc, start, end, quote, by, score), `score` and `papers`. Scores have two decimals.
    """
    import networkx

    found = networkx.MultiDiGraph()
    found.add_nodes_from(_nodes(graph))
    found.add_edges_from(_edges(graph))
    return _with_degrees(found)


def node_link(graph: Graph, path: Path) -> None:
    """Write `graph` as networkx node-link JSON (`edges="edges"`), one node or edge a line."""
    import networkx

    data = networkx.node_link_data(to_networkx(graph), edges="edges")
    text.write_json(path, {name: data[name] for name in ("directed", "multigraph", "graph")}, _lists(data))


def graphml(graph: Graph, path: Path) -> None:
    """Write `graph` as GraphML. Lists are JSON strings; an edge's id is its claim's, `predicate` is an attribute."""
    import networkx
    from networkx.readwrite.graphml import write_graphml_xml

    flat = networkx.MultiDiGraph()
    flat.add_nodes_from((name, _scalars(data)) for name, data in _nodes(graph))
    for subject, obj, predicate, data in _edges(graph):
        flat.add_edge(subject, obj, ids.claim(subject, predicate, obj), predicate=predicate, **_scalars(data))
    _with_degrees(flat)
    write_graphml_xml(flat, path, named_key_ids=False)


def to_rdflib(graph: Graph) -> rdflib.Graph:
    """The triples of the RDF export as an rdflib graph, with its prefixes bound."""
    import rdflib

    found = rdflib.Graph(bind_namespaces="none")
    for prefix, base in ids.PREFIXES.items():
        found.bind(prefix, base)
    for item in nodes(graph):
        subject = rdflib.URIRef(whole(item.iri))
        for name, values in item.properties.items():
            for value in values:
                found.add((subject, rdflib.URIRef(term(name)), _rdflib_term(value, property_of(name).values)))
    return found


def _rdflib_term(value: str, kind: str) -> rdflib.term.Identifier:
    import rdflib

    if kind == "@id":
        return rdflib.URIRef(whole(Iri(value)))
    datatype = None if kind == "xsd:string" else rdflib.URIRef(term(kind))
    return rdflib.Literal(value, datatype=datatype, normalize=False)


def _nodes(graph: Graph) -> Iterator[tuple[NodeId, dict[str, Any]]]:
    labels = paper_labels(graph)
    for paper in graph.papers:
        named = {"type": "Paper", "name": labels[paper.id], "aliases": [], "doc": paper.id}
        yield ids.paper(paper.id), named | _details(paper)
    for entity in graph.entities:
        yield entity.id, {"type": entity.type, "name": entity.name, "aliases": list(entity.aliases)}


def _edges(graph: Graph) -> Iterator[tuple[NodeId, NodeId, str, dict[str, Any]]]:
    return ((fact.subject, fact.object, fact.predicate, _said(fact)) for fact in graph.facts)


def _with_degrees(found: networkx.MultiDiGraph) -> networkx.MultiDiGraph:
    for name, degree in found.degree():
        found.nodes[name]["degree"] = degree
    return found


def _details(paper: Document) -> dict[str, Any]:
    known = {name: getattr(paper, name) for name in _DETAILS if getattr(paper, name)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in known.items()}


def _said(fact: Fact) -> dict[str, Any]:
    return {
        "evidence": [_evidence(piece) for piece in fact.evidence],
        "score": round(fact.score, 2),
        "papers": list(fact.papers),
    }


def _evidence(piece: Evidence) -> dict[str, Any]:
    return {
        "doc": piece.span.doc,
        "start": piece.span.start,
        "end": piece.span.end,
        "quote": piece.quote,
        "by": piece.by,
        "score": round(piece.score, 2),
    }


def _lists(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {name: data[name] for name in ("nodes", "edges")}


def _scalars(data: dict[str, Any]) -> dict[str, Any]:
    """Attributes as GraphML has them: numbers, text without what XML forbids, lists as JSON."""

    def scalar(value: object) -> object:
        if isinstance(value, str):
            return text.xml(value)
        return text.to_json(value) if isinstance(value, list) else value

    return {name: scalar(value) for name, value in data.items()}
