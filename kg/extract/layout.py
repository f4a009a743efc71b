"""What the model's heads are told of mentions: where they stand, which are one entity, how far apart they are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kg.core import segment
from kg.core.types import Document
from kg.extract.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np

    Integers = np.ndarray[Any, np.dtype[np.int64]]
    Floats = np.ndarray[Any, np.dtype[np.float32]]

LINKS = ("system", "on", "metric", "baseline")
"""What an entity can be to a reported number."""
SAME = "same"
"""What two entities are that are one."""
STEPS, APART, FACTS = 17, 7, 14
_COUNTS, _FIRSTS = 4, 8


@dataclass(frozen=True, slots=True)
class Layout:
    """Arrays for `mentions` in `entities`.

    `firsts` and `behinds` [mentions] are their ranges of pieces; `members` [entities, mentions] holds 1 where a mention
    is the entity's; `facts` [entities, 3] are rows of a table: how often, whether in the title, in which sentence
    first; `steps` and `apart` [mentions, mentions] are how many pieces and sentences one is from the other, in classes.
    """

    firsts: Integers
    behinds: Integers
    members: Floats
    facts: Integers
    steps: Integers
    apart: Integers


def layout(document: Document, pieces: Pieces, entities: Sequence[Sequence[tuple[int, int]]]) -> Layout:
    """The layout of `entities`, at least one, each given by the ranges of pieces of its mentions."""
    import numpy as np

    ranges = [(first, behind, number) for number, mentions in enumerate(entities) for first, behind in mentions]
    firsts, behinds, owners = (np.array(column, np.int64) for column in zip(*ranges, strict=True))
    begins = [start for start, _ in segment.sentences(document.text)]
    sentence = np.array([bisect_right(begins, pieces.starts[first]) for first in firsts], np.int64)
    in_title = np.array([pieces.starts[first] < document.abstract_start for first in firsts])
    members = (owners[None, :] == np.arange(len(entities))[:, None]).astype(np.float32)
    facts = [
        (
            min(len(mentions), _COUNTS) - 1,
            _COUNTS + bool(in_title[owners == number].any()),
            _COUNTS + 2 + min(int(sentence[owners == number].min()), _FIRSTS) - 1,
        )
        for number, mentions in enumerate(entities)
    ]
    distance = firsts[None, :] - firsts[:, None]
    size = np.minimum(np.log2(1 + np.abs(distance)).astype(np.int64), STEPS // 2)
    apart = np.clip(sentence[None, :] - sentence[:, None], -(APART // 2), APART // 2)
    return Layout(
        firsts, behinds, members, np.array(facts, np.int64), np.sign(distance) * size + STEPS // 2, apart + APART // 2
    )


def pieces_at(pieces: Pieces, start: int, end: int) -> tuple[int, int]:
    """The range of pieces that hold the characters from `start` to `end`, at least the one nearest to them."""
    first = min(bisect_left(pieces.ends, start + 1), len(pieces) - 1)
    return first, max(bisect_left(pieces.starts, end), first + 1)
