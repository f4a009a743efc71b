"""One paper as annotated, beside what was predicted of it: where mentions stand, and which entities are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

_MARKUP = re.compile(r"\\(?:textbf|textit|texttt|emph|mathrm|mathbf)\s*|[{}$*_`~]")
_BETWEEN_WORDS = re.compile(r"[-\u2010-\u2015/\s]+")
_ROUND_NAMES = ".,;:()[]\"'“”‘’"
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)s\b")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention of an entity stands in title, line break and abstract. Those whose text is not what stands there
    are all at -1."""

    start: int
    end: int
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A paper as annotated and as predicted. `paired` has the predicted entity that an annotated one is, by their
    numbers in the two lists."""

    gold: Json
    predicted: Json
    gold_places: Sequence[Place]
    predicted_places: Sequence[Place]
    paired: Mapping[int, int]

    @property
    def sides(self) -> tuple[list[Json], list[Json]]:
        """The annotated entities and the predicted ones."""
        return self.gold["entities"], self.predicted["entities"]

    def pairs(self) -> Iterator[tuple[Json, Json]]:
        """Each annotated entity that was predicted, with the predicted one."""
        gold, predicted = self.sides
        return ((gold[number], predicted[other]) for number, other in self.paired.items())


def compare(gold: Json, predicted: Json) -> Compared:
    """`gold` beside `predicted`, both in the annotation format."""
    entities, others = gold["entities"], predicted["entities"]
    title, text = gold.get("title") or "", gold["text"]
    whole = f"{title}\n{text}"
    return Compared(
        gold,
        predicted,
        _searched(entities, whole),
        _placed(others, whole, len(title) + 1) if _have_places(others) else _searched(others, whole),
        _paired(entities, others),
    )


def folded(name: str) -> str:
    """`name` without case, markup, hyphens, slashes and plural."""
    plain = _BETWEEN_WORDS.sub(" ", _MARKUP.sub("", name)).strip().lower().strip(_ROUND_NAMES)
    return _PLURAL.sub("", plain)


def _surface(mention: str | Json) -> str:
    return mention if isinstance(mention, str) else str(mention["text"])


def _have_places(entities: Iterable[Json]) -> bool:
    mentions = (mention for entity in entities for mention in entity["mentions"])
    return all(isinstance(mention, dict) and {"start", "end"} <= mention.keys() for mention in mentions)


def _placed(entities: Iterable[Json], text: str, abstract_start: int) -> list[Place]:
    found = []
    for entity in entities:
        for mention in entity["mentions"]:
            field_start = 0 if mention.get("field") == "title" else abstract_start
            start, end = mention["start"] + field_start, mention["end"] + field_start
            is_there = text[start:end] == mention["text"]
            found.append(Place(start, end, entity["type"], entity["name"]) if is_there else Place(-1, -1, "", ""))
    return found


def _searched(entities: Iterable[Json], text: str) -> list[Place]:
    """Every occurrence of every mention, the longer first where two overlap."""
    forms = {(_surface(mention), one["type"], one["name"]) for one in entities for mention in one["mentions"]}
    taken = bytearray(len(text))
    found = []
    for form, type_, name in sorted(forms, key=lambda row: (-len(row[0]), row)):
        for start in _occurrences(form, text):
            end = start + len(form)
            if _is_whole(text, start, end) and not any(taken[start:end]):
                taken[start:end] = b"\1" * len(form)
                found.append(Place(start, end, type_, name))
    return found


def _occurrences(form: str, text: str) -> Iterator[int]:
    start = text.find(form) if form else -1
    while start >= 0:
        yield start
        start = text.find(form, start + len(form))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word is cut at either end; an "s" and a space may follow."""
    is_cut_before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    is_cut_after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not is_cut_before and (not is_cut_after or text[end : end + 2].strip() == "s")


def _forms(entity: Json) -> set[str]:
    return {folded(form) for form in (entity["name"], *map(_surface, entity["mentions"]))}


def _paired(gold: Sequence[Json], predicted: Sequence[Json]) -> dict[int, int]:
    """Entities that share a form, one to one: those that share most first, then those of one type, then the first."""
    forms, other_forms = list(map(_forms, gold)), list(map(_forms, predicted))
    candidates = [
        (-len(shared), gold[number]["type"] != predicted[other]["type"], number, other)
        for number, mine in enumerate(forms)
        for other, theirs in enumerate(other_forms)
        if (shared := mine & theirs)
    ]
    paired: dict[int, int] = {}
    used: set[int] = set()
    for *_, number, other in sorted(candidates):
        if number not in paired and other not in used:
            paired[number] = other
            used.add(other)
    return paired
