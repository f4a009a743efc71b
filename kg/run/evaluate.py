"""How well papers are read: what was predicted of them beside what a careful reader wrote down.

Papers are dictionaries in the annotation format, by id, as `kg.run.gold` reads them. A mention is a string, to be
looked for in the text, or has its place (`text`, `start`, `end`, `field`).

Of the measures, `entities` pairs an annotated and a predicted entity, one to one, where they share a form;
`entities~type` takes Method and Model, Dataset and Benchmark as the same; `introduced` are the entities whose role is
"introduces"; `pairs` are relations without label and direction; `results+` are results with their system, test and
metric; `b3` is B-cubed, whether mentions are grouped into the right entities across all papers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from kg.core.schema import schema
from kg.run.calibration import Calibration, Said, calibration_of
from kg.run.compare import Compared, compare, folded

Json = dict[str, Any]
Papers = Mapping[str, Json]

_NOTHING: Json = {"entities": []}
_NEAR = {"Model": "Method", "Benchmark": "Dataset"}
_INTRODUCES = "introduces"
_LINKS = ("system", "on", "metric")
_BESIDE_NUMBERS = re.compile(r"[\s~≈$\\]|times")
_SIGNS = "+%xpts."

_Ends = Mapping[str | None, Hashable]
_Triple = tuple[Hashable, str, Hashable]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: shares from 0 to 1, and how many were annotated (`gold`) and `predicted`."""

    precision: float
    recall: float
    gold: int
    predicted: int

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def to_json(self) -> Json:
        shares = {"P": self.precision, "R": self.recall, "F1": self.f1}
        return {**shares, "gold": self.gold, "predicted": self.predicted}


@dataclass(frozen=True, slots=True)
class Score:
    """The table: a row a measure (`b3` where any mention was found), a row a type, and how far the scores that
    predictions carry can be believed: of `entities` with their type, of `roles`, of `relations`."""

    rows: Mapping[str, Row]
    types: Mapping[str, Row]
    calibration: Mapping[str, Calibration]

    def to_json(self) -> Json:
        return {
            **{name: row.to_json() for name, row in self.rows.items()},
            "types": {name: row.to_json() for name, row in self.types.items()},
            "calibration": {name: one.to_json() for name, one in self.calibration.items()},
        }


def score(gold: Papers, predicted: Papers) -> Score:
    """The table of `predicted` against `gold`, micro-averaged.

    Of a paper that is not in `predicted` nothing was found; one that is not in `gold` does not count.
    """
    papers = [compare(paper, predicted.get(id_, _NOTHING)) for id_, paper in gold.items()]
    rows = {name: _total(map(count, papers)) for name, count in _MEASURES.items()}
    grouping = _b_cubed([link for paper in papers for link in _links(paper)])
    types = sorted({entity["type"] for paper in papers for side in paper.sides for entity in side})
    return Score(
        rows if grouping is None else {**rows, "b3": grouping},
        {type_: _total(_of_type(paper, type_) for paper in papers) for type_ in types},
        calibration_of(said for paper in papers for said in _said(paper)),
    )


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many of some kind are right, predicted and annotated in one paper."""

    right: int
    predicted: int
    gold: int


def _total(counts: Iterable[_Counts]) -> Row:
    right = predicted = gold = 0
    for one in counts:
        right, predicted, gold = right + one.right, predicted + one.predicted, gold + one.gold
    return Row(right / predicted if predicted else 0.0, right / gold if gold else 0.0, gold, predicted)


def _common(gold: Iterable[Hashable], predicted: Iterable[Hashable]) -> _Counts:
    wanted, given = Counter(gold), Counter(predicted)
    return _Counts((wanted & given).total(), given.total(), wanted.total())


def _spans(paper: Compared) -> _Counts:
    sides = paper.gold_places, paper.predicted_places
    return _common(*({(one.start, one.end) for one in side} for side in sides))


def _typed_spans(paper: Compared) -> _Counts:
    sides = paper.gold_places, paper.predicted_places
    return _common(*({(one.start, one.end, one.type) for one in side} for side in sides))


def _entities(paper: Compared, is_right: Callable[[Json, Json], bool]) -> _Counts:
    gold, predicted = paper.sides
    return _Counts(sum(is_right(*pair) for pair in paper.pairs()), len(predicted), len(gold))


def _has_type(gold: Json, predicted: Json) -> bool:
    return bool(gold["type"] == predicted["type"])


def _has_near_type(gold: Json, predicted: Json) -> bool:
    return _NEAR.get(gold["type"], gold["type"]) == _NEAR.get(predicted["type"], predicted["type"])


def _has_role(gold: Json, predicted: Json) -> bool:
    return bool(gold.get("role") == predicted.get("role"))


def _of_type(paper: Compared, type_: str) -> _Counts:
    return _having(paper, "type", type_)


def _introduced(paper: Compared) -> _Counts:
    return _having(paper, "role", _INTRODUCES)


def _having(paper: Compared, key: str, value: str) -> _Counts:
    """Of the entities that have `value`, on either side and on both."""
    gold, predicted = (sum(entity.get(key) == value for entity in side) for side in paper.sides)
    return _Counts(sum(one.get(key) == value == other.get(key) for one, other in paper.pairs()), predicted, gold)


def _ends(paper: Compared) -> tuple[_Ends, _Ends]:
    """By name, the annotated and the predicted entities: the number of the annotated one that each is."""
    gold, predicted = paper.sides
    number_of = {other: number for number, other in paper.paired.items()}
    return (
        {entity["name"]: number for number, entity in enumerate(gold)},
        {entity["name"]: number_of.get(other, ("predicted", other)) for other, entity in enumerate(predicted)},
    )


def _names(row: Json | Sequence[str]) -> tuple[str, str, str]:
    head, label, tail = (row["head"], row["relation"], row["tail"]) if isinstance(row, dict) else row[:3]
    return head, label, tail


def _stated(paper: Compared) -> set[_Triple]:
    """The annotated relations."""
    end_of, _ = _ends(paper)
    named = map(_names, paper.gold["relations"])
    return {(end_of[head], label, end_of[tail]) for head, label, tail in named if {head, tail} <= end_of.keys()}


def _claimed(paper: Compared) -> list[_Triple]:
    """The predicted relations, one for each row; an end that is no entity stands as its name."""
    _, end_of = _ends(paper)
    named = map(_names, paper.predicted.get("relations", ()))
    return [(end_of.get(head, head), label, end_of.get(tail, tail)) for head, label, tail in named]


def _relations(paper: Compared) -> _Counts:
    return _common(_stated(paper), set(_claimed(paper)))


def _pairs(paper: Compared) -> _Counts:
    sides = _stated(paper), _claimed(paper)
    return _common(*({frozenset((head, tail)) for head, _, tail in side} for side in sides))


def _finding(result: Json) -> tuple[Hashable, ...]:
    value = _BESIDE_NUMBERS.sub("", str(result.get("value") or "")).replace("×", "x")
    return value.lower().strip(_SIGNS), result.get("kind")


def _results(paper: Compared) -> _Counts:
    return _common(*(map(_finding, side.get("results", ())) for side in (paper.gold, paper.predicted)))


def _linked_results(paper: Compared) -> _Counts:
    def linked(side: Json, end_of: _Ends) -> Iterator[Hashable]:
        for result in side.get("results", ()):
            names = [result.get(link) for link in _LINKS]
            yield (*_finding(result), *(end_of.get(name, name or None) for name in names))

    return _common(*map(linked, (paper.gold, paper.predicted), _ends(paper)))


_MEASURES: Mapping[str, Callable[[Compared], _Counts]] = {
    "spans": _spans,
    "spans+type": _typed_spans,
    "entities": lambda paper: _entities(paper, lambda gold, predicted: True),
    "entities+type": lambda paper: _entities(paper, _has_type),
    "entities~type": lambda paper: _entities(paper, _has_near_type),
    "roles": lambda paper: _entities(paper, _has_role),
    "introduced": _introduced,
    "relations": _relations,
    "pairs": _pairs,
    "results": _results,
    "results+": _linked_results,
}


def _links(paper: Compared) -> Iterator[tuple[str, str]]:
    """The entity of each annotated mention that was found, and the entity that it was predicted to be of."""
    name_at = {(one.start, one.end): one.name for one in paper.predicted_places}
    for one in paper.gold_places:
        if (one.start, one.end) in name_at:
            yield folded(one.name), name_at[one.start, one.end]


def _b_cubed(links: Sequence[tuple[str, str]]) -> Row | None:
    if not links:
        return None
    both, gold, predicted = Counter(links), Counter(one for one, _ in links), Counter(other for _, other in links)
    return Row(
        fsum(both[link] / predicted[link[1]] for link in links) / len(links),
        fsum(both[link] / gold[link[0]] for link in links) / len(links),
        len(gold),
        len(predicted),
    )


def _said(paper: Compared) -> Iterator[Said]:
    """What was said with a score: that there is an entity of a type, that the paper has it in a role, a relation."""
    gold, predicted = paper.sides
    same = {other: gold[number] for number, other in paper.paired.items()}
    for other, entity in enumerate(predicted):
        annotated = same.get(other)
        of_type, of_role = _scores(entity)
        yield Said("entities", of_type, annotated is not None and _has_type(annotated, entity))
        yield Said("roles", of_role, annotated is not None and _has_role(annotated, entity))
    stated = _stated(paper)
    for row, triple in zip(paper.predicted.get("relations", ()), _claimed(paper), strict=True):
        of_relation = row.get("score") if isinstance(row, dict) else None
        yield Said("relations", of_relation, not stated.isdisjoint(_ways(triple)))


def _scores(entity: Json) -> tuple[float | None, float | None]:
    """How probable it is said to be that there is such an entity, and that the paper has it in that role.

    An extraction gives the first and what makes it the second; a built graph, where entities have ids, the second.
    """
    given, of_role = entity.get("score"), entity.get("role_score")
    if "entity" in entity:
        return None, given
    return given, None if given is None or of_role is None else given * of_role


def _ways(triple: _Triple) -> tuple[_Triple, ...]:
    """The ways in which the relation can be stated: a symmetric one from either end."""
    head, label, tail = triple
    relation = schema().relations.get(label)
    return (triple, (tail, label, head)) if relation and relation.symmetric else (triple,)
