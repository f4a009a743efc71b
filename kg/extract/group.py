"""Which mentions of a paper name one thing: equal normal forms, and the two forms of an abbreviation it defines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kg.core import names
from kg.extract.abbreviations import Definition
from kg.extract.field import known_as
from kg.extract.proposals import Proposal

Group = tuple[Proposal, ...]


def group(text: str, mentions: Sequence[Proposal], definitions: Sequence[Definition]) -> list[Group]:
    """The mentions in groups, each in the order of the text; the groups in the order of their first mentions."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while (above := parent.get(key, key)) != key:
            key = above
        return key

    for definition in definitions:
        short, long = (names.key(text[start:end]) for start, end in (definition.short, definition.long))
        if short not in parent:
            parent[short] = root(long)
    for form in dict.fromkeys(text[mention.start : mention.end] for mention in mentions):
        known = known_as(form)
        if known and names.key(form) not in parent:
            parent[names.key(form)] = root(names.key(known.name))
    groups: dict[str, list[Proposal]] = defaultdict(list)
    for mention in sorted(mentions):
        groups[root(names.key(text[mention.start : mention.end]))].append(mention)
    return [tuple(found) for found in groups.values()]
