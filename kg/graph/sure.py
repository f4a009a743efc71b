"""What of a graph is sure enough, and what is only kept beside it."""

from __future__ import annotations

from dataclasses import replace

from kg.core import ids
from kg.core.schema import HAS_ENTITY
from kg.core.types import Doubt, Entity, Evidence, Fact, Graph, NodeId


def sure(graph: Graph, min_score: float) -> Graph:
    """`graph` with the facts that are right with a probability of at least `min_score`, the others as doubts.

    That a paper names an entity is left where it is not sure what the entity is to it. An entity without a fact goes;
    a result stays, and loses what it was a result of.
    """
    kept = [fact for fact in graph.facts if fact.score >= min_score]
    has_role = {(fact.subject, fact.object) for fact in kept if fact.predicate != HAS_ENTITY}
    facts = tuple(f for f in kept if f.predicate != HAS_ENTITY or (f.subject, f.object) not in has_role)
    doubtful = (f for f in graph.facts if f.score < min_score and f.predicate != HAS_ENTITY)
    held: set[str | None] = {node for fact in facts for node in (fact.subject, fact.object)}

    entities = {entity.id: entity for entity in graph.entities}
    return replace(
        graph,
        entities=tuple(entity for entity in graph.entities if entity.id in held),
        facts=facts,
        results=tuple(result.among(held) for result in graph.results),
        redirects=tuple((old, new) for old, new in graph.redirects if new in held),
        doubts=tuple(sorted((_doubt(fact, entities) for fact in doubtful), key=_place)),
    )


def _place(doubt: Doubt) -> tuple[Evidence, str, str, str]:
    return doubt.evidence, doubt.subject or "", doubt.predicate, doubt.object


def _doubt(fact: Fact, entities: dict[NodeId, Entity]) -> Doubt:
    subject = None if ids.is_paper(fact.subject) else entities[fact.subject].name
    return Doubt(fact.evidence[0], subject, fact.predicate, entities[fact.object].name, fact.score)
