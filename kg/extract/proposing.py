"""The words with which papers say that something is theirs, from `ontology/proposing.tsv`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from kg.extract.tables import rows

OWN = re.compile(r"\b(?:we|our|this (?:work|paper|study|article)|the (?:paper|authors))\b", re.IGNORECASE)
"""Words that say that a sentence speaks of the paper itself."""


@cache
def words() -> Mapping[str, frozenset[str]]:
    """The words by their part.

    `verb`: of proposing. `article`, `adjective`: between it and the name. `ends object`: where its object ends;
    `after object`: these and others that follow one. `head left out`: a noun at the end of a phrase that is no part of
    the name; `never last`: one that the network must not take for a part either. `naming`: as in "a framework, which we
    call X". `ends apposition`: what a phrase after a name ends at.
    """
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for part, listed in rows("proposing", 2):
        found[part] |= frozenset(listed.split())
    found["after object"] |= found["ends object"]
    return dict(found)
