"""What must hold in every graph, found wanting or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import DocId, Entity, Evidence, Fact, Graph, Issue, Result

KINDS = ("value", "gain", "ratio", "reduction")
_PAPER = "Paper"

_Texts = Mapping[DocId, str]
_Types = Mapping[str, str]


def check(graph: Graph) -> tuple[Issue, ...]:
    """All that is wrong with `graph`, in its order; empty where nothing is.

    Every quote stands at its offsets; every statement has evidence and speaks of nodes that exist; types, predicates,
    domains and ranges are the ontology's; ids and triples are unique; a paper has one role for an entity; aliases are
    sorted and tell something that the name does not.
    """
    texts = {paper.id: paper.text for paper in graph.papers}
    types: dict[str, str] = {ids.paper(doc): _PAPER for doc in texts}
    types |= {entity.id: entity.type for entity in graph.entities}
    found = [
        *_twice([ids.paper(paper.id) for paper in graph.papers], "two papers have this id"),
        *_twice([entity.id for entity in graph.entities], "two entities have this id"),
        *_twice([old for old, _ in graph.redirects], "two redirects from this id"),
        *_twice([f"{f.subject} {f.predicate} {f.object}" for f in graph.facts], "this fact is there twice"),
        *_twice(
            [f"{f.subject} {f.object}" for f in graph.facts if ids.is_paper(f.subject)], "two roles for one entity"
        ),
    ]
    for entity in graph.entities:
        found += [(entity.id, message) for message in _entity(entity, texts)]
    for fact in graph.facts:
        where = f"{fact.subject} {fact.predicate} {fact.object}"
        found += [(where, message) for message in _fact(fact, texts, types)]
    for result in graph.results:
        found += [(f"result {result.value}", message) for message in _result(result, texts, types)]
    found += [(old, message) for old, new in graph.redirects for message in _redirect(old, new, types)]
    found += [(doc, "a link of a paper that is not in the graph") for doc, _ in graph.urls if doc not in texts]
    return tuple(Issue("check", where, message) for where, message in found)


def _twice(keys: Iterable[str], message: str) -> list[tuple[str, str]]:
    return [(key, message) for key, count in Counter(keys).items() if count > 1]


def _entity(entity: Entity, texts: _Texts) -> Iterator[str]:
    if entity.type not in schema().types:
        yield f"no type of the ontology: {entity.type}"
    if ids.is_paper(entity.id):
        yield "an entity with a paper's id"
    if not entity.name.strip():
        yield "no name"
    if entity.aliases != tuple(sorted(set(entity.aliases) - {entity.name})):
        yield "aliases that are not sorted, are there twice or repeat the name"
    for mention in entity.mentions:
        yield from _evidence((mention.evidence,), texts)


def _fact(fact: Fact, texts: _Texts, types: _Types) -> Iterator[str]:
    yield from _evidence(fact.evidence, texts)
    if not 0 <= fact.score <= 1:
        yield f"a score that is no probability: {fact.score}"
    missing = [node for node in (fact.subject, fact.object) if node not in types]
    if missing:
        yield f"speaks of {' and '.join(missing)}, not in the graph"
        return
    subject, obj = types[fact.subject], types[fact.object]
    if subject == _PAPER:
        yield from _role(fact, obj)
    else:
        yield from _relation(fact, subject, obj)


def _role(fact: Fact, object_type: str) -> Iterator[str]:
    if fact.predicate not in schema().of_paper or object_type == _PAPER:
        yield f"no role of the ontology: {fact.predicate}"
    elif any(ids.paper(doc) != fact.subject for doc in fact.papers):
        yield "a role with evidence from another paper"


def _relation(fact: Fact, subject_type: str, object_type: str) -> Iterator[str]:
    relation = schema().relations.get(fact.predicate)
    if relation is None:
        yield f"no relation of the ontology: {fact.predicate}"
    elif not relation.admits(subject_type, object_type):
        yield f"not admitted between {subject_type} and {object_type}"
    elif fact.subject == fact.object:
        yield "a relation of a thing to itself"
    elif relation.symmetric and fact.object < fact.subject:
        yield "a symmetric relation whose ends are not in order"


def _result(result: Result, texts: _Texts, types: _Types) -> Iterator[str]:
    yield from _evidence(result.evidence, texts)
    if result.kind not in KINDS:
        yield f"no kind of result: {result.kind}"
    for node in (result.system, result.on, result.metric, result.baseline):
        if node is not None and types.get(node, _PAPER) == _PAPER:
            yield f"speaks of {node}, no entity of the graph"


def _redirect(old: str, new: str, types: _Types) -> Iterator[str]:
    if old in types:
        yield "a redirect from an id that is in use"
    if types.get(new, _PAPER) == _PAPER:
        yield f"a redirect to {new}, no entity of the graph"


def _evidence(evidence: tuple[Evidence, ...], texts: _Texts) -> Iterator[str]:
    if not evidence:
        yield "no evidence"
    for piece in evidence:
        span = piece.span
        text = texts.get(span.doc)
        if text is None:
            yield f"evidence from {span.doc}, not in the graph"
        elif not 0 <= span.start < span.end <= len(text) or text[span.start : span.end] != piece.quote:
            yield f"the quote does not stand at {span.start}:{span.end} of {span.doc}"
