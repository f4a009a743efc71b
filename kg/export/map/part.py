"""A part of a graph to draw: what lies around some of its nodes, entities of some types, or those that many share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace

from kg.core import ids
from kg.core.types import Fact, Graph, NodeId


def part(
    graph: Graph,
    around: Collection[NodeId] = (),
    hops: int = 2,
    types: Collection[str] = (),
    min_papers: int = 1,
) -> Graph:
    """The papers and entities that lie at most `hops` facts from `around`, or all; of entities only those of `types`
    that at least `min_papers` papers have; with the facts between them, for each a paper that says it, and the results
    of those papers.

    A paper is left out where it has none of the entities that were asked for. `around` itself always stays.
    """
    if not (around or types or min_papers > 1):
        return graph
    entities = _entities(graph, types, min_papers) | {node for node in around if not ids.is_paper(node)}
    facts = [fact for fact in graph.facts if entities.issuperset(_entities_of(fact))]
    nodes = _near(facts, around, hops) if around else {end for fact in facts for end in (fact.subject, fact.object)}
    return _of(graph, nodes)


def _entities(graph: Graph, types: Collection[str], min_papers: int) -> set[NodeId]:
    papers = Counter(
        entity for _, entity in {(fact.subject, fact.object) for fact in graph.facts if ids.is_paper(fact.subject)}
    )
    return {
        entity.id
        for entity in graph.entities
        if (not types or entity.type in types) and max(papers[entity.id], 1) >= min_papers
    }


def _entities_of(fact: Fact) -> list[NodeId]:
    return [end for end in (fact.subject, fact.object) if not ids.is_paper(end)]


def _near(facts: Collection[Fact], around: Collection[NodeId], hops: int) -> set[NodeId]:
    beside: dict[NodeId, set[NodeId]] = defaultdict(set)
    for fact in facts:
        beside[fact.subject].add(fact.object)
        beside[fact.object].add(fact.subject)
    found = ring = set(around)
    for _ in range(hops):
        ring = {node for one in ring for node in beside[one]} - found
        found = found | ring
    return found


def _of(graph: Graph, nodes: Collection[NodeId]) -> Graph:
    """`graph` with only these nodes and who says what is between them, and of its evidence only what its papers say."""
    between = [fact for fact in graph.facts if fact.subject in nodes and fact.object in nodes]
    sayers = [[ids.paper(piece.span.doc) for piece in fact.evidence] for fact in between]
    nodes = {*nodes, *(said[0] for said in sayers if said and not any(paper in nodes for paper in said))}
    papers = tuple(paper for paper in graph.papers if ids.paper(paper.id) in nodes)
    docs = {paper.id for paper in papers}
    facts = []
    for fact in graph.facts:
        evidence = tuple(piece for piece in fact.evidence if piece.span.doc in docs)
        if evidence and fact.subject in nodes and fact.object in nodes:
            facts.append(replace(fact, evidence=evidence))
    return replace(
        graph,
        papers=papers,
        entities=tuple(entity for entity in graph.entities if entity.id in nodes),
        facts=tuple(facts),
        results=tuple(one for one in graph.results if any(piece.span.doc in docs for piece in one.evidence)),
        urls=tuple((doc, url) for doc, url in graph.urls if doc in docs),
    )
