"""Which mentions of a paper name one thing: equal normal forms, equal words, an abbreviation and what it stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.core import names
from kg.extract.abbreviations import Definition
from kg.extract.field import known_as
from kg.extract.proposals import Proposal
from kg.extract.wording import wording

Group = tuple[Proposal, ...]
_Pair = tuple[str, str]


def group(text: str, mentions: Sequence[Proposal], definitions: Sequence[Definition]) -> list[Group]:
    """The mentions in groups, each in the order of the text; the groups in the order of their first mentions."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while (above := parent.get(key, key)) != key:
            key = above
        return key

    forms = list(dict.fromkeys(text[mention.start : mention.end] for mention in mentions))
    for short, long in (*_defined(text, definitions), *_known(forms)):
        if short not in parent:
            parent[short] = root(long)
    for key, other in _worded_alike(text, forms, definitions):
        parent[root(key)] = root(other)
    groups: dict[str, list[Proposal]] = defaultdict(list)
    for mention in sorted(mentions):
        groups[root(names.key(text[mention.start : mention.end]))].append(mention)
    return [tuple(found) for found in groups.values()]


def _defined(text: str, definitions: Sequence[Definition]) -> Iterator[_Pair]:
    """The keys of what the paper gives as short and as long form of a name."""
    for definition in definitions:
        short, long = (names.key(text[start:end]) for start, end in (definition.short, definition.long))
        yield short, long


def _known(forms: Sequence[str]) -> Iterator[_Pair]:
    """The keys of what is written and of the name under which the field knows it."""
    for form in forms:
        if known := known_as(form):
            yield names.key(form), names.key(known.name)


def _worded_alike(text: str, forms: Sequence[str], definitions: Sequence[Definition]) -> Iterator[_Pair]:
    """The keys of names that have the same words, numbers and signs, and of the first of them."""
    spelt_out = {text[slice(*d.short)].removesuffix("s"): text[slice(*d.long)] for d in definitions}
    first: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}
    for form in forms:
        if words := wording(form, spelt_out):
            key = names.key(form)
            yield key, first.setdefault((words, names.identity(form)), key)
