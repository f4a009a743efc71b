"""What the model says of each piece: outside of any name, at the beginning of one of some type, or inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.core.schema import schema

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]

OUTSIDE = 0
_NEVER = -1e9


class Tagged(NamedTuple):
    """Pieces `first` up to `behind` read as a name of the type with number `type`; `score` is how sure its tags are."""

    first: int
    behind: int
    type: int
    score: float


def tags() -> tuple[str, ...]:
    """The tags in their order: "O", then "B-" and "I-" of each type of the ontology."""
    return ("O", *(f"{part}-{type_}" for type_ in schema().types for part in "BI"))


def begin(type_: int) -> int:
    """The tag of the first piece of a name of the type with this number; its other pieces have the next tag."""
    return 1 + 2 * type_


def best(scores: Floats, goes_on: Sequence[bool]) -> list[int]:
    """The likeliest tags of pieces with these log probabilities [pieces, tags] that are names and whole words."""
    import numpy as np

    allowed, inside_word = _steps()
    back = []
    total = scores[0] + np.where(_may_begin(), 0, _NEVER)
    for row, inner in zip(scores[1:], goes_on[1:], strict=True):
        ways = total[:, None] + (inside_word if inner else allowed)
        back.append(ways.argmax(0))
        total = ways.max(0) + row
    path = [int(total.argmax())]
    for came_from in reversed(back):
        path.append(int(came_from[path[-1]]))
    return path[::-1]


def names_in(path: Sequence[int], probabilities: Floats) -> Iterator[Tagged]:
    """The names that tags spell, as sure as the geometric mean of the probabilities [pieces, tags] of their tags."""
    import numpy as np

    first = 0
    while first < len(path):
        if path[first] == OUTSIDE:
            first += 1
            continue
        behind = first + 1
        while behind < len(path) and path[behind] == path[first] + 1:
            behind += 1
        sure = [max(float(probabilities[place, path[place]]), 1e-9) for place in range(first, behind)]
        yield Tagged(first, behind, (path[first] - 1) // 2, float(np.exp(np.mean(np.log(sure)))))
        first = behind


def _may_begin() -> list[bool]:
    return [tag[0] != "I" for tag in tags()]


@cache
def _steps() -> tuple[Floats, Floats]:
    """What each step from tag to tag costs: between words, and within one."""
    import numpy as np

    size = len(tags())
    between = np.zeros((size, size), np.float32)
    within = np.full((size, size), _NEVER, np.float32)
    within[OUTSIDE, OUTSIDE] = 0
    for type_ in range(size // 2):
        first, inner = begin(type_), begin(type_) + 1
        between[:, inner] = _NEVER
        between[[first, inner], inner] = 0
        within[[first, inner], inner] = 0
    return between, within
