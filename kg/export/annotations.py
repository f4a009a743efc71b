"""Papers in the annotation format: what `kg extract` prints of one paper, and what the built graph says of each.

Offsets count code points within the title or the abstract; `field` says which.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.core import ids
from kg.core.schema import HAS_ENTITY, schema
from kg.core.types import (
    DocId,
    Document,
    Entity,
    Evidence,
    Extraction,
    Fact,
    Graph,
    LocalEntity,
    Mention,
    NodeId,
    Result,
)
from kg.export import text

Json = dict[str, Any]


@dataclass(slots=True)
class _Share:
    """What of a graph is from one paper."""

    roles: dict[NodeId, Fact] = field(default_factory=dict)
    mentions: dict[NodeId, list[Mention]] = field(default_factory=lambda: defaultdict(list))
    relations: list[Fact] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)


def of_extraction(document: Document, extraction: Extraction) -> Json:
    """What was read out of `document`, before names are resolved across papers."""
    names = {entity.id: entity.name for entity in extraction.entities}
    entities = [
        _entity(document, entity.name, entity.type, entity.role, entity.score, entity.mentions)
        | {"role_score": _role_score(entity)}
        for entity in extraction.entities
    ]
    relations = [
        _relation(document, names[claim.subject], claim.predicate, names[claim.object], claim.score, claim.evidence)
        for claim in extraction.claims
    ]
    results = [_result(result, names) for result in extraction.results]
    return _paper(document, entities, relations, results, extraction.urls)


def annotations(graph: Graph, path: Path) -> None:
    """Write one paper of `graph` a line, in the annotation format, each entity with its id in the graph."""
    text.write(path, (text.to_json(paper) + "\n" for paper in of_graph(graph)))


def of_graph(graph: Graph) -> Iterator[Json]:
    """What `graph` says of each paper: entities in the order of the text, relations between them, results."""
    entities = {entity.id: entity for entity in graph.entities}
    shares = _shares(graph)
    for paper in graph.papers:
        yield _of_share(paper, shares[paper.id], entities)


def _shares(graph: Graph) -> dict[DocId, _Share]:
    strength = {role: place for place, role in enumerate(schema().of_paper)}
    shares: dict[DocId, _Share] = defaultdict(_Share)
    for entity in graph.entities:
        for mention in entity.mentions:
            shares[mention.evidence.span.doc].mentions[entity.id].append(mention)
    for fact in graph.facts:
        if ids.is_paper(fact.subject):
            roles = shares[ids.doc_of(fact.subject)].roles
            roles[fact.object] = min(fact, roles.get(fact.object, fact), key=lambda fact: strength[fact.predicate])
        else:
            for doc in fact.papers:
                shares[doc].relations.append(fact)
    for result in graph.results:
        shares[result.evidence[0].span.doc].results.append(result)
    for doc, url in graph.urls:
        shares[doc].urls.append(url)
    return shares


def _of_share(paper: Document, share: _Share, entities: Mapping[NodeId, Entity]) -> Json:
    def first(node: NodeId) -> tuple[int, NodeId]:
        return min((mention.evidence.span.start for mention in share.mentions[node]), default=len(paper.text)), node

    rows = []
    for node in sorted(share.roles, key=first):
        entity, role = entities[node], share.roles[node]
        mentions = share.mentions[node]
        said = None if role.predicate == HAS_ENTITY else role.predicate
        rows.append(_entity(paper, entity.name, entity.type, said, role.score, mentions) | {"entity": node})
    relations = [
        _relation(
            paper, entities[fact.subject].name, fact.predicate, entities[fact.object].name, fact.score, fact.evidence
        )
        for fact in share.relations
        if fact.subject in share.roles and fact.object in share.roles
    ]
    names = {node: entity.name for node, entity in entities.items()}
    return _paper(paper, rows, relations, [_result(result, names) for result in share.results], share.urls)


def _paper(
    document: Document, entities: list[Json], relations: list[Json], results: list[Json], urls: Iterable[str]
) -> Json:
    return {
        "id": document.id,
        "title": document.title,
        "text": document.abstract,
        "entities": entities,
        "relations": relations,
        "results": results,
        "urls": list(urls),
    }


def _entity(
    document: Document, name: str, type_: str, role: str | None, score: float, mentions: Iterable[Mention]
) -> Json:
    places = [_place(document, mention.evidence) for mention in mentions]
    texts = {"title": document.title or "", "abstract": document.abstract}
    return {
        "name": name,
        "type": type_,
        "role": role,
        "score": round(score, 2),
        "mentions": [{"text": texts[place["field"]][place["start"] : place["end"]], **place} for place in places],
    }


def _role_score(entity: LocalEntity) -> float:
    """How probable it is that the role of such an entity is this one; times its score, that of the fact in a graph."""
    shown = entity.evidence or tuple(mention.evidence for mention in entity.mentions)
    return round(max((piece.score for piece in shown), default=0.0), 2)


def _relation(
    document: Document, head: str, relation: str, tail: str, score: float, evidence: Iterable[Evidence]
) -> Json:
    return {
        "head": head,
        "relation": relation,
        "tail": tail,
        "score": round(score, 2),
        "evidence": [_place(document, piece) for piece in evidence if piece.span.doc == document.id],
    }


def _result(result: Result, names: Mapping[Any, str]) -> Json:
    def end(node: str | None) -> str | None:
        return None if node is None else names[node]

    return {
        "system": end(result.system),
        "on": end(result.on),
        "metric": end(result.metric),
        "value": result.value,
        "kind": result.kind,
        "baseline": end(result.baseline),
    }


def _place(document: Document, piece: Evidence) -> Json:
    """Where `piece` stands. Words that run from the title into the abstract are cut to the longer of the two parts."""
    start, end = piece.span.start, piece.span.end
    title_end, abstract_start = len(document.title or ""), document.abstract_start
    if min(end, title_end) - start > end - max(start, abstract_start):
        return {"start": start, "end": min(end, title_end), "field": "title"}
    return {"start": max(start - abstract_start, 0), "end": max(end - abstract_start, 0), "field": "abstract"}
