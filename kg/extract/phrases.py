"""Names found by the words that they are made of and that stand beside them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from kg.extract.bare import cannot_begin
from kg.extract.lexicon import likely_type, odds
from kg.extract.proposals import Proposal
from kg.extract.words import Word, word_after, word_before

_LONGEST = 6
_LEAST_WITHIN, _LEAST_EDGE = -2.2, -3.5
_LEAST_SCORE = 0.15
_BASE, _FIRST, _LAST, _OPENS, _CLOSES = 1.0, 0.52, 0.53, 0.6, 0.35
_ALONE, _LONG, _COINED, _IN_TITLE, _REPEATED = -1.22, -1.6, 1.95, -0.3, 0.41
"""What speaks for a name, as log-odds: a logistic regression on annotated abstracts, half of them held out."""


def propose(text: str, words: tuple[Word, ...], title_end: int) -> Iterator[Proposal]:
    """The likely names in `text`, whose first `title_end` characters are the title; overlapping ones too."""
    found = list(_candidates(words))
    repeats = Counter(_surface(text, words, first, last).lower() for first, last in found)
    for first, last in found:
        surface = _surface(text, words, first, last)
        before, after = word_before(text, words, first), word_after(text, words, last)
        points = (
            _BASE
            + _FIRST * odds(words[first].lower).first
            + _LAST * odds(words[last].lower).last
            + _OPENS * odds(before).opens
            + _CLOSES * odds(after).closes
            + _REPEATED * math.log(repeats[surface.lower()])
            + _IN_TITLE * (words[first].start < title_end)
            + _LONG * (last - first >= 4)
        )
        if first == last:
            points += _ALONE + _COINED * any(map(str.isupper, surface[1:]))
        name = 1 / (1 + math.exp(-points))
        if name >= _LEAST_SCORE:
            type_, share = likely_type(surface, before, after)
            yield Proposal(words[first].start, words[last].end, type_, "rule:phrase", name * share)


def _candidates(words: tuple[Word, ...]) -> Iterator[tuple[int, int]]:
    """The first and last word of each run of words that may all stand in a name."""
    parts = [odds(word.lower) for word in words]
    for first, start in enumerate(parts):
        if start.first < _LEAST_EDGE or cannot_begin(words[first].lower):
            continue
        for last in range(first, min(len(words), first + _LONGEST)):
            if parts[last].within < _LEAST_WITHIN or (last > first and not words[last].joined):
                break
            if parts[last].last >= _LEAST_EDGE:
                yield first, last


def _surface(text: str, words: tuple[Word, ...], first: int, last: int) -> str:
    return text[words[first].start : words[last].end]
