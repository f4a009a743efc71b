"""How often what the network says with some probability is right, and the table that makes its probabilities say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType

from kg.core.schema import schema
from kg.core.types import Extraction
from kg.extract.trained import calibrated
from kg.run.calibration import calibration
from kg.train.examples import Annotated, scorer

Said = tuple[float, bool]
"""A probability that was given, and whether what it was given for is right."""
_KNOTS, _FEWEST = 12, 15


def outcomes(papers: Iterable[Annotated], made: Iterable[Extraction]) -> dict[str, list[Said]]:
    """What became of each type, role (the introducing of a thing apart from the others) and relation that was said, as
    score.py matches it."""
    measure = scorer()
    found: dict[str, list[Said]] = {"type": [], "introduces": [], "role": [], "relation": []}
    for paper, extraction in zip(papers, made, strict=True):
        _outcomes(paper, extraction, measure, found)
    return found


def table(said_: Iterable[Said]) -> list[tuple[float, float]]:
    """Knots (probability given, share right), rising in both: means of equal parts, none too small, made monotone."""
    ordered = sorted(said_)
    size = max(_FEWEST, -(-len(ordered) // _KNOTS))
    parts: list[list[Said]] = []
    for one in ordered:
        if not parts or (len(parts[-1]) >= size and one[0] != parts[-1][-1][0]):
            parts.append([])
        parts[-1].append(one)
    pools: list[tuple[float, float, int]] = []
    for part in parts:
        pools.append((sum(p for p, _ in part), float(sum(right for _, right in part)), len(part)))
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            last, before = pools.pop(), pools.pop()
            pools.append((before[0] + last[0], before[1] + last[1], before[2] + last[2]))
    return [(round(given / count, 4), round(right / count, 4)) for given, right, count in pools]


def error(said_: Sequence[Said]) -> float:
    """The expected calibration error of what was said; of nothing, 0."""
    return calibration(said_).error if said_ else 0.0


def crossed(said_: Sequence[Said]) -> list[Said]:
    """What was said with the probabilities that the tables of each half make of the other half's."""
    halves = said_[::2], said_[1::2]
    tables = table(halves[1]), table(halves[0])
    return [(calibrated(p, knots), right) for half, knots in zip(halves, tables, strict=True) for p, right in half]


def _outcomes(paper: Annotated, made: Extraction, measure: ModuleType, found: dict[str, list[Said]]) -> None:
    gold = paper["entities"]
    read = [
        {"name": e.name, "type": e.type, "mentions": [mention.evidence.quote for mention in e.mentions]}
        for e in made.entities
    ]
    matched = {j: i for i, j in measure.match(gold, read).items()}
    names = {entity["name"]: place for place, entity in enumerate(gold)}
    triples = {(names.get(h), relation, names.get(t)) for h, relation, t in paper["relations"]}
    for place, entity in enumerate(made.entities):
        right = gold[matched[place]] if place in matched else {"type": None, "role": None}
        found["type"].append((entity.score, right["type"] == entity.type))
        kind = entity.role if entity.role in found else "role"
        found[kind].append((entity.score * entity.evidence[0].score, right["role"] == entity.role))
    place_of = {entity.id: place for place, entity in enumerate(made.entities)}
    for claim in made.claims:
        ends = matched.get(place_of[claim.subject], -1), matched.get(place_of[claim.object], -1)
        ways = [ends, ends[::-1]] if schema().relations[claim.predicate].symmetric else [ends]
        found["relation"].append((claim.score, any((h, claim.predicate, t) in triples for h, t in ways)))
