"""Every place where given names stand in a text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kg.extract.words import Word


def occurrences(text: str, words: tuple[Word, ...], surfaces: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where one of `surfaces` stands in `text` as whole words, from left to right; the longest wins, none overlap."""
    known = set(surfaces)
    lengths: dict[str, set[int]] = defaultdict(set)
    for surface in known:
        lengths[surface[:2]].add(len(surface))
    ordered = {start: sorted(found, reverse=True) for start, found in lengths.items()}
    free = 0
    for word in words:
        if word.start < free:
            continue
        for length in ordered.get(text[word.start : word.start + 2], ()):
            end = word.start + length
            if text[word.start : end] in known and not text[end : end + 1].isalnum():
                yield word.start, end
                free = end
                break
