"""What a paper itself calls a thing: "X, a framework that …", "the X dataset", "our model X"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from kg.core import english, names
from kg.extract import proposing
from kg.extract.field import known_as
from kg.extract.tables import rows

_WORD = re.compile(r"[^\W\d_][\w'’/-]*")
_APPOSITION = re.compile(
    r"[\"'”’]*\)?(?:\s*\([^()]{1,160}\))?"
    r"(?:(?:\s*,\s+(?:which\s+is\s+)?|\s+is\s+|\s*[:–—-]\s+)(?:an?|the|our|one of the)\s+"
    r"|\s+(?:as\s+)?an?\s+(?:novel|new)\s+)",
    re.IGNORECASE,
)
_DIRECT = re.compile(r"\)?(?:\s*\([^()]{1,160}\))?\s+")
_ITEM = r"(?=[\w.+-]*[A-Z0-9])[\w.+-]+(?: [A-Z0-9][\w.+-]*){0,2}"
_OTHERS = rf"(?:{_ITEM}(?:\s*\([^()]*\))?(?:,|,? and|,? or) )*"
_LISTED_BEFORE = re.compile(
    r"([^\W\d_][\w-]*)(?:,? (?:such as|including|like|namely)|,? \(?e\.g\.,?|:| \((?:i\.e\.,?)?)\s*" + _OTHERS + "$"
)
_TESTED_ON = re.compile(
    r"\b(?i:experiment|evaluat|result|validated|tested|performance|accuracy|conducted|improvement|gain|outperform)"
    rf"[^.;:]{{0,60}}?\b(?:on|across)\s+(?:(?:the|both|standard)\s+)?{_OTHERS}$"
)
_LISTED_AFTER = re.compile(rf"\)?(?:(?:,|,? and|,? or) {_ITEM}){{1,6}}\s+")
_BENCHMARK = re.compile(r"[A-Za-z0-9][ -]?(?:[Bb]ench|[Bb]enchmark)$")
_FRONT = re.compile(r"([A-Z][A-Za-z]+)(?:[- .]?\d|[- ][A-Z])")
_LAST_PART = re.compile(r"[ -]")
_KNOWN, _APPOSED, _FAMILY, _BESIDE = 4.0, 2.0, 1.5, 0.75


def given_types(surface: str, left: str, right: str) -> Iterator[tuple[str, float]]:
    """The types that a paper gives to what it names `surface` by head nouns in the plain text beside the name.

    With each comes its weight: that of an apposition is decisive. A name that is not proper is given none: the noun
    behind it is another thing's ("image classification model").
    """
    if not any(map(str.isupper, surface)) or (" " in surface and not surface.istitle()):
        return
    if match := _APPOSITION.match(right):
        yield from ((type_, _APPOSED) for type_ in _head_of(right[match.end() :]))
    if (match := _DIRECT.match(right)) and (word := _WORD.match(right, match.end())):
        yield from ((type_, _BESIDE) for type_ in _type_of(word[0]))
    if (match := _LISTED_AFTER.match(right)) and (word := _WORD.match(right, match.end())):
        yield from ((type_, _BESIDE) for type_ in _type_of(word[0]))
    if match := _LISTED_BEFORE.search(left):
        yield from ((type_, _BESIDE) for type_ in _type_of(match[1]) if type_ != "Task")
    if _TESTED_ON.search(left):
        yield "Dataset", _BESIDE
    yield from ((type_, _BESIDE) for type_ in _type_of(_head_before(left)))


def named_type(surface: str) -> Iterator[tuple[str, float]]:
    """The type that a proper name shows by itself, with its weight.

    That under which the field knows it, a Benchmark for what ends so, a Model for what begins with the name of a known
    family of models ("Llama-Guard-3") and not with a head noun of another type behind it.
    """
    name = names.plain(surface)
    if not any(map(str.isupper, name)):
        return
    known = known_as(name)
    if known and name.removesuffix("s") in (form.removesuffix("s") for form in known.forms):
        yield known.type, _KNOWN
    elif _BENCHMARK.search(name):
        yield "Benchmark", _APPOSED
    elif _family(name) and next(_type_of(_LAST_PART.split(name)[-1]), "Model") == "Model":
        yield "Model", _FAMILY


def _family(name: str) -> bool:
    """Whether a longer name begins with that of a known model: up to a digit, a hyphen or a space."""
    front = _FRONT.match(name)
    known = known_as(front[1]) if front else None
    return known is not None and known.type == "Model" and front is not None and front[1] in known.forms


def _head_of(phrase: str) -> Iterator[str]:
    """The type of the last head noun of the noun phrase that `phrase` begins with."""
    parts = proposing.words()["ends apposition"]
    found: tuple[str, ...] = ()
    position = 0
    for word in _WORD.finditer(phrase):
        gap = phrase[position : word.start()]
        if word[0].lower() in parts or re.search(r"[.;:()]", gap):
            break
        found = tuple(_type_of(word[0])) or found
        position = word.end()
    yield from found


def _head_before(text: str) -> str:
    """The noun that names what comes after `text`: "model" of "the model", "framework" of "our framework, called"."""
    naming = proposing.words()["naming"]
    words = text.rstrip(" \"'“‘").split()
    named = len(words)
    while named and words[named - 1].strip(",") in naming:
        named -= 1
    if not named or (words[named - 1].endswith(",") and named == len(words) and "our" not in text.lower().split()[-3:]):
        return ""
    return words[named - 1].strip(",")


def _type_of(word: str) -> Iterator[str]:
    if type_ := _heads().get(english.singular(word.lower())):
        yield type_


@cache
def _heads() -> Mapping[str, str]:
    return dict(rows("heads", 2))
