"""Names by how they are written and where they stand.

Before the colon of a title, as the object of a verb of proposing, in capitals, with an abbreviation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.core import english
from kg.extract import proposing
from kg.extract.bare import is_quantity
from kg.extract.lexicon import likely_type, odds
from kg.extract.proposals import Proposal
from kg.extract.words import Word, word_after, word_before

_SCORES = {
    "title": (0.98, 0.65, 0.45),
    "capitals": (0.6, 0.69, 0.86, 0.85, 0.7),
    "object": (0.97, 0.55),
    "defined": (0.95,),
}
"""The share of names so found that annotated abstracts name too, by how many words they have; the last for more."""

_TITLE = re.compile(r"([^:\n]{2,60}):\s")
_MOST_IN_TITLE = 3
_CLAUSE = re.compile(r"[.;:()]\s")
_QUANTITY = re.compile(r"\d[\d.,]*[a-z]?(?:-|$)")
_LONGEST, _REACH = 5, 120
_LEAST_LAST = -3.0

Run = tuple[int, int]
"""The first and the last word of a name."""


def propose(
    text: str, words: tuple[Word, ...], title_end: int, defined: Sequence[tuple[int, int]]
) -> Iterator[Proposal]:
    """The coined names of `text`; `defined` are the places of abbreviations and what they stand for."""
    starts = {word.start: index for index, word in enumerate(words)}
    ends = {word.end: index for index, word in enumerate(words)}
    found = {
        "title": _before_colon(text, words, title_end),
        "capitals": _capitals(text, words, title_end),
        "object": _objects(text, words, title_end),
        "defined": ((starts[a], ends[b]) for a, b in defined if a in starts and b in ends),
    }
    for rule, runs in found.items():
        scores = _SCORES[rule]
        for first, last in runs:
            start, end = words[first].start, words[last].end
            type_, share = likely_type(text[start:end], word_before(text, words, first), word_after(text, words, last))
            yield Proposal(start, end, type_, f"rule:{rule}", scores[min(last - first, len(scores) - 1)] * share)


def _before_colon(text: str, words: tuple[Word, ...], title_end: int) -> Iterator[Run]:
    """What stands before the colon of a title: one word, or a few that the abstract has too."""
    if match := _TITLE.match(text, 0, title_end):
        count = sum(word.end <= match.end(1) for word in words[: _MOST_IN_TITLE + 1])
        if not 1 <= count <= _MOST_IN_TITLE or words[0].start != 0 or words[count - 1].end != match.end(1):
            return
        if count == 1 or text.find(match[1], title_end) >= 0:
            yield 0, count - 1


def _capitals(text: str, words: tuple[Word, ...], title_end: int) -> Iterator[Run]:
    """Words with capitals: two or more, but not at the start of a sentence; or one with a capital within."""
    first = 0
    while first < len(words):
        last = first
        if words[first].start >= title_end and _has_capital(text, words[first]):
            while last + 1 < len(words) and words[last + 1].joined and not text[words[last + 1].start].islower():
                last += 1
            if _is_coined(text, words, first, last):
                yield first, last
        first = last + 1


def _is_coined(text: str, words: tuple[Word, ...], first: int, last: int) -> bool:
    if first == last:
        return _is_coined_word(text, words[first])
    return word_before(text, words, first) not in ".!?:^"


def _is_coined_word(text: str, word: Word) -> bool:
    """Whether a word has a capital within, and is no quantity such as "70B" and no adjective such as "GPU-based"."""
    if _QUANTITY.match(word.lower):
        return False
    return _has_capital(text, word, 1) and ("-" not in word.lower or odds(word.lower).last >= _LEAST_LAST)


def _has_capital(text: str, word: Word, skip: int = 0) -> bool:
    return any(map(str.isupper, text[word.start + skip : word.end]))


def _objects(text: str, words: tuple[Word, ...], title_end: int) -> Iterator[Run]:
    """What "we propose", "this paper introduces" and the like have as object: a coined word, or a phrase."""
    parts = proposing.words()
    between = parts["article"] | parts["adjective"]
    for index, word in enumerate(words[:-1]):
        if word.lower not in parts["verb"] or word.start < title_end or not _is_own(text, word.start):
            continue
        first = index + 1
        while first < len(words) - 1 and (words[first].lower in between or is_quantity(words[first].lower)):
            first += 1
        if _CLAUSE.search(text, word.end, words[first].start):
            continue
        if _is_coined_word(text, words[first]):
            yield first, first
        elif words[index + 1].lower in ("a", "an"):
            yield from _phrase(words, first)


def _is_own(text: str, position: int) -> bool:
    """Whether the clause before a verb speaks of the paper itself."""
    clause = _CLAUSE.split(text[max(0, position - _REACH) : position])[-1]
    return proposing.OWN.search(clause) is not None


def _phrase(words: tuple[Word, ...], first: int) -> Iterator[Run]:
    """The noun phrase from a word on, without a head noun that is no part of a name."""
    parts = proposing.words()
    last = first
    while last + 1 < len(words) and words[last + 1].joined and not _ends_phrase(words[last + 1].lower):
        last += 1
    if last > first and english.singular(words[last].lower) in parts["head left out"]:
        last -= 1
    if words[first].lower not in parts["after object"] and 1 <= last - first < _LONGEST:
        yield first, last


def _ends_phrase(word: str) -> bool:
    return word.endswith("ed") or word in proposing.words()["after object"]
