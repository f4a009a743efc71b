"""Papers, what each of them says, and what they speak of in common: one graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.core import ids
from kg.core.schema import HAS_ENTITY, schema
from kg.core.types import DocId, Document, Evidence, Extraction, Fact, Graph, LocalEntity, LocalId, NodeId, Result
from kg.graph.certainty import at_least_one
from kg.graph.kinds import kinds_by_name
from kg.graph.redirects import redirects
from kg.graph.sure import sure
from kg.resolve import Resolution

_NodeOf = Mapping[tuple[DocId, LocalId], NodeId]
_Triple = tuple[NodeId, str, NodeId]
_KIND_OF = "kindOf"


@dataclass(frozen=True, slots=True)
class _Statement:
    """A triple as one paper states it, or a name that papers write."""

    triple: _Triple
    evidence: tuple[Evidence, ...]
    score: float


def assemble(
    documents: Sequence[Document], extractions: Sequence[Extraction], resolution: Resolution, min_score: float = 0.0
) -> Graph:
    """The graph of `documents`, sorted as `Graph` says, whatever the order of the input; what is right with less than
    `min_score` stands in it as doubts (`sure`).

    A paper names an entity, and has one role for it, its strongest: two facts, of which one is left. A triple that
    several papers state is one fact with all their evidence, and its score is the probability that at least one of them
    is right. What names alone say of each other (`kinds`) is added once, however many papers write the name.

    Left out is what cannot be true of resolved entities: a relation of a thing to itself, a relation that the ontology
    does not admit between the types that its two ends were given in the end, and whatever speaks of an entity that
    resolving dropped.
    """
    node_of = resolution.node_of
    type_of = {entity.id: entity.type for entity in resolution.entities}
    statements = [statement for extraction in extractions for statement in _roles(extraction, node_of)]
    statements += [statement for extraction in extractions for statement in _relations(extraction, node_of, type_of)]
    statements += [
        _Statement((one.subject, _KIND_OF, one.object), one.evidence, one.score)
        for one in kinds_by_name(resolution.entities)
    ]
    results = {
        _resolved(result, extraction.doc, node_of)
        for extraction in extractions
        for result in extraction.results
        if result.evidence
    }
    whole = Graph(
        papers=tuple(sorted(documents, key=lambda document: document.id)),
        entities=tuple(sorted(resolution.entities, key=lambda entity: entity.id)),
        facts=_facts(statements),
        results=tuple(sorted(results, key=_place)),
        urls=tuple(sorted({(extraction.doc, url) for extraction in extractions for url in extraction.urls})),
        redirects=redirects(resolution.entities),
    )
    return sure(whole, min_score)


def _roles(extraction: Extraction, node_of: _NodeOf) -> Iterator[_Statement]:
    strength = {role: -index for index, role in enumerate(schema().roles)}
    by_node: dict[NodeId, list[LocalEntity]] = defaultdict(list)
    for entity in extraction.entities:
        node = node_of.get((extraction.doc, entity.id))
        if node is not None:
            by_node[node].append(entity)
    paper = ids.paper(extraction.doc)
    for node, entities in by_node.items():
        role = max((entity.role for entity in entities), key=strength.__getitem__)
        for entity in entities:
            if entity.role == role:
                evidence = entity.evidence or tuple(mention.evidence for mention in entity.mentions)
                shown = max((piece.score for piece in evidence), default=0.0)
                yield _Statement((paper, role, node), evidence, entity.score * shown)
        named = tuple(mention.evidence for entity in entities for mention in entity.mentions)
        yield _Statement((paper, HAS_ENTITY, node), named, max(entity.score for entity in entities))


def _relations(extraction: Extraction, node_of: _NodeOf, type_of: Mapping[NodeId, str]) -> Iterator[_Statement]:
    for claim in extraction.claims:
        subject = node_of.get((extraction.doc, claim.subject))
        obj = node_of.get((extraction.doc, claim.object))
        relation = schema().relations[claim.predicate]
        if subject is None or obj is None or subject == obj:
            continue
        if relation.symmetric and obj < subject:
            subject, obj = obj, subject
        if relation.admits(type_of[subject], type_of[obj]):
            yield _Statement((subject, claim.predicate, obj), claim.evidence, claim.score)


def _facts(statements: Iterable[_Statement]) -> tuple[Fact, ...]:
    by_triple: dict[_Triple, list[_Statement]] = defaultdict(list)
    for statement in statements:
        if statement.evidence:
            by_triple[statement.triple].append(statement)
    return tuple(
        Fact(*triple, _once(piece for one in same for piece in one.evidence), _score(same))
        for triple, same in sorted(by_triple.items())
    )


def _once(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Each piece once, sorted; of the same words by the same finder the surest."""
    return tuple({(piece.span, piece.by): piece for piece in sorted(evidence)}.values())


def _score(same: Iterable[_Statement]) -> float:
    best: dict[DocId, float] = defaultdict(float)
    for statement in same:
        doc = statement.evidence[0].span.doc
        best[doc] = max(best[doc], statement.score)
    return at_least_one(best[doc] for doc in sorted(best))


def _resolved(result: Result, doc: DocId, node_of: _NodeOf) -> Result:
    def node(local: str | None) -> NodeId | None:
        return None if local is None else node_of.get((doc, LocalId(local)))

    system, baseline = node(result.system), node(result.baseline)
    return replace(
        result,
        system=system,
        on=node(result.on),
        metric=node(result.metric),
        baseline=None if baseline == system else baseline,
    )


def _place(result: Result) -> tuple[object, ...]:
    spans = [piece.span for piece in result.evidence]
    names = (result.kind, result.value, result.system, result.on, result.metric, result.baseline)
    return spans[-1], spans, tuple(name or "" for name in names), str(result.number), result.unit or "", result.evidence
