"""Extractions written by hand from the papers of tests/papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kg.core import ids, names
from kg.core.segment import sentence_at, sentences
from kg.core.types import (
    Claim,
    DocId,
    Document,
    Entity,
    Evidence,
    Extraction,
    LocalEntity,
    LocalId,
    Mention,
    Result,
)
from kg.resolve import Resolution

PAPERS = Path(__file__).parents[1] / "papers"


@dataclass
class Author:
    """Writes down what a paper says, finding the words by themselves."""

    document: Document
    entities: list[LocalEntity] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    urls: tuple[str, ...] = ()

    def sentence(self, words: str, score: float = 0.9) -> Evidence:
        text = self.document.text
        return self.document.cut(*sentence_at(sentences(text), text.index(words)), "rule:test", score)

    def words(self, words: str, score: float = 0.9) -> Evidence:
        start = self.document.text.index(words)
        return self.document.cut(start, start + len(words), "rule:test", score)

    def entity(self, type_: str, role: str, *surfaces: str, score: float = 0.9) -> Author:
        mentions = tuple(Mention(type_, self.words(surface)) for surface in surfaces)
        local = LocalId(names.key(surfaces[0]))
        evidence = (self.sentence(surfaces[0]),)
        self.entities.append(LocalEntity(local, type_, role, surfaces[0], mentions, evidence, score))
        return self

    def claim(self, subject: str, predicate: str, obj: str, words: str, score: float = 0.8) -> Author:
        ends = LocalId(names.key(subject)), LocalId(names.key(obj))
        self.claims.append(Claim(ends[0], predicate, ends[1], (self.sentence(words),), score))
        return self

    def result(self, value: str, kind: str, **ends: str) -> Author:
        local = {end: names.key(ends[end]) if end in ends else None for end in ("system", "on", "metric", "baseline")}
        evidence = (self.sentence(value), self.words(value))
        self.results.append(Result(value=value, number=None, unit=None, kind=kind, evidence=evidence, **local))
        return self

    @property
    def extraction(self) -> Extraction:
        return Extraction(self.document.id, tuple(self.entities), tuple(self.claims), tuple(self.results), self.urls)


def abstract(start: str) -> str:
    """The abstract of tests/papers that begins so."""
    paragraphs = [p for path in sorted(PAPERS.glob("*.txt")) for p in path.read_text(encoding="utf-8").split("\n\n")]
    return next(paragraph.strip() for paragraph in paragraphs if paragraph.startswith(start))


def resolve_by_name(*authors: Author, **types: str) -> Resolution:
    """Entities of one normal name are one; `types` overrides the type that the first has."""
    groups: dict[str, list[tuple[DocId, LocalEntity]]] = {}
    for author in authors:
        for local in author.entities:
            groups.setdefault(ids.entity(names.normal(local.name)), []).append((author.document.id, local))
    entities = tuple(
        Entity(
            id=node,
            type=types.get(group[0][1].name, group[0][1].type),
            name=group[0][1].name,
            aliases=tuple(sorted({m.evidence.quote for _, e in group for m in e.mentions} - {group[0][1].name})),
            mentions=tuple(sorted((m for _, e in group for m in e.mentions), key=lambda mention: mention.evidence)),
        )
        for node, group in groups.items()
    )
    return Resolution(entities, {(doc, local.id): node for node, group in groups.items() for doc, local in group})


@pytest.fixture
def resolve() -> Callable[..., Resolution]:
    return resolve_by_name


@pytest.fixture
def write() -> Callable[..., Author]:
    """`write(id, beginning of the abstract, title=…)`: a paper of tests/papers, of which nothing is said yet."""

    def begin(doc: str, start: str, **about: object) -> Author:
        return Author(Document(DocId(doc), abstract(start), **about))

    return begin


@pytest.fixture
def omnimoe(write: Callable[..., Author]) -> Author:
    """What the paper on OmniMoE says, in part."""
    author = (
        write("omnimoe", "Mixture-of-Experts (MoE)")
        .entity("Method", "studies", "Mixture-of-Experts", "MoE", score=0.7)
        .entity("Method", "introduces", "OmniMoE", score=0.95)
        .entity("Method", "introduces", "Cartesian Product Router")
        .entity("Method", "comparesWith", "PEER")
        .entity("Metric", "uses", "inference latency")
        .claim("OmniMoE", "kindOf", "Mixture-of-Experts", "we propose OmniMoE")
        .claim("Cartesian Product Router", "partOf", "OmniMoE", "Cartesian Product Router")
        .claim("OmniMoE", "outperforms", "PEER", "outperforming coarse-grained")
        .result("10.9$\\times$", "ratio", system="OmniMoE", metric="inference latency", baseline="PEER")
    )
    author.urls = ("https://example.org/omnimoe",)
    return author


@pytest.fixture
def depth(write: Callable[..., Author]) -> Author:
    """What the paper on the curse of depth says, in part."""
    return (
        write("depth", "Recent work has demonstrated the curse of depth")
        .entity("Concept", "studies", "curse of depth")
        .entity("Method", "uses", "Mixture-of-Experts", score=0.8)
        .entity("Model", "studies", "large language models", "LLMs")
        .result("4.6", "gain")
    )
