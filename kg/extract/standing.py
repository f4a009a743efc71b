"""Relations that follow from what two entities are to the paper and how near they stand, by `ontology/standings.tsv`.

A paper that introduces a system and tests on a dataset has evaluated the one on the other, whatever words it uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kg.core.types import Document, LocalEntity, LocalId
from kg.extract.doubt import doubtful
from kg.extract.sentences import Sentence, first_sentences
from kg.extract.sorts import sort_of
from kg.extract.tables import rows

_MAIN = "main"
_SYSTEMS = ("Method", "Model")
_MOST_IN_A_SENTENCE = 30
_MOST_IN_A_PAPER = 400


class Standing(NamedTuple):
    """What one entity is to the paper, what the other is, and how near they stand: "title", "sentence" or "paper"."""

    subject_role: str
    subject_type: str
    object_role: str
    object_type: str
    together: str


class Implied(NamedTuple):
    """A relation that follows, the sentences that show it, and how surely."""

    subject: LocalEntity
    predicate: str
    object: LocalEntity
    sentences: tuple[Sentence, ...]
    score: float


@cache
def standings() -> Mapping[Standing, tuple[tuple[str, float], ...]]:
    """The relations that each standing implies, with their scores. Raises DataError where the table is damaged."""
    found: dict[Standing, list[tuple[str, float]]] = defaultdict(list)
    for predicate, role, types, other_role, other_types, together, score in rows("standings", 7):
        for type_ in types.split():
            for other_type in other_types.split():
                found[Standing(role, type_, other_role, other_type, together)].append((predicate, float(score)))
    return {standing: tuple(implied) for standing, implied in found.items()}


def main_entity(entities: Sequence[LocalEntity]) -> LocalEntity | None:
    """What the paper is about: the first system that it introduces, else the first thing that it introduces."""
    introduced = sorted(
        (entity for entity in entities if entity.role == "introduces" and entity.mentions),
        key=lambda entity: (entity.mentions[0].evidence.span, entity.id),
    )
    return next((entity for entity in introduced if entity.type in _SYSTEMS), introduced[0] if introduced else None)


def implied(
    document: Document, sentences: Sequence[Sentence], entities: Sequence[LocalEntity], main: LocalEntity | None
) -> Iterator[Implied]:
    """What the standing of the entities to the paper and to each other implies."""
    if main is None:
        return
    first = first_sentences(sentences)
    seen: set[tuple[LocalId, LocalId]] = set()
    for sentence in sentences:
        title = document.title is not None and sentence.start < document.abstract_start
        named = sentence.named[:_MOST_IN_A_SENTENCE]
        for a in named:
            for b in named:
                if (a.role == "introduces" or b.role == "introduces") and (a.id, b.id) not in seen:
                    seen.add((a.id, b.id))
                    yield from _implied(document.text, a, b, main, "title" if title else "sentence", (sentence,))
    for other in entities[:_MOST_IN_A_PAPER]:
        if other.id in first and main.id in first:
            shown = tuple({sentence.start: sentence for sentence in (first[main.id], first[other.id])}.values())
            for a, b in ((main, other), (other, main)):
                if (a.id, b.id) not in seen:
                    yield from _implied(document.text, a, b, main, "paper", shown)


def _implied(
    text: str, a: LocalEntity, b: LocalEntity, main: LocalEntity, together: str, shown: tuple[Sentence, ...]
) -> Iterator[Implied]:
    if a.id == b.id:
        return
    roles = [_MAIN if entity.id == main.id else entity.role for entity in (a, b)]
    standing = Standing(roles[0], sort_of(a), roles[1], sort_of(b), together)
    for predicate, score in standings().get(standing, ()):
        if not doubtful(text, predicate, a, b, shown, main):
            yield Implied(a, predicate, b, shown, score)
