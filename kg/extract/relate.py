"""The relations between a paper's entities: what its sentences state, what follows from roles, what names say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.core import names
from kg.core.schema import schema
from kg.core.types import Claim, Document, Evidence, LocalEntity, LocalId
from kg.extract import phrasing, standing, wins
from kg.extract.sentences import Sentence, first_sentences, sentences

_KIND_OF, _OUTPERFORMS = "kindOf", "outperforms"
_WIN_SCORE = 0.8
_NAMED_KINDS = {"Task": 0.83, "Metric": 0.67, "Model": 0.86, "Method": 0.7, "Concept": 0.65}
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
    first = first_sentences(parts)
    for subject, predicate, obj, shown, by, score in _relations(document, entities, parts):
        evidence = tuple(
            document.cut(sentence.start, sentence.end, by, score) for sentence in _showing(subject, obj, shown, first)
        )
        if evidence:
            yield _Candidate(subject, predicate, obj, evidence, score)


def _relations(
    document: Document, entities: Sequence[LocalEntity], parts: Sequence[Sentence]
) -> Iterator[tuple[LocalEntity, str, LocalEntity, tuple[Sentence, ...], str, float]]:
    """The relations of all rules, each with the sentences and the name of the rule that show it, and how surely."""
    main = standing.main_entity(entities)
    for sentence in parts:
        for stated in phrasing.stated(document.text, sentence, main):
            yield (*stated[:3], (sentence,), "rule:phrase", stated.score)
        marks = phrasing.with_self(document.text, sentence, main)
        for winner, loser in wins.won(document.text, sentence, marks, main):
            yield winner.entity, _OUTPERFORMS, loser.entity, (sentence,), "rule:win", _WIN_SCORE
    for implied in standing.implied(document, parts, entities, main):
        yield (*implied[:4], "rule:role", implied.score)


def _showing(
    subject: LocalEntity, obj: LocalEntity, shown: Sequence[Sentence], first: Mapping[LocalId, Sentence]
) -> list[Sentence]:
    """`shown` with the first sentence that names an end which they do not name; what names the object leads.

    Nothing where an end is named nowhere.
    """
    unnamed = [end.id for end in (subject, obj) if not any(end in sentence.named for sentence in shown)]
    if not all(end in first for end in unnamed):
        return []
    every = {sentence.start: sentence for sentence in (*shown, *(first[end] for end in unnamed))}
    return sorted(every.values(), key=lambda sentence: (obj not in sentence.named, sentence.start))


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
