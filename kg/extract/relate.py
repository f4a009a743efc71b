"""The relations between a paper's entities: what its sentences state, what follows from roles, what names say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.core import names
from kg.core.schema import schema
from kg.core.types import Claim, Document, Evidence, LocalEntity, LocalId
from kg.extract import phrasing, standing
from kg.extract.sentences import sentences

_KIND_OF = "kindOf"
_NAMED_KINDS = {"Task": 0.77, "Metric": 0.7, "Model": 0.66, "Method": 0.62, "Concept": 0.45}
_MOST_WORDS_MORE = 3
_TESTED = frozenset(["evaluatesOn", "comparesWith"])


class _Candidate(NamedTuple):
    subject: LocalEntity
    predicate: str
    object: LocalEntity
    evidence: tuple[Evidence, ...]
    score: float


def find(document: Document, entities: Sequence[LocalEntity]) -> tuple[Claim, ...]:
    """The relations that `document` states or implies between `entities`, one for a pair, in the order of the text.

    A claim's score is the probability that the relation holds between things like these, times that of each end.
    """
    ordered = sorted(entities, key=lambda entity: entity.id)
    best = {_pair(found): found for found in _named_kinds(document, ordered)}
    named = frozenset(best)
    for found in _candidates(document, ordered):
        pair = _pair(found)
        if pair in named or not schema().relations[found.predicate].admits(found.subject.type, found.object.type):
            continue
        if pair not in best or found.score > best[pair].score:
            best[pair] = found
    claims = (Claim(c.subject.id, c.predicate, c.object.id, c.evidence, _certainty(c)) for c in best.values())
    return tuple(sorted(claims, key=lambda c: (c.evidence[0].span, c.subject, c.predicate, c.object)))


def _candidates(document: Document, entities: Sequence[LocalEntity]) -> Iterator[_Candidate]:
    parts = sentences(document, entities)
    main = standing.main_entity(entities)
    for sentence in parts:
        for stated in phrasing.stated(document.text, sentence, main):
            evidence = document.cut(sentence.start, sentence.end, "rule:phrase", stated.score)
            yield _Candidate(stated.subject, stated.predicate, stated.object, (evidence,), stated.score)
    for implied in standing.implied(document, parts, entities, main):
        shown = tuple(
            document.cut(sentence.start, sentence.end, "rule:role", implied.score) for sentence in implied.sentences
        )
        yield _Candidate(implied.subject, implied.predicate, implied.object, shown, implied.score)


def _certainty(found: _Candidate) -> float:
    return round(found.score * found.subject.score * found.object.score, 3)


def _pair(found: _Candidate) -> frozenset[LocalId]:
    return frozenset((found.subject.id, found.object.id))


def _named_kinds(document: Document, entities: Sequence[LocalEntity]) -> Iterator[_Candidate]:
    """Kinds by name: "semantic segmentation" is a kind of "segmentation", if the paper names both."""
    by_words: dict[tuple[str, tuple[str, ...]], LocalEntity] = {}
    for entity in entities:
        for form in sorted({entity.name, *(mention.evidence.quote for mention in entity.mentions)}):
            by_words.setdefault((entity.type, tuple(names.normal(form).split())), entity)
    for entity in entities:
        score = _NAMED_KINDS.get(entity.type)
        if score is None or entity.role in _TESTED:
            continue
        for mention in entity.mentions:
            words = tuple(names.normal(mention.evidence.quote).split())
            ends = (words[i:] for i in range(1, min(len(words), _MOST_WORDS_MORE + 1)))
            general = next((by_words[entity.type, end] for end in ends if (entity.type, end) in by_words), None)
            if general and general.id != entity.id and words[0] != "non":
                span = mention.evidence.span
                yield _Candidate(entity, _KIND_OF, general, (document.cut(span.start, span.end, "name", score),), score)
                break
