"""Reasons in words that a person understands."""

from __future__ import annotations

from kg.core.types import Reason

HEAD_NOUN, KNOWN_NAME = "head noun", "known name"
_IN_WORDS = {
    "abbreviation": "the first is, or holds, an abbreviation of the second",
    "bracketed abbreviation": "one has its abbreviation in brackets",
    "case": "they differ in capitals only",
    HEAD_NOUN: "one adds a noun that says what it is",
    "hyphen": "they differ in hyphens and spaces only",
    KNOWN_NAME: "the field knows both as names of one thing",
    "named together": "a paper uses both for one thing",
    "number": "one writes a number for a word",
    "order": "a version or a variant stands in another place",
    "plural": "one is the plural of the other",
    "publisher": "one adds who published it",
    "same abbreviation": "papers give both as the full form of one abbreviation",
    "size": "one spells the letter of its size out",
    "spelling": "they are two spellings of one name",
    "version": "they name one version, with and without its letter",
    "year": "they name one year, in full and by its last two digits",
}
TYPE = "type"
_DECIDED = "decided by "
_KEPT_APART = "kept apart by "
_RENAMED = "renamed by "


def joins(reason: Reason) -> bool:
    """Whether it says that two names are one, as a reason of type or against another entity does not."""
    return reason.rule in _IN_WORDS or is_decided(reason)


def is_decided(reason: Reason) -> bool:
    """Whether a person said that the two names are one, or that this is another name for it."""
    return reason.rule.startswith((_DECIDED, _RENAMED))


def is_of_type(reason: Reason) -> bool:
    """Whether it says that some papers read the entity as another type."""
    return reason.rule == TYPE


def keeps_apart(reason: Reason) -> bool:
    """Whether a person said that the two names are two things."""
    return reason.rule.startswith(_KEPT_APART)


def in_words(reason: Reason) -> str:
    """Why the two names are one, or two where a person said so."""
    return _IN_WORDS.get(reason.rule, reason.rule)
