"""Seconds that writing RDF takes, beside rdflib, and the memory that sorting N-Quads takes.

python tests/bench/writing.py GRAPH.sqlite [--copies 150]

The graph is that many copies of the one in the file, each of papers and entities of its own.
"""

from __future__ import annotations

import argparse
import platform
import resource
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kg.core import ids
from kg.core.types import DocId, Document, Entity, Evidence, Fact, Graph, Mention, NodeId, Result
from kg.export import jsonld, rdf
from kg.export.networks import to_rdflib
from kg.graph import store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--copies", type=int, default=150)
    options = parser.parse_args()
    one = store.load(options.graph)
    graph = Graph(
        *(tuple(x for parts in kinds for x in parts) for kinds in zip(*_copies(one, options.copies), strict=True))
    )
    print(f"{platform.machine()}, Python {platform.python_version()}, {len(graph.papers)} papers")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = _memory()
        show("N-Quads, gzipped", lambda: rdf.nquads_gz(graph, folder / "graph.nq.gz"))
        print(f"memory that N-Quads took beside the graph: {_memory() - before} MB")
        ours = show("Turtle", lambda: rdf.turtle(graph, folder / "graph.ttl"))
        show("JSON-LD", lambda: jsonld.jsonld(graph, folder / "graph.jsonld"))
        other = to_rdflib(graph)
        theirs = show("Turtle by rdflib", lambda: other.serialize(folder / "rdflib.ttl"))
        print(f"{len(other)} triples; rdflib takes {theirs / ours:.0f} times as long")


def show(name: str, write: Callable[[], object]) -> float:
    start = time.process_time()
    write()
    taken = time.process_time() - start
    print(f"{name}: {taken:.1f} s")
    return taken


def _memory() -> int:
    """The most that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _copies(graph: Graph, copies: int) -> list[tuple[tuple[object, ...], ...]]:
    return [_copy(graph, f"-copy{number}") for number in range(copies)]


def _copy(graph: Graph, mark: str) -> tuple[tuple[object, ...], ...]:
    papers = {paper.id: replace(paper, id=DocId(paper.id + mark)) for paper in graph.papers}

    def node(name: str) -> NodeId:
        return ids.paper(papers[ids.doc_of(NodeId(name))].id) if ids.is_paper(name) else NodeId(name + mark)

    def cut(pieces: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(replace(piece, span=replace(piece.span, doc=papers[piece.span.doc].id)) for piece in pieces)

    def entity(one: Entity) -> Entity:
        mentions = tuple(Mention(mention.type, *cut((mention.evidence,))) for mention in one.mentions)
        return replace(one, id=node(one.id), mentions=mentions)

    def fact(one: Fact) -> Fact:
        return replace(one, subject=node(one.subject), object=node(one.object), evidence=cut(one.evidence))

    def result(one: Result) -> Result:
        ends = {name: (end := getattr(one, name)) and node(end) for name in ("system", "on", "metric", "baseline")}
        return replace(one, evidence=cut(one.evidence), **ends)

    def link(one: tuple[DocId, str]) -> tuple[DocId, str]:
        return papers[one[0]].id, one[1]

    whole: list[Document] = list(papers.values())
    return (
        tuple(whole),
        tuple(map(entity, graph.entities)),
        tuple(map(fact, graph.facts)),
        tuple(map(result, graph.results)),
        tuple(map(link, graph.urls)),
    )


if __name__ == "__main__":
    main()
