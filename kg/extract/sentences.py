"""The sentences of a paper with the mentions that stand in each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.core import segment
from kg.core.types import Document, LocalEntity, LocalId

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Mark:
    """Where an entity is mentioned."""

    start: int
    end: int
    entity: LocalEntity


@dataclass(frozen=True, slots=True)
class Sentence:
    """A range of the document's text, its mentions in order, of which no two overlap, and all that it mentions."""

    start: int
    end: int
    marks: tuple[Mark, ...]
    named: tuple[LocalEntity, ...]


def sentences(document: Document, entities: Iterable[LocalEntity]) -> tuple[Sentence, ...]:
    """The sentences of `document`, each with the mentions of `entities` that lie in it; of nested ones the longest.

    What runs on for more than 2,000 characters is no sentence, and is taken in pieces.
    """
    every = sorted(
        (
            Mark(mention.evidence.span.start, mention.evidence.span.end, entity)
            for entity in entities
            for mention in entity.mentions
        ),
        key=lambda mark: (mark.start, -mark.end, mark.entity.id),
    )
    starts = [mark.start for mark in every]
    found = []
    for start, end in _pieces(document.text):
        inside = [mark for mark in every[bisect_left(starts, start) : bisect_left(starts, end)] if mark.end <= end]
        named = {mark.entity.id: mark.entity for mark in inside}
        found.append(Sentence(start, end, tuple(_apart(inside)), tuple(named.values())))
    return tuple(found)


def first_sentences(parts: Iterable[Sentence]) -> dict[LocalId, Sentence]:
    """The first sentence that mentions each entity."""
    found: dict[LocalId, Sentence] = {}
    for sentence in parts:
        for entity in sentence.named:
            found.setdefault(entity.id, sentence)
    return found


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    for start, end in segment.sentences(text):
        while end - start > _LONGEST:
            space = text.rfind(" ", start + 1, start + _LONGEST)
            cut = space if space > 0 else start + _LONGEST
            yield start, cut
            start = cut
        yield start, end


def _apart(marks: Iterable[Mark]) -> Iterator[Mark]:
    end = 0
    for mark in marks:
        if mark.start >= end:
            yield mark
            end = mark.end
