"""From what the network makes of a paper to its extraction, with calibrated probabilities and evidence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kg.core import names, segment
from kg.core.schema import schema
from kg.core.types import Claim, Document, Evidence, Extraction, LocalEntity, LocalId, Mention, Result
from kg.extract import abbreviations, naming, relate, results, urls
from kg.extract.attribution import Reported
from kg.extract.group import Group
from kg.extract.layout import LINKS
from kg.extract.model import BY, Network, Reading, linked
from kg.extract.trained import Knots, Thresholds, calibrated

if TYPE_CHECKING:
    from kg.extract.trained import Floats

_OWN = "introduces"


class Related(NamedTuple):
    """That entity number `head` stands in `relation` to number `tail`, and how probable that is."""

    head: int
    relation: str
    tail: int
    probability: float


def extraction(reading: Reading, network: Network, least: Thresholds) -> Extraction:
    """What is at least so probable in `reading`."""
    document = reading.seen.document
    found = entities(reading, least)
    named = tuple(found.values())
    return Extraction(
        document.id,
        named,
        claims(reading, found, relate.find(document, named), least.relation),
        reported(reading, found, network, least.link),
        urls.find(document.text),
    )


def sure(made: Extraction, calibration: Mapping[str, Knots]) -> Extraction:
    """`made` with scores as they were right on papers that were not learned from.

    What an entity's score and that of its role's evidence make together is the probability of the role.
    """
    entities = []
    for entity in made.entities:
        score = calibrated(entity.score, calibration["type"])
        knots = calibration[_OWN if entity.role == _OWN else "role"]
        roles = (calibrated(entity.score * piece.score, knots) for piece in entity.evidence)
        shown = zip(entity.evidence, roles, strict=True)
        evidence = tuple(replace(piece, score=_rounded(min(1.0, role / score))) for piece, role in shown)
        entities.append(replace(entity, score=_rounded(score), evidence=evidence))
    claims = []
    for claim in made.claims:
        score = _rounded(calibrated(claim.score, calibration["relation"]))
        evidence = tuple(replace(piece, score=score) for piece in claim.evidence)
        claims.append(replace(claim, score=score, evidence=evidence))
    return replace(made, entities=tuple(entities), claims=tuple(claims))


def entities(reading: Reading, least: Thresholds) -> dict[int, LocalEntity]:
    """The groups of `reading` that are at least so probably entities, by their numbers; of one name, the first."""
    document = reading.seen.document
    long_forms = {definition.long for definition in abbreviations.find(document.text)}
    sentences = segment.sentences(document.text)
    found: dict[int, LocalEntity] = {}
    taken: set[LocalId] = set()
    for number in range(len(reading.groups)):
        if 1 - reading.types[number, 0] < least.entity:
            continue
        role = _role(reading.roles[number, 1:], least.introduced)
        entity = _entity(reading, number, role, long_forms, sentences)
        if entity.id not in taken:
            taken.add(entity.id)
            found[number] = entity
    return found


def claims(
    reading: Reading, found: Mapping[int, LocalEntity], ruled: Sequence[Claim], least: float
) -> tuple[Claim, ...]:
    """The relations between `found` that are at least so probable, one for a pair, in the order of the text.

    Where the rules say the same (`ruled`), their words prove it, else the sentences that name both ends.
    """
    document = reading.seen.document
    sentences = segment.sentences(document.text)
    proofs = {_key(claim): claim.evidence for claim in ruled}
    made = []
    for head, relation, tail, probability in related(reading, list(found), least):
        score = _rounded(probability)
        ranges = _shown(sentences, reading.groups[head], reading.groups[tail])
        evidence = tuple(document.cut(start, end, BY, score) for start, end in ranges)
        claim = Claim(found[head].id, relation, found[tail].id, evidence, score)
        made.append(replace(claim, evidence=proofs.get(_key(claim), evidence)))
    return tuple(sorted(made, key=lambda claim: (claim.evidence[0].span, claim.subject, claim.predicate, claim.object)))


def related(reading: Reading, numbers: Sequence[int], least: float) -> Iterator[Related]:
    """The likeliest relation of each two of the groups with these numbers, where it is at least so probable."""
    words = schema().relations
    relations = list(words)
    highest = reading.relations[..., 1:].max(-1).tolist() if numbers else []
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 :]:
            is_back = highest[other][one] > highest[one][other]
            head, tail = (other, one) if is_back else (one, other)
            if (probability := highest[head][tail]) < least:
                continue
            relation = relations[int(reading.relations[head, tail, 1:].argmax())]
            yield Related(
                *((one, relation, other) if words[relation].symmetric else (head, relation, tail)), probability
            )


def reported(reading: Reading, found: Mapping[int, LocalEntity], network: Network, least: float) -> tuple[Result, ...]:
    """The results of the paper: the numbers that the rules find, and what they are of that is at least so probable."""
    document = reading.seen.document
    reports = results.reports(document, tuple(found.values()))
    if not reports or not found:
        return tuple(results.result(document, report) for report in reports)
    numbers = list(found)
    links = linked(reading, [report.finding.quantity for report in reports], network)[:, numbers]
    made = []
    for report, row in zip(reports, links, strict=True):
        chosen = {}
        for place, link in enumerate(LINKS, 1):
            likeliest = int(row[:, place].argmax())
            chosen[link] = found[numbers[likeliest]].id if row[likeliest, place] >= least else None
        made.append(results.result(document, report._replace(of=Reported(**chosen))))
    return tuple(made)


def _rounded(score: float) -> float:
    return round(score, 4)


def _key(claim: Claim) -> tuple[str, str, str]:
    ends = claim.subject, claim.object
    subject, obj = sorted(ends) if schema().relations[claim.predicate].symmetric else ends
    return subject, claim.predicate, obj


def _role(shares: Floats, least: float) -> int:
    """The likeliest role, but that the paper introduces a thing only where that is at least so probable."""
    own = schema().roles.index(_OWN)
    if shares[own] >= least * shares.sum():
        return int(shares.argmax())
    return max((role for role in range(len(shares)) if role != own), key=shares.__getitem__)


def _entity(
    reading: Reading,
    number: int,
    role_number: int,
    long_forms: set[tuple[int, int]],
    sentences: tuple[tuple[int, int], ...],
) -> LocalEntity:
    document, mentioned = reading.seen.document, reading.groups[number]
    types, roles = reading.types[number, 1:], reading.roles[number, 1:]
    type_, role = schema().types[int(types.argmax())], schema().roles[role_number]
    score, role_score = _rounded(float(types.max())), _rounded(float(roles[role_number]))
    is_own = role == _OWN
    written = [
        document.text[m.start : m.end] if is_own else naming.within_sentence(document, m.start, m.end, sentences)
        for m in mentioned
    ]
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


def _cut(document: Document, start: int, end: int, by: str, score: float) -> Evidence:
    return document.cut(start, end, by, _rounded(score))


def _shown(sentences: tuple[tuple[int, int], ...], head: Group, tail: Group) -> list[tuple[int, int]]:
    """The sentences that hold both ends: of the nearest pair of mentions, one sentence where it can be."""
    begins = [start for start, _ in sentences]

    def apart(pair: tuple[int, int]) -> tuple[int, int]:
        one, other = pair
        return abs(bisect_right(begins, one) - bisect_right(begins, other)), abs(one - other)

    nearest = min(((one.start, other.start) for one in head for other in tail), key=apart)
    return sorted({segment.sentence_at(sentences, place) for place in nearest})
