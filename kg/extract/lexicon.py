"""What annotated abstracts say of words: how surely a name begins or ends with one, stands beside one, and its type.

`ontology/lexicon/words.tsv` counts how often each word or mark was seen and what part it had in a name; a row such as
"*ing" counts the rare words of that ending, the row "**" all rare words. `types.tsv` counts the types of names by their
last and first word, their ending and shape, and the words beside them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import mul
from typing import NamedTuple

from kg.core import english
from kg.core.schema import schema
from kg.extract.tables import rows

Shares = tuple[float, ...]
"""A probability for each entity type, in the ontology's order."""

_RARE = "*"
ALL_RARE = "**"
_TRUST_IN_RARE, _TRUST_IN_ENDING, _TRUST_IN_TYPES = 5.0, 2.0, 5.0
_LEAST, _MOST = 0.01, 0.99
_WEIGHT_OF_CLUE = {"last": 0.8, "ending": 0.3, "first": 0.8, "before": 0.8, "after": 0.8, "shape": 0.8}


class Odds(NamedTuple):
    """Log-odds that a name holds a word, begins with it, ends with it, begins right after it, ends right before it."""

    within: float
    first: float
    last: float
    opens: float
    closes: float


class Clues(NamedTuple):
    """What the type of a name is judged by."""

    last: str
    ending: str
    first: str
    before: str
    after: str
    shape: str


def endings(word: str) -> tuple[str, ...]:
    """The rows that count the rare words like this one, the nearest first."""
    if word[-1].isdigit():
        return (_RARE + ("1" if any(map(str.isalpha, word)) else "0"),)
    stem, hyphen, tail = word.rpartition("-")
    return (_RARE + hyphen + tail, _RARE + word[-3:]) if stem else (_RARE + word[-3:],)


def shape(words: Sequence[str]) -> str:
    """How a name is written: "Aa Aa", "Aa aa", "aa aa"; one word alone: "AA", "aA", "Aa" or "aa", "1" with a digit."""
    if len(words) > 1:
        return "Aa Aa" if not any(word[0].islower() for word in words) else f"{_case(words[0])[0]}a aa"
    return _case(words[0]) + ("1" if any(map(str.isdigit, words[0])) else "")


def clues(surface: str, before: str, after: str) -> Clues:
    """The clues to the type of a name as it is written, between the words or marks `before` and `after`."""
    words = surface.split()
    last = english.singular(words[-1].lower())
    return Clues(last, endings(last)[-1], words[0].lower() if len(words) > 1 else "", before, after, shape(words))


@lru_cache(maxsize=1 << 16)
def odds(word: str) -> Odds:
    """The odds of a word or mark in lower case; those of its ending where it was seldom seen."""
    counts = _word_counts()
    row = counts.get(word, (0, 0, 0, 0, 0, 0))
    like = next(filter(None, map(counts.get, endings(word))), (0, 0, 0, 0, 0, 0))
    rare = counts[ALL_RARE]
    found = []
    for n, n_like, n_rare in zip(row[1:], like[1:], rare[1:], strict=True):
        prior = (n_like + _TRUST_IN_RARE * n_rare / rare[0]) / (like[0] + _TRUST_IN_RARE)
        share = (n + _TRUST_IN_ENDING * prior) / (row[0] + _TRUST_IN_ENDING)
        share = min(max(share, _LEAST), _MOST)
        found.append(math.log(share / (1 - share)))
    return Odds(*found)


def likely_type(surface: str, before: str, after: str) -> tuple[str, float]:
    """The likeliest type of a name as it is written, between the words or marks `before` and `after`, and its share."""
    shares = _type_shares(clues(surface, before, after))
    share = max(shares)
    return schema().types[shares.index(share)], share


@lru_cache(maxsize=1 << 16)
def _type_shares(found: Clues) -> Shares:
    product = _shares(_type_counts()["all", ""])
    for clue in zip(Clues._fields, found, strict=True):
        if factors := _factors(*clue):
            product = tuple(map(mul, product, factors))
    return _shares(product)


@cache
def _factors(place: str, form: str) -> Shares | None:
    """How much more probable each type is for names with this clue than for others; None where it was seldom seen."""
    if (counts := _type_counts().get((place, form))) is None:
        return None
    trust = sum(counts) / (sum(counts) + _TRUST_IN_TYPES)
    usual = _shares(_type_counts()["all", ""])
    return tuple(
        (trust * share / prior + 1 - trust) ** _WEIGHT_OF_CLUE[place]
        for share, prior in zip(_shares(counts), usual, strict=True)
    )


def _case(word: str) -> str:
    if word.isupper():
        return "AA"
    return ("A" if word[0].isupper() else "a") + ("A" if any(map(str.isupper, word[1:])) else "a")


def _shares(numbers: Sequence[float]) -> Shares:
    total = sum(numbers)
    return tuple(number / total for number in numbers)


@cache
def _word_counts() -> Mapping[str, tuple[int, ...]]:
    return {word: tuple(map(int, counts)) for word, *counts in rows("lexicon/words", 7)}


@cache
def _type_counts() -> Mapping[tuple[str, str], tuple[int, ...]]:
    width = 2 + len(schema().types)
    return {(place, form): tuple(map(int, counts)) for place, form, *counts in rows("lexicon/types", width)}
