"""What the field knows at the end of a longer name that a paper coins: GRPO in "Feedback-Driven GRPO"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.core import names
from kg.core.known import KnownName
from kg.core.types import Document, Evidence, LocalEntity, LocalId, Mention
from kg.extract import proposing
from kg.extract.field import known_as
from kg.extract.scene import Scene

_TYPES = frozenset(["Method", "Model"])
_PART = re.compile(r"[ -]")
_HEAD_BEHIND = re.compile(r" ([a-z]+)$")
_BY, _SCORE = "name", 0.8


def known_ends(document: Document, scene: Scene, entities: Iterable[LocalEntity]) -> Iterator[LocalEntity]:
    """The known methods and models at the ends of names that the paper introduces, each with the one mention there."""
    for entity in entities:
        if entity.role == "introduces" and (found := _first_end(document, entity)):
            known, mention = found
            span = mention.evidence.span
            sentence = scene.around(span.start, span.end).sentence
            shown = document.cut(*sentence, f"rule:{_BY}", _SCORE)
            yield LocalEntity(
                LocalId(names.key(known.name)), known.type, "uses", known.name, (mention,), (shown,), _SCORE
            )


def _first_end(document: Document, entity: LocalEntity) -> tuple[KnownName, Mention] | None:
    for mention in entity.mentions:
        for start, end in _ends(mention.evidence):
            known = _known(document.text[start:end])
            if known and names.key(known.name) != entity.id:
                return known, Mention(known.type, document.cut(start, end, _BY, _SCORE))
    return None


def _ends(written: Evidence) -> Iterator[tuple[int, int]]:
    """The last words of what is written, without a head noun that is no part of a name; the longest first."""
    start, name = written.span.start, written.quote
    head = _HEAD_BEHIND.search(name)
    if head and head[1] in proposing.words()["head left out"]:
        name = name[: head.start()]
    return ((start + part.end(), start + len(name)) for part in _PART.finditer(name))


def _known(written: str) -> KnownName | None:
    """The method or model that goes by this proper name, written as the field writes it."""
    known = known_as(written)
    is_proper = known and written in known.forms and not known.name.islower()
    return known if is_proper and known and known.type in _TYPES else None
