"""From what the network makes of a paper to its entities and claims, with calibrated probabilities and evidence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.core import names, segment
from kg.core.schema import schema
from kg.core.types import Claim, Document, Evidence, LocalEntity, LocalId, Mention
from kg.extract import abbreviations, naming
from kg.extract.group import Group
from kg.extract.model import Reading
from kg.extract.proposals import Proposal
from kg.extract.trained import Knots, calibrated

BY = "model"


class Related(NamedTuple):
    """That entity number `head` stands in `relation` to number `tail`, and how probable that is."""

    head: int
    relation: str
    tail: int
    probability: float


def entities(reading: Reading, least: float, calibration: Mapping[str, Knots]) -> dict[int, LocalEntity]:
    """The groups of `reading` that are at least so probably entities, by their numbers; of one name, the first."""
    document = reading.seen.document
    long_forms = {definition.long for definition in abbreviations.find(document.text)}
    sentences = segment.sentences(document.text)
    found: dict[int, LocalEntity] = {}
    taken: set[LocalId] = set()
    for number in range(len(reading.groups)):
        if 1 - reading.types[number, 0] < least:
            continue
        entity = _entity(reading, number, long_forms, sentences, calibration)
        if entity.id not in taken:
            taken.add(entity.id)
            found[number] = entity
    return found


def claims(
    reading: Reading, found: Mapping[int, LocalEntity], least: float, calibration: Mapping[str, Knots]
) -> tuple[Claim, ...]:
    """The relations between `found` that are at least so probable, in the order of the text."""
    document = reading.seen.document
    sentences = segment.sentences(document.text)
    made = []
    for head, relation, tail, probability in related(reading, list(found), least):
        score = round(calibrated(probability, calibration.get("relation", ())), 4)
        ranges = _shown(sentences, reading.groups[head], reading.groups[tail])
        evidence = tuple(document.cut(start, end, BY, score) for start, end in ranges)
        made.append(Claim(found[head].id, relation, found[tail].id, evidence, score))
    return tuple(sorted(made, key=lambda claim: (claim.evidence[0].span, claim.subject, claim.predicate, claim.object)))


def related(reading: Reading, numbers: Sequence[int], least: float) -> Iterator[Related]:
    """The likeliest relation of each two of the groups with these numbers, where it is at least so probable."""
    words = schema().relations
    relations = list(words)
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 :]:
            forth, back = reading.relations[one, other, 1:], reading.relations[other, one, 1:]
            is_back = back.max() > forth.max()
            likeliest = back if is_back else forth
            relation = relations[int(likeliest.argmax())]
            head, tail = (other, one) if is_back and not words[relation].symmetric else (one, other)
            if (probability := float(likeliest.max())) >= least:
                yield Related(head, relation, tail, probability)


def _entity(
    reading: Reading,
    number: int,
    long_forms: set[tuple[int, int]],
    sentences: tuple[tuple[int, int], ...],
    calibration: Mapping[str, Knots],
) -> LocalEntity:
    document, mentioned = reading.seen.document, reading.groups[number]
    types, roles = reading.types[number, 1:], reading.roles[number, 1:]
    type_, role = schema().types[int(types.argmax())], schema().roles[int(roles.argmax())]
    score = round(calibrated(float(types.max()), calibration.get("type", ())), 4)
    role_score = round(calibrated(float(roles.max()), calibration.get("role", ())), 4)
    is_own = role == schema().roles[0]
    written = [document.text[m.start : m.end] if is_own else _within(document, m, sentences) for m in mentioned]
    spelt = [form for m, form in zip(mentioned, written, strict=True) if (m.start, m.end) in long_forms]
    name = naming.choose(written, spelt, is_own)
    shown = next((m for m in mentioned if m.start >= document.abstract_start), mentioned[0])
    return LocalEntity(
        LocalId(names.key(name)),
        type_,
        role,
        name,
        tuple(Mention(type_, _cut(document, m.start, m.end, m.by, m.score)) for m in mentioned),
        (_cut(document, *segment.sentence_at(sentences, shown.start), BY, role_score),),
        score,
    )


def _within(document: Document, mention: Proposal, sentences: tuple[tuple[int, int], ...]) -> str:
    """A mention as it would be written within a sentence."""
    surface = document.text[mention.start : mention.end]
    in_title = mention.start < document.abstract_start
    begins = mention.start == segment.sentence_at(sentences, mention.start)[0]
    return naming.as_in_sentence(surface, in_title) if in_title or begins else surface


def _cut(document: Document, start: int, end: int, by: str, score: float) -> Evidence:
    return document.cut(start, end, by, round(score, 4))


def _shown(sentences: tuple[tuple[int, int], ...], head: Group, tail: Group) -> list[tuple[int, int]]:
    """The sentences that hold both ends: of the nearest pair of mentions, one sentence where it can be."""
    begins = [start for start, _ in sentences]

    def apart(pair: tuple[int, int]) -> tuple[int, int]:
        one, other = pair
        return abs(bisect_right(begins, one) - bisect_right(begins, other)), abs(one - other)

    nearest = min(((one.start, other.start) for one in head for other in tail), key=apart)
    return sorted({segment.sentence_at(sentences, place) for place in nearest})
