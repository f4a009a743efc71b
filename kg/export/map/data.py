"""What the map shows of a graph: papers, the entities that they share, and the sentences that say so.

Nodes are numbered, papers first. Texts are without their markup; offsets count UTF-16 code units of a paper's text so,
as the browser's strings do.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from urllib.parse import quote

from kg.core import ids
from kg.core.schema import schema
from kg.core.segment import sentences
from kg.core.types import DocId, Document, Entity, Evidence, Fact, Graph, NodeId, Result
from kg.export.map.typeset import Typeset

Json = dict[str, Any]

CLOSEST = 4
"""A paper or entity keeps its edges to this many nearest of its own kind."""

_COMMON = 60
"""An entity that more papers share says too little about any two of them to pair them, and there would be too many
pairs."""

_WEB = re.compile(r"https?://[^\s<>\"'\\`]+", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:arxiv:)?((?:[a-z.-]+/)?\d{4}\.?\d{3,5}(?:v\d+)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """A paper's role for an entity, with the words that show it; `score` is the probability that it is right."""

    paper: int
    entity: int
    role: str
    score: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two papers that share entities, or two entities that share papers; `weight` is how telling that is."""

    left: int
    right: int
    weight: float


@dataclass(frozen=True, slots=True)
class Content:
    """The numbered papers and entities, their links by paper and entity; `count` is for each entity the number of
    papers that have it, `telling` how much it says that a paper has it; `places` are for offsets in each paper."""

    graph: Graph
    papers: tuple[Document, ...]
    entities: tuple[Entity, ...]
    number: Mapping[NodeId, int]
    links: tuple[Link, ...]
    count: Mapping[int, int]
    telling: Mapping[int, float]
    places: Mapping[DocId, Typeset]

    @property
    def shared(self) -> tuple[int, ...]:
        """The entities that at least two papers have."""
        return tuple(n for n in sorted(self.count) if self.count[n] > 1)


def content(graph: Graph) -> Content:
    """The papers and entities of `graph` in the order of their ids, numbered from 0."""
    papers = tuple(sorted(graph.papers, key=lambda paper: paper.id))
    entities = tuple(sorted(graph.entities, key=lambda entity: entity.id))
    nodes = [*(ids.paper(paper.id) for paper in papers), *(entity.id for entity in entities)]
    number = {node: n for n, node in enumerate(nodes)}
    links = _links(graph.facts, number)
    count = Counter(link.entity for link in links)
    telling = {entity: tellingness(n, len(papers)) for entity, n in sorted(count.items())}
    places = {paper.id: Typeset(paper.text) for paper in papers}
    return Content(graph, papers, entities, number, links, count, telling, places)


def tellingness(papers: int, of: int) -> float:
    """How much it says that a paper has an entity that `papers` of all `of` papers have: 1 (none other) to near 0."""
    return round(math.log((of + 1) / papers) / math.log(of + 1), 3)


def overlaps(content: Content) -> tuple[Overlap, ...]:
    """Pairs of papers with the entities that both have; each paper keeps its closest."""
    has: dict[int, list[int]] = defaultdict(list)
    for link in content.links:
        has[link.entity].append(link.paper)
    common: dict[tuple[int, int], list[int]] = defaultdict(list)
    for entity in sorted(has):
        if len(has[entity]) <= _COMMON:
            for pair in combinations(sorted(has[entity]), 2):
                common[pair].append(entity)
    weighed = [
        Overlap(*pair, round(sum(content.telling[entity] for entity in entities), 3))
        for pair, entities in common.items()
    ]
    return _closest(weighed)


def neighbours(content: Content) -> tuple[Overlap, ...]:
    """Pairs of shared entities with the papers that have both; each entity keeps its closest."""
    shared = set(content.shared)
    has: dict[int, list[int]] = defaultdict(list)
    for link in content.links:
        if link.entity in shared:
            has[link.paper].append(link.entity)
    common = Counter(pair for paper in sorted(has) for pair in combinations(sorted(has[paper]), 2))
    count = content.count
    weighed = [
        Overlap(one, other, round(papers / math.sqrt(count[one] * count[other]), 3))
        for (one, other), papers in common.items()
    ]
    return _closest(weighed)


def texts(content: Content) -> list[Json]:
    """For each paper its text, where its abstract and its sentences are, and what its record says about it."""
    urls: dict[DocId, list[str]] = defaultdict(list)
    for doc, url in content.graph.urls:
        urls[doc].append(url)
    return [
        {
            "text": place.text,
            "abstract": place[paper.abstract_start],
            "sentences": _flat(place, sentences(paper.text)),
            "title": paper.title,
            "about": ", ".join(filter(None, [paper.venue, str(paper.year) if paper.year else None])),
            "year": paper.year,
            "authors": ", ".join(paper.authors),
            "links": links_out(paper, urls[paper.id]),
        }
        for paper in content.papers
        for place in [content.places[paper.id]]
    ]


def links_out(paper: Document, urls: Iterable[str]) -> list[list[str]]:
    """Label and address of each web page of a paper; what is no http(s) address, DOI or arXiv id is left out."""
    found: dict[str, str] = {}
    if doi := _DOI.fullmatch(paper.doi or ""):
        found["https://doi.org/" + quote(doi[1], safe="/().;:-_")] = "DOI"
    if arxiv := _ARXIV.fullmatch(paper.arxiv or ""):
        found["https://arxiv.org/abs/" + arxiv[1]] = "arXiv"
    for address, label in [(paper.url or "", "Paper"), *((url, "Code or data") for url in urls)]:
        if _WEB.fullmatch(address):
            found.setdefault(address, label)
    return [[label, address] for address, label in found.items()]


def role_edges(content: Content) -> list[Json]:
    """One edge a link: `at` is where the paper names the entity, `says` where it shows the role without naming it."""
    at = _named(content)
    return [
        {
            "from": link.paper,
            "to": link.entity,
            "kind": link.role,
            "score": round(link.score, 2),
            "says": _flat(place, _without(_spans(link.evidence, doc), named)),
            "at": _flat(place, named),
        }
        for link in content.links
        for doc in [content.papers[link.paper].id]
        for place, named in [(content.places[doc], at.get((doc, link.entity), []))]
    ]


def unlinked(content: Content) -> list[Json]:
    """Where a paper names an entity to which it has no link."""
    linked = {(link.paper, link.entity) for link in content.links}
    found = [
        {"paper": paper, "entity": entity, "at": _flat(content.places[doc], named)}
        for (doc, entity), named in _named(content).items()
        if doc in content.places and (paper := content.number[ids.paper(doc)], entity) not in linked
    ]
    return sorted(found, key=lambda one: (one["entity"], one["paper"]))


def _named(content: Content) -> dict[tuple[DocId, int], list[tuple[int, int]]]:
    """Where papers name entities, by paper and entity."""
    at: dict[tuple[DocId, int], list[tuple[int, int]]] = defaultdict(list)
    for entity in content.entities:
        for mention in entity.mentions:
            span = mention.evidence.span
            at[span.doc, content.number[entity.id]].append((span.start, span.end))
    return at


def _spans(evidence: Iterable[Evidence], doc: DocId) -> list[tuple[int, int]]:
    return [(piece.span.start, piece.span.end) for piece in evidence if piece.span.doc == doc]


def _without(ranges: Iterable[tuple[int, int]], named: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges that hold none of the places where a name stands."""
    return [(a, b) for a, b in ranges if not any(a <= start and end <= b for start, end in named)]


def fact_edges(content: Content) -> list[Json]:
    """One edge a fact between entities: `says` is paper, start and end of each piece of evidence."""
    number, places = content.number, content.places
    facts = sorted(
        (number[fact.subject], number[fact.object], fact.predicate, fact.score, fact.evidence)
        for fact in content.graph.facts
        if not ids.is_paper(fact.subject) and fact.subject in number and fact.object in number
    )
    return [
        {
            "from": subject,
            "to": object_,
            "kind": predicate,
            "score": round(score, 2),
            "says": [
                [number[ids.paper(e.span.doc)], places[e.span.doc][e.span.start], places[e.span.doc][e.span.end]]
                for e in sorted(evidence)
                if e.span.doc in places
            ],
        }
        for subject, object_, predicate, score, evidence in facts
    ]


def overlap_edges(pairs: Iterable[Overlap], kind: str) -> list[Json]:
    return [{"from": pair.left, "to": pair.right, "kind": kind, "value": pair.weight} for pair in pairs]


def result_rows(content: Content) -> list[Json]:
    """The numbers that the papers report, each with the sentence that holds it."""
    return [_result_row(result, content) for result in content.graph.results if result.evidence]


def _result_row(result: Result, content: Content) -> Json:
    span = result.evidence[0].span
    named = {
        part: content.number[NodeId(node)]
        for part in ("system", "on", "metric", "baseline")
        if (node := getattr(result, part)) in content.number
    }
    place = content.places[span.doc]
    says = [place[offset] for piece in result.evidence for offset in (piece.span.start, piece.span.end)]
    return {
        "paper": content.number[ids.paper(span.doc)],
        "value": Typeset(result.value).text,
        "kind": result.kind,
        "says": says,
        **named,
    }


def _links(facts: Iterable[Fact], number: Mapping[NodeId, int]) -> tuple[Link, ...]:
    strength = {role: n for n, role in enumerate(schema().of_paper)}
    grouped: dict[tuple[int, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        if ids.is_paper(fact.subject) and fact.subject in number and fact.object in number:
            grouped[number[fact.subject], number[fact.object]].append(fact)
    links = []
    for (paper, entity), same in sorted(grouped.items()):
        strongest = min(same, key=lambda fact: (strength.get(fact.predicate, len(strength)), fact.predicate))
        evidence = tuple(sorted({piece for fact in same for piece in fact.evidence}))
        links.append(Link(paper, entity, strongest.predicate, strongest.score, evidence))
    return tuple(links)


def _closest(pairs: Iterable[Overlap]) -> tuple[Overlap, ...]:
    kept: set[tuple[int, int]] = set()
    seen: Counter[int] = Counter()
    best = sorted(pairs, key=lambda pair: (-pair.weight, pair.left, pair.right))
    for pair in best:
        if seen[pair.left] < CLOSEST or seen[pair.right] < CLOSEST:
            kept.add((pair.left, pair.right))
            seen.update((pair.left, pair.right))
    return tuple(pair for pair in best if (pair.left, pair.right) in kept)


def _flat(place: Typeset, ranges: Iterable[tuple[int, int]]) -> list[int]:
    return [place[offset] for pair in sorted(set(ranges)) for offset in pair]
