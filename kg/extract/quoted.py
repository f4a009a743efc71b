"""From what a language model says of a paper to its extraction: all of it that the paper's own words bear out.

Every mention and every piece of evidence is looked for in the text; places, names and numbers come from there alone.
What is not found is left out, and an Issue says how much.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from kg.core import names, segment
from kg.core.schema import schema
from kg.core.types import Claim, Document, Evidence, Extraction, Issue, LocalEntity, LocalId, Mention
from kg.extract import abbreviations, bare, naming, overlap, results, urls
from kg.extract.answer import Answer, Named, Related
from kg.extract.proposals import Proposal

_BY = "llm"
_ENTITY, _ROLE, _RELATION = 0.8, 0.75, 0.6
"""How probable it is that what a model says is right: guesses, as any model may stand behind a server."""
_MOST_WORDS = 12

_Span = tuple[int, int]


class _Left(StrEnum):
    """Why something is left out."""

    UNQUOTED = "not in the text"
    NAMELESS = "no name of a thing"
    RENUMBERED = "with another number than the entity's first name"
    NESTED = "only within a longer name"
    ONTOLOGY = "not admitted by the ontology"
    ENDLESS = "about what was left out"
    UNPROVEN = "with evidence that names neither end"


class _Paper(NamedTuple):
    """A paper, where its sentences stand, and where the long forms of the abbreviations that it defines."""

    document: Document
    sentences: tuple[_Span, ...]
    long_forms: frozenset[_Span]


def extraction(document: Document, answer: Answer) -> Extraction:
    """What of `answer` the text of `document` bears out, and the numbers that our own rules find."""
    long_forms = frozenset(definition.long for definition in abbreviations.find(document.text))
    paper = _Paper(document, segment.sentences(document.text), long_forms)
    left: Counter[_Left] = Counter()
    named = _entities(paper, answer.entities, left)
    found = tuple(sorted(dict.fromkeys(named.values()), key=lambda entity: entity.mentions[0].evidence.span))
    return Extraction(
        document.id,
        found,
        _claims(paper, named, answer.relations, left),
        results.find(document, found),
        urls.find(document.text),
        tuple(_told(document, left)),
    )


def places(document: Document, quote: str) -> list[_Span]:
    """Where `quote` stands as whole words, exactly or else with other white space; never across title and abstract."""
    text, words = document.text, quote.split()
    patterns = (re.escape(quote.strip()), r"\s+".join(map(re.escape, words))) if words else ()
    for pattern in patterns:
        spans = (match.span() for match in re.finditer(pattern, text))
        found = [(a, b) for a, b in spans if _is_whole(text, a, b) and not a < document.abstract_start < b]
        if found:
            return found
    return []


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word goes on beyond `start` or `end`."""
    begins = start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    return begins and not (text[end - 1].isalnum() and text[end : end + 1].isalnum())


def _entities(paper: _Paper, answered: Sequence[Named], left: Counter[_Left]) -> dict[str, LocalEntity]:
    """The entities that are mentioned in `paper`, by the keys of all the words that name them.

    What two entities claim is the first one's; of what overlaps in the text, the longer stands.
    """
    document = paper.document
    owners: dict[str, int] = {}
    proposals = []
    for number, one in enumerate(answered):
        for start, end in _spans(document, one, left):
            owner = owners.setdefault(names.key(document.text[start:end]), number)
            proposals.append(Proposal(start, end, answered[owner].type, _BY, _ENTITY))
    mentioned: dict[int, list[Proposal]] = defaultdict(list)
    for proposal in overlap.settle(proposals):
        mentioned[owners[names.key(document.text[proposal.start : proposal.end])]].append(proposal)
    left[_Left.NESTED] += len(set(owners.values()) - set(mentioned))
    made: dict[LocalId, LocalEntity] = {}
    numbered = {}
    for number in sorted(mentioned):
        entity = _entity(paper, answered[number], mentioned[number])
        if same := made.get(entity.id):
            together = sorted((*same.mentions, *entity.mentions), key=attrgetter("evidence.span"))
            entity = replace(same, mentions=tuple(together))
        made[entity.id] = entity
        numbered[number] = entity.id
    return {key: made[numbered[number]] for key, number in owners.items() if number in numbered}


def _spans(document: Document, one: Named, left: Counter[_Left]) -> Iterator[_Span]:
    """Where the mentions of an entity stand."""
    if one.type not in schema().types or one.role not in schema().roles:
        left[_Left.ONTOLOGY] += 1
        return
    number: tuple[str, ...] = ()
    for quote in dict.fromkeys(one.mentions):
        found = places(document, quote)
        if not found:
            left[_Left.UNQUOTED] += 1
        elif not _is_name(quote):
            left[_Left.NAMELESS] += 1
        elif number and names.identity(quote) not in ((), number):
            left[_Left.RENUMBERED] += 1
        else:
            number = number or names.identity(quote)
            yield from found


def _is_name(quote: str) -> bool:
    return len(quote.split()) <= _MOST_WORDS and any(map(str.isalnum, quote)) and not bare.is_bare(quote)


def _entity(paper: _Paper, one: Named, mentioned: Sequence[Proposal]) -> LocalEntity:
    document = paper.document
    is_own = one.role == schema().roles[0]
    written = [
        document.text[m.start : m.end] if is_own else naming.within_sentence(document, m.start, m.end, paper.sentences)
        for m in mentioned
    ]
    spelt = [form for m, form in zip(mentioned, written, strict=True) if (m.start, m.end) in paper.long_forms]
    name = naming.choose(written, spelt, is_own)
    shown = next((m for m in mentioned if m.start >= document.abstract_start), mentioned[0])
    return LocalEntity(
        LocalId(names.key(name)),
        one.type,
        one.role,
        name,
        tuple(Mention(one.type, document.cut(m.start, m.end, _BY, m.score)) for m in mentioned),
        (document.cut(*segment.sentence_at(paper.sentences, shown.start), _BY, _ROLE),),
        _ENTITY,
    )


def _claims(
    paper: _Paper, named: Mapping[str, LocalEntity], answered: Sequence[Related], left: Counter[_Left]
) -> tuple[Claim, ...]:
    """The relations between entities whose evidence stands in the text, the first for a pair, in its order."""
    made: dict[frozenset[LocalId], Claim] = {}
    for one in answered:
        claim = _claim(paper, named, one)
        if isinstance(claim, _Left):
            left[claim] += 1
        else:
            made.setdefault(frozenset((claim.subject, claim.object)), claim)
    return tuple(sorted(made.values(), key=lambda c: (c.evidence[0].span, c.subject, c.predicate, c.object)))


def _claim(paper: _Paper, named: Mapping[str, LocalEntity], one: Related) -> Claim | _Left:
    relation = schema().relations.get(one.relation)
    head, tail = (named.get(names.key(end)) for end in (one.head, one.tail))
    if head is None or tail is None:
        return _Left.ENDLESS
    if relation is None or head is tail or not relation.admits(head.type, tail.type):
        return _Left.ONTOLOGY
    quoted = places(paper.document, one.evidence)
    if not quoted:
        return _Left.UNQUOTED
    proof = next((evidence for span in quoted if (evidence := _proof(paper, span, (head, tail)))), None)
    return Claim(head.id, relation.name, tail.id, proof, _RELATION) if proof else _Left.UNPROVEN


def _proof(paper: _Paper, quote: _Span, ends: tuple[LocalEntity, LocalEntity]) -> tuple[Evidence, ...]:
    """The words at `quote`, and the nearest sentence with the end that they do not name; empty if they name neither."""
    start, end = quote
    unnamed = [
        entity
        for entity in ends
        if not any(start <= m.evidence.span.start and m.evidence.span.end <= end for m in entity.mentions)
    ]
    if len(unnamed) == len(ends):
        return ()
    spans = [quote]
    for entity in unnamed:
        nearest = min((m.evidence.span.start for m in entity.mentions), key=lambda place: abs(place - start))
        spans.append(segment.sentence_at(paper.sentences, nearest))
    return tuple(paper.document.cut(*span, _BY, _RELATION) for span in spans)


def _told(document: Document, left: Counter[_Left]) -> Iterator[Issue]:
    reasons = [f"{left[reason]} {reason}" for reason in _Left if left[reason]]
    if reasons:
        yield Issue("quote", document.id, f"left out of what the language model says: {', '.join(reasons)}")
