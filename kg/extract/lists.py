"""Proper names that stand in one list, "A, B and C": they are things of one sort."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kg.extract.proposals import Proposal

_BETWEEN = re.compile(r"[*_}\s]*(?:\([^()]{1,60}\))?(?:\s*[,/&]\s*|,?\s+(?:and|or)\s+)[*_{\s]*")

_NEAR = 3


def mates(text: str, mentions: Sequence[Proposal]) -> Mapping[int, tuple[Proposal, ...]]:
    """The proper names near it in its list, by where a mention begins; `mentions` are in the order of the text."""
    lists: list[list[Proposal]] = []
    for mention in mentions:
        if not any(map(str.isupper, text[mention.start + 1 : mention.end])):
            continue
        if lists and _BETWEEN.fullmatch(text, lists[-1][-1].end, mention.start):
            lists[-1].append(mention)
        else:
            lists.append([mention])
    return {
        one.start: (*found[max(0, place - _NEAR) : place], *found[place + 1 : place + 1 + _NEAR])
        for found in lists
        for place, one in enumerate(found)
    }
