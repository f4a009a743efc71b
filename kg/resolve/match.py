"""Match: pairs of full names that are one thing, each with its reason. Names meet by key, never pair by pair."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise, product

from kg.core import names
from kg.core.types import Reason
from kg.resolve.reasons import HEAD_NOUN, KNOWN_NAME
from kg.resolve.respelt import is_proper, is_whole, respellings, without_noun
from kg.resolve.sightings import is_of_kind, kind
from kg.resolve.vocabulary import Vocabulary

_SURE, _NEARLY_SURE = 0.99, 0.95
SMALL_WORDS = frozenset(["a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "via", "with"])
HEADS = frozenset(
    ["algorithm", "approach", "architecture", "framework", "method", "model", "module", "network", "system"]
)
_NOTIONS = frozenset(["Concept", "Task"])
_MOST_WAYS = 20
_BETWEEN_WORDS, _BETWEEN_PARTS = re.compile(r"(\s+)"), re.compile(r"([\s-]+)")
_ENDING = re.compile(r"(?<=[a-z]{5})(?:al?|ed|ing|ly|e|s)$")


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """Two keys whose names are one thing."""

    left: str
    right: str
    reason: Reason


def matches(vocabulary: Vocabulary) -> Iterator[Match]:
    """What can be said of full names without asking what a short form stands for."""
    for rule in (same_known_name, same_respelt, same_but_for_noun, same_abbreviation):
        yield from rule(vocabulary)


def same_known_name(vocabulary: Vocabulary) -> Iterator[Match]:
    """Other full forms of a name that the field knows ("Low-Rank Adaptation" is LoRA)."""
    for key in vocabulary.written:
        known = vocabulary.known(key)
        if known and not vocabulary.is_in_short(key) and key != (right := vocabulary.key_of(known)):
            yield Match(key, right, Reason(KNOWN_NAME, vocabulary.name(key), known.name, _SURE))


def same_respelt(vocabulary: Vocabulary) -> Iterator[Match]:
    """Two spellings of a name of one kind of thing ("SQuAD v1.1", "SQuAD 1.1"), unless the field knows both as two."""
    for key, kinds in vocabulary.kinds.items():
        name, known = vocabulary.name(key), vocabulary.known(key)
        for rule, respelt in respellings(name, kinds):
            other, same = _of_kind(vocabulary, respelt, kinds), vocabulary.known(respelt)
            if other and other != key and (known is None or same in (None, known)):
                yield Match(key, other, Reason(rule, name, vocabulary.name(other), _NEARLY_SURE))


def same_but_for_noun(vocabulary: Vocabulary) -> Iterator[Match]:
    """A name with a noun that says what it is ("Cityscapes dataset", "image classification task")."""
    for key, kinds in vocabulary.kinds.items():
        name = vocabulary.name(key)
        rest, types = without_noun(name)
        if any(is_of_kind(type_, kinds) for type_ in types):
            other = _before_noun(vocabulary, rest, types)
            if other and other != key:
                yield Match(key, other, Reason(HEAD_NOUN, name, vocabulary.name(other), _NEARLY_SURE))


def same_abbreviation(vocabulary: Vocabulary) -> Iterator[Match]:
    """Full forms of one short form that differ in small words, endings or a head noun only.

    ("reinforcement learning from human feedback", "reinforcement learning with human feedback")
    """
    for full_forms in vocabulary.full_forms.values():
        alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for key in sorted(full_forms):
            alike[_content(vocabulary.name(key))].append(key)
        for left, right in chain.from_iterable(map(pairwise, alike.values())):
            first, second = vocabulary.name(left), vocabulary.name(right)
            if not _end_otherwise(first, second):
                yield Match(left, right, Reason("same abbreviation", first, second, _NEARLY_SURE))


def same_spelt_out(vocabulary: Vocabulary, in_full: Mapping[str, tuple[str, ...]]) -> Iterator[Match]:
    """A name that holds an abbreviation, and the name with it spelt out ("multimodal LLM").

    `in_full` gives the full names of each short form, as written; one of them alone must make a name that there is.
    """
    for key, forms in vocabulary.written.items():
        for form in forms:
            others = set(map(names.key, _spelt_out(form, in_full))) - {key, names.key(form)}
            there = [other for other in others if other in vocabulary.written or vocabulary.known(other)]
            if len(there) == 1:
                yield Match(key, there[0], Reason("abbreviation", form, vocabulary.name(there[0]), _NEARLY_SURE))


def difference(left: str, right: str) -> str:
    """In what two spellings of one key, without markup, differ, in a word that a person understands."""
    if left.casefold() == right.casefold():
        return "case"
    if ("(" in left) != ("(" in right):
        return "bracketed abbreviation"
    shorter, longer = sorted(("".join(filter(str.isalnum, form)).casefold() for form in (left, right)), key=len)
    if longer == shorter:
        return "hyphen"
    if longer.startswith(shorter) and len(longer) > len(shorter) + len("es"):
        return "head noun"
    return "plural" if longer.startswith(shorter[:-1]) and longer.endswith("s") else "spelling"


def _of_kind(vocabulary: Vocabulary, key: str, kinds: Collection[str]) -> str | None:
    """The key of what papers, else the field, call by that of a name, where it is of one of these kinds."""
    if key in vocabulary.kinds:
        return key if any(is_of_kind(one, kinds) for one in vocabulary.kinds[key]) else None
    known = vocabulary.known(key)
    return vocabulary.key_of(known) if known and is_of_kind(known.type, kinds) else None


def _before_noun(vocabulary: Vocabulary, rest: str, types: frozenset[str]) -> str | None:
    """The key of the one thing of these types that the field calls `rest`, or papers do, where it is a proper name.

    A notion that the field calls so makes it doubtful: DP algorithms may be of two things, the SAM optimizer is of one.
    """
    key = names.key(rest)
    known = [one for one in vocabulary.known_as(key) if one.type in _NOTIONS or is_whole(one, rest, types)]
    if len(known) == 1 and is_whole(known[0], rest, types):
        return vocabulary.key_of(known[0])
    is_named = is_proper((rest, *vocabulary.written.get(key, ())), types)
    return _of_kind(vocabulary, key, set(map(kind, types))) if is_named else None


def _content(name: str) -> tuple[str, ...]:
    """The words of a name without small words, a last head noun and their endings ("inertia", "inertial")."""
    words = [word for word in names.normal(name).split() if word not in SMALL_WORDS]
    content = words[:-1] if len(words) > 2 and words[-1] in HEADS else words
    return tuple(_ENDING.sub("", word) for word in content)


def _end_otherwise(left: str, right: str) -> bool:
    """Whether two names end in two head nouns ("method", "model"), or in a thing and what is done ("modeling")."""
    last, other = sorted((names.normal(name).split()[-1] for name in (left, right)), key=len)
    return last != other and ({last, other} <= HEADS or last + "ing" == other)


def _spelt_out(form: str, in_full: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """A form of several words with the short ones spelt out, in each way that there is, but for very many.

    Words are taken whole, and in their parts between hyphens.
    """
    for words in dict.fromkeys(tuple(between.split(form)) for between in (_BETWEEN_WORDS, _BETWEEN_PARTS)):
        ways = [in_full.get(word.removesuffix("s"), (word,)) for word in words]
        if len(words) > 1 and math.prod(map(len, ways)) <= _MOST_WAYS:
            yield from map("".join, product(*ways))
