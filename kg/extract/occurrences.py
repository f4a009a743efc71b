"""Every place where given names stand in a text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kg.extract.proposals import Proposal
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
            if end <= len(text) and text[word.start : end] in known and not text[end : end + 1].isalnum():
                yield word.start, end
                free = end
                break


def elsewhere(text: str, words: tuple[Word, ...], standing: Sequence[Proposal]) -> Iterator[Proposal]:
    """Every other place where what a standing proposal names is written in the same way."""
    surest: dict[str, Proposal] = {}
    taken = bytearray(len(text))
    for proposal in sorted(standing, key=lambda p: (-p.score, p)):
        surest.setdefault(text[proposal.start : proposal.end], proposal)
        taken[proposal.start : proposal.end] = b"\1" * (proposal.end - proposal.start)
    for start, end in occurrences(text, words, surest):
        if not any(taken[start:end]):
            first = surest[text[start:end]]
            yield Proposal(start, end, first.type, first.by, first.score)
