"""What things are: the values that every room passes on.

All are frozen; sequences are tuples; offsets count Unicode code points of `Document.text` and are half open.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NewType

DocId = NewType("DocId", str)
"""A paper's id as its record gives it, or as `ids.document` makes it."""

LocalId = NewType("LocalId", str)
"""An entity within one paper: the key of its name."""

NodeId = NewType("NodeId", str)
"""A node of the graph, `paper-…` or `entity-…`, minted in `ids`."""

TITLE_GAP = "\n\n"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` of the text of paper `doc`."""

    doc: DocId
    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """Words of a paper that prove a statement. Made by `Document.cut` alone, so that `quote` is what stands at `span`.

    `by` names what found it (`rule:…`, `known`, `model`, `llm`, `name`); `score` is the probability that it is right.
    """

    span: Span
    quote: str
    by: str
    score: float


@dataclass(frozen=True, slots=True)
class Document:
    """One paper. `text` is its title, a blank line and its abstract, or the abstract alone where there is no title."""

    id: DocId
    text: str
    title: str | None = None
    year: int | None = None
    venue: str | None = None
    authors: tuple[str, ...] = ()
    url: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    keywords: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    digest: str = field(init=False)
    """SHA-256 of `text` in UTF-8, 64 hexadecimal digits."""

    def __post_init__(self) -> None:
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
        object.__setattr__(self, "digest", digest)

    @property
    def abstract_start(self) -> int:
        """Where the abstract begins in `text`."""
        return 0 if self.title is None else min(len(self.title) + len(TITLE_GAP), len(self.text))

    @property
    def abstract(self) -> str:
        return self.text[self.abstract_start :]

    def cut(self, start: int, end: int, by: str, score: float = 1.0) -> Evidence:
        """The words from `start` to `end` as evidence. Raises ValueError where they are empty or outside the text."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"no words at {start}:{end} in {self.id} ({len(self.text)} characters)")
        return Evidence(Span(self.id, start, end), self.text[start:end], by, score)


@dataclass(frozen=True, slots=True)
class Mention:
    """One occurrence of an entity's name, with the type that it was read as."""

    type: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class LocalEntity:
    """An entity within one paper: its mentions in the order of the text, and what it is to that paper (`role`).

    `score` is the probability that it is an entity of that type; `evidence` the words that show the role, usually a
    sentence, scored by the probability that it is the role of such an entity.
    """

    id: LocalId
    type: str
    role: str
    name: str
    mentions: tuple[Mention, ...]
    evidence: tuple[Evidence, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation between two entities of one paper, as that paper states it."""

    subject: LocalId
    predicate: str
    object: LocalId
    evidence: tuple[Evidence, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Result:
    """A number that a paper reports.

    `value` is verbatim ("10.9$\\times$"), `number` what it says (Decimal("10.9")), `unit` its unit in plain letters
    ("%", "x", "ms"), `kind` one of value, gain, ratio, reduction. `system`, `on`, `metric` and `baseline` are entities:
    local ids in an Extraction, node ids in a Graph. `evidence` is the sentence, then the value within it.
    """

    system: str | None
    on: str | None
    metric: str | None
    value: str
    number: Decimal | None
    unit: str | None
    kind: str
    baseline: str | None
    evidence: tuple[Evidence, ...]

    def among(self, entities: Container[str | None]) -> Result:
        """This result without what it is a result of that is none of `entities`."""

        def held(end: str | None) -> str | None:
            return end if end in entities else None

        return replace(
            self,
            system=held(self.system),
            on=held(self.on),
            metric=held(self.metric),
            baseline=held(self.baseline),
        )


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that went wrong without ending the run: at what stage, where (a file and place, or a paper), what."""

    stage: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read out of one paper; the unit that is cached."""

    doc: DocId
    entities: tuple[LocalEntity, ...] = ()
    claims: tuple[Claim, ...] = ()
    results: tuple[Result, ...] = ()
    urls: tuple[str, ...] = ()
    """Links to the paper's own code, data or project page, repaired where the text broke them."""
    issues: tuple[Issue, ...] = ()

    def evidence(self) -> Iterator[Evidence]:
        """Every piece of evidence in it."""
        for entity in self.entities:
            yield from (mention.evidence for mention in entity.mentions)
            yield from entity.evidence
        for claim in self.claims:
            yield from claim.evidence
        for result in self.results:
            yield from result.evidence


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """Why two names are one entity (`rule`: "case", "plural", "abbreviation", …), or, with `rule` "type", that it was
    read as type `right` too, beside the type `left` that it has; or what a person decided of both ("decided by …",
    "kept apart by …"). `score` is the probability that it is right."""

    rule: str
    left: str
    right: str
    score: float


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing across all papers. `aliases` are its other surface forms, sorted; `why` is how they came together."""

    id: NodeId
    type: str
    name: str
    aliases: tuple[str, ...]
    mentions: tuple[Mention, ...]
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement of the graph: paper – role – entity, or entity – relation – entity. `evidence` is never empty."""

    subject: NodeId
    predicate: str
    object: NodeId
    evidence: tuple[Evidence, ...]
    score: float

    @property
    def papers(self) -> tuple[DocId, ...]:
        """The papers that say so, sorted."""
        return tuple(sorted({piece.span.doc for piece in self.evidence}))


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a paper may say, but not surely enough for the graph: its relation to `object` (`subject` is None then), or
    one between two things, by their names."""

    evidence: Evidence
    subject: str | None
    predicate: str
    object: str
    score: float


@dataclass(frozen=True, slots=True)
class Graph:
    """The finished graph: papers by id, entities by id, facts by subject, predicate and object, results by paper and
    place. `urls` are the links that each paper gives to its code, data or project; `redirects` the former ids of
    entities, each with the id that replaces it; `doubts` what is not sure enough to be a fact, in order."""

    papers: tuple[Document, ...]
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    results: tuple[Result, ...]
    urls: tuple[tuple[DocId, str], ...] = ()
    redirects: tuple[tuple[NodeId, NodeId], ...] = ()
    doubts: tuple[Doubt, ...] = ()
