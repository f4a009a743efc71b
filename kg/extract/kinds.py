"""The type of an entity: what its words are like, what the paper and the field call it, and what it is listed with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kg.core import names
from kg.core.schema import schema
from kg.extract import heads
from kg.extract.field import known_as
from kg.extract.group import Group
from kg.extract.scene import Around, Scene

_LISTED_WITH = 0.75

Spelt = Mapping[str, str]
"""What a paper spells its short forms out as, by their keys."""


def type_of(scene: Scene, mentioned: Group, seen: Sequence[Around], beside: Sequence[Around], spelt: Spelt) -> str:
    """The type of what is `mentioned` where it is `seen`; `beside` are the places of what it is listed with."""
    votes: dict[str, float] = defaultdict(float)
    for mention, around in zip(mentioned, seen, strict=True):
        votes[mention.type] += mention.score / len(mentioned)
        for type_, weight in _given(scene, around, spelt):
            votes[type_] += weight
    for type_ in sorted({type_ for around in beside for type_, _ in _given(scene, around, spelt)}):
        votes[type_] += _LISTED_WITH
    order = schema().types
    return max(votes, key=lambda type_: (votes[type_], -order.index(type_)))


def is_known(form: str, spelt: Spelt) -> bool:
    """Whether the field knows what the paper writes so, and the paper does not spell it out as another thing."""
    known, long = known_as(form), spelt.get(names.key(form))
    return known is not None and (long is None or known_as(long) is known)


def _given(scene: Scene, around: Around, spelt: Spelt) -> Iterator[tuple[str, float]]:
    surface = scene.text[around.start : around.end]
    yield from heads.given_types(surface, around.left, around.right)
    if names.key(surface) not in spelt or is_known(surface, spelt):
        yield from heads.named_type(surface)
