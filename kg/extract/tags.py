"""What the model says of each piece: outside of any name, at the beginning of one of some type, or inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    size = scores.shape[1]
    begins = range(begin(0), size, 2)
    never = [_NEVER] * len(begins)
    first, *rest = scores.tolist()
    total = first[:1] + [score for start in begins for score in (first[start], _NEVER)]
    back = []
    for row, is_inner in zip(rest, goes_on[1:], strict=True):
        before = [OUTSIDE if is_inner else total.index(max(total))] * size
        before[2::2] = [start if total[start] >= total[start + 1] else start + 1 for start in begins]
        total = [total[tag] + score for tag, score in zip(before, row, strict=True)]
        if is_inner:
            total[1::2] = never
        back.append(before)
    path = [total.index(max(total))]
    for before in reversed(back):
        path.append(before[path[-1]])
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
