"""Near misses: names of two entities so alike that a person should look. They meet in blocks, never pair by pair."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from kg.core import names
from kg.resolve.match import HEADS, SMALL_WORDS
from kg.resolve.sightings import may_be_short

_WORDS, _INITIALS, _SLIP, _HEAD = (
    ("they have the same words, but for small ones and their order", 0.5),
    ("the letters of one begin the words of the other", 0.4),
    ("they differ in one letter", 0.3),
    ("one only adds a word such as model or method", 0.3),
)
"""In what two names are alike, and how probable it is that they are one thing, as a person would guess."""

_SHORTEST_SLIP = 6
_SHORTEST_INITIALS = 3
_CROWDED = 12
"""A block with more names tells nothing of two of them."""
_NOT_WORDS = re.compile(r"[^\w\s]|_")


def near_misses(listed: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names, each once and in order, of which `likeness` says something."""
    blocks: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(listed)):
        for block in sorted(set(_blocks(name))):
            blocks[block].append(name)
    met = {pair for one in blocks.values() if len(one) <= _CROWDED for pair in combinations(one, 2)}
    yield from (pair for pair in sorted(met) if likeness(*pair))


def likeness(left: str, right: str) -> tuple[str, float] | None:
    """In what two names with different keys are alike, in words, and how probable it is that they are one thing."""
    if _begins_words(left, right) or _begins_words(right, left):
        return _INITIALS
    if names.identity(left) != names.identity(right):
        return None
    words, others = _content(left), _content(right)
    if sorted(words) == sorted(others):
        return _WORDS
    if _is_slip(names.key(left), names.key(right)):
        return _SLIP
    shorter, longer = sorted((words, others), key=len)
    return _HEAD if longer[:-1] == shorter and longer[-1] in HEADS else None


def _blocks(name: str) -> Iterator[str]:
    words, key = _content(name), names.key(name)
    yield "words " + " ".join(sorted(words))
    yield "words " + " ".join(sorted(words[:-1]))
    yield "letters " + (key if may_be_short(name) else "".join(word[0] for word in words))
    if len(key) >= _SHORTEST_SLIP and key.isalpha():
        yield from {f"slip {key[:place]}{key[place + 1 :]}" for place in range(1, len(key))}
        yield f"slip {key}"


def _content(name: str) -> list[str]:
    words = _NOT_WORDS.sub(" ", names.normal(name)).split()
    return [word for word in words if word not in SMALL_WORDS] or [names.key(name)]


def _begins_words(short: str, full: str) -> bool:
    key = names.key(short)
    words = _content(full)
    return (
        may_be_short(short)
        and len(key) >= _SHORTEST_INITIALS
        and len(words) > 1
        and "".join(word[0] for word in words) == key
    )


def _is_slip(left: str, right: str) -> bool:
    """Whether one letter, not the first, is wrong, missing, too much or in its neighbour's place in a long word."""
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) < _SHORTEST_SLIP or len(longer) - len(shorter) > 1 or shorter[0] != longer[0]:
        return False
    start = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    rest, other = shorter[start:], longer[start:]
    if len(shorter) < len(longer):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
