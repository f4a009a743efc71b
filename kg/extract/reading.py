"""From a paper's text to what the model makes of it, alone or with the rules beside it.

Mentions are proposed by the tags and, where the rules read too, by them. The network judges groups of mentions: first
as they are written, then with those put together that it takes for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.core import names
from kg.core.headnouns import last_noun
from kg.core.schema import schema
from kg.core.types import Document
from kg.extract import abbreviations, overlap, proposing, rules
from kg.extract.abbreviations import Definition
from kg.extract.field import known_as
from kg.extract.group import Group, group
from kg.extract.model import Network, Reading, Seen, judge, proposals, see
from kg.extract.occurrences import elsewhere
from kg.extract.proposals import Proposal
from kg.extract.words import words_of

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_SAME = 0.5
"""How probable it must be that two groups are one, on the mean over all their pairs."""
_KNOWN = 20
"""How many times likelier a thing is of the type that the field knows its name as than the network says."""
_TRUST = 0.5
"""How much of a rule's score counts beside the model's."""
_SURE = 0.6
"""How sure the rules must be of a name that the field knows."""


def read(document: Document, tokenizer: Tokenizer, network: Network, *, with_rules: bool) -> Reading:
    """What `network` makes of what its tags name in `document` and, `with_rules`, of what the rules name surely."""
    seen = see(document, tokenizer, network)
    definitions = abbreviations.find(document.text)
    groups = group(document.text, _mentions(seen, definitions, with_rules), definitions)
    judged = judge(seen, groups, network)
    joined = together(judged)
    if len(joined) != len(groups):
        judged = judge(seen, joined, network)
    return as_known(judged) if with_rules else judged


def as_known(reading: Reading) -> Reading:
    """`reading` with likelier the type of each name that the field knows."""
    text, types = reading.seen.document.text, reading.types.copy()
    for row, mentions in zip(types, reading.groups, strict=True):
        known = next((found for m in mentions if (found := known_as(text[m.start : m.end]))), None)
        if known:
            before = row[1:].sum()
            row[1 + schema().types.index(known.type)] *= _KNOWN
            row[1:] *= before / row[1:].sum()
    return replace(reading, types=types)


def together(reading: Reading) -> list[Group]:
    """The groups of `reading`, with those put together that are probably one, the likeliest first."""
    text = reading.seen.document.text
    clusters = [[number] for number in range(len(reading.groups))]
    for one, other in _likely(reading):
        left, right = (next(c for c in clusters if number in c) for number in (one, other))
        if (
            left is not right
            and reading.same[left][:, right].mean() >= _SAME
            and _may_be_one(text, reading, left, right)
        ):
            left.extend(right)
            clusters.remove(right)
    found = [tuple(sorted(m for number in members for m in reading.groups[number])) for members in clusters]
    return sorted(found, key=lambda mentions: (mentions[0].start, mentions[0].end))


def _likely(reading: Reading) -> Iterator[tuple[int, int]]:
    size = len(reading.groups)
    pairs = [(one, other) for one in range(size) for other in range(one + 1, size) if reading.same[one, other] >= _SAME]
    yield from sorted(pairs, key=lambda pair: (-reading.same[pair], pair))


def _may_be_one(text: str, reading: Reading, left: Iterable[int], right: Iterable[int]) -> bool:
    """Whether no number or sign in their names says that they are two, nor the field, which knows both."""
    written = [{text[m.start : m.end] for n in side for m in reading.groups[n]} for side in (left, right)]
    numbers, known = ([set(filter(None, map(what, forms))) for forms in written] for what in (names.identity, known_as))
    return all(not all(sides) or bool(sides[0] & sides[1]) for sides in (numbers, known))


def _mentions(seen: Seen, definitions: Sequence[Definition], with_rules: bool) -> list[Proposal]:
    text = seen.document.text
    found = [_named(text, proposal) for proposal in proposals(seen)]
    if with_rules:
        guesses = rules.propose(seen.document, definitions, with_phrases=False)
        found += [replace(guess, score=guess.score * _TRUST) for guess in guesses if _is_sure(guess)]
    standing = overlap.settle(found)
    return sorted([*standing, *elsewhere(text, words_of(text), standing)])


def _named(text: str, proposal: Proposal) -> Proposal:
    """A proposal without a last noun that is no part of a name: some never are, more are not after a proper name."""
    rest, noun = last_noun(text[proposal.start : proposal.end].split(" "))
    name, words = " ".join(rest), proposing.words()
    is_proper = bool(rest) and names.has_capital_or_digit(rest[-1])
    if name and (noun in words["never last"] or (is_proper and noun in words["never last after a proper name"])):
        return replace(proposal, end=proposal.start + len(name))
    return proposal


def _is_sure(guess: Proposal) -> bool:
    """Whether a rule's guess is the abbreviation that a paper defines, or a proper name that the field knows."""
    return guess.by == "rule:defined" or (guess.by == "known" and guess.score >= _SURE)
