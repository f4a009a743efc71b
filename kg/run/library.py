"""The Python face of kg: build, load, to_rdflib, map.

The graph that a program works with is a `networkx.MultiDiGraph`; its `graph["folder"]` says which build it is of. A
part of it (a copy, a subgraph) exports as that part: the papers and entities that are still among its nodes, the facts
that are still among its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kg.core import ids
from kg.core.errors import UsageError
from kg.core.types import Evidence, Graph
from kg.graph import store
from kg.run import publish
from kg.run.pipeline import Options, build_to
from kg.run.plugins import STORE
from kg.run.progress import Progress

if TYPE_CHECKING:
    import networkx
    import rdflib


def build(
    paths: str | Path | Sequence[str | Path], out: str | Path = "exports", options: Options | None = None
) -> networkx.MultiDiGraph:
    """Build the graph of the papers in `paths`, write its exports to `out`, and load it.

    Raises UsageError or DataError as `kg build` reports them.
    """
    listed = [paths] if isinstance(paths, str | Path) else paths
    build_to(Path(out), [str(path) for path in listed], options or Options(jobs=1), Progress())
    return load(out)


def load(folder: str | Path = "exports") -> networkx.MultiDiGraph:
    """The graph in `folder`: papers and entities are nodes, facts are edges whose key is the predicate.

    Nodes have `type`, `name`, `aliases` and `degree`; edges `evidence`, `score` and `papers`.
    Raises DataError where there is none.
    """
    from kg.export.networks import to_networkx

    publish.finish(Path(folder))
    graph = to_networkx(store.load(Path(folder) / STORE))
    graph.graph["folder"] = str(folder)
    return graph


def to_rdflib(graph: networkx.MultiDiGraph) -> rdflib.Graph:
    """All that the RDF export says about `graph`, as an rdflib graph."""
    from kg.export.networks import to_rdflib as convert

    return convert(_part(graph))


@dataclass(frozen=True, slots=True)
class Map:
    """The interactive map as one HTML page; a notebook shows it in a frame."""

    page: str

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.page, encoding="utf-8", newline="\n")

    def _repr_html_(self) -> str:
        from html import escape

        return f'<iframe srcdoc="{escape(self.page)}" style="width: 100%; height: 640px; border: 0"></iframe>'


def map(graph: networkx.MultiDiGraph, view: str = "both") -> Map:
    """The map of `graph`, which opens on "both", "papers" or "entities". Raises UsageError for another view."""
    from kg.export.map import page

    return Map(page(_part(graph), view))


def _part(graph: networkx.MultiDiGraph) -> Graph:
    folder = graph.graph.get("folder")
    if folder is None:
        raise UsageError("this networkx graph is not one that kg.load or kg.build gave, nor a part of one")
    whole = store.load(Path(folder) / STORE)
    papers = {document.id for document in whole.papers if ids.paper(document.id) in graph}

    def kept(ends: Iterable[str | None]) -> bool:
        return all(end is None or end in graph for end in ends)

    def said(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(piece for piece in evidence if piece.span.doc in papers)

    return Graph(
        papers=tuple(document for document in whole.papers if document.id in papers),
        entities=tuple(
            replace(entity, mentions=tuple(one for one in entity.mentions if one.evidence.span.doc in papers))
            for entity in whole.entities
            if entity.id in graph
        ),
        facts=tuple(
            replace(fact, evidence=said(fact.evidence))
            for fact in whole.facts
            if graph.has_edge(fact.subject, fact.object, fact.predicate) and said(fact.evidence)
        ),
        results=tuple(
            result
            for result in whole.results
            if said(result.evidence) and kept((result.system, result.on, result.metric, result.baseline))
        ),
        urls=tuple((doc, url) for doc, url in whole.urls if doc in papers),
        redirects=tuple((old, new) for old, new in whole.redirects if new in graph),
        doubts=tuple(doubt for doubt in whole.doubts if doubt.evidence.span.doc in papers),
    )
