"""The name that an entity is filed under: the full form, singular, in lower case unless it is a proper name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kg.core import english, names, segment
from kg.core.types import Document
from kg.extract.field import known_as


def choose(written: Sequence[str], spelt: Sequence[str], is_own: bool) -> str:
    """The name of what a paper writes so; `spelt` are the long forms among them, where it defines an abbreviation.

    What the paper itself introduces (`is_own`) keeps its capitals, and a system its short form. Other things go by the
    name that the field knows them by, where it does.
    """
    counts = Counter(filter(None, map(names.plain, written)))
    full = Counter(filter(None, map(names.plain, spelt))) or counts
    if not counts:
        return written[0]
    if is_own:
        shorts = [form for form in counts if form not in full and " " not in form and any(map(str.isupper, form[1:]))]
        is_system = any(form[:1].isupper() for form in full)
        return _first(shorts, counts) if shorts and is_system else _singular(_first(full, full))
    for form in _sorted(full, full):
        if known := known_as(form):
            return known.name
    name = _first([form for form in full if not any(map(str.isupper, form))] or full, full)
    return _singular(name.lower() if spelt and _is_plainly_titled(name) else name)


def within_sentence(document: Document, start: int, end: int, sentences: tuple[tuple[int, int], ...]) -> str:
    """The mention at `start` to `end` as it would be written within a sentence; `sentences` are those of `document`."""
    surface = document.text[start:end]
    in_title = start < document.abstract_start
    begins = start == segment.sentence_at(sentences, start)[0]
    return as_in_sentence(surface, in_title) if in_title or begins else surface


def as_in_sentence(surface: str, in_title: bool) -> str:
    """How a name that begins a sentence, or stands in a title, is written within a sentence."""
    if in_title and _is_plainly_titled(surface):
        return surface.lower()
    return surface if any(map(str.isupper, surface[1:])) else surface[:1].lower() + surface[1:]


def _sorted(forms: Sequence[str] | Counter[str], counts: Counter[str]) -> list[str]:
    return sorted(forms, key=lambda form: (-counts[form], -len(form), form))


def _first(forms: Sequence[str] | Counter[str], counts: Counter[str]) -> str:
    return _sorted(forms, counts)[0]


def _is_plainly_titled(form: str) -> bool:
    """Whether a name has no capitals but those of a title: "Large Language Model", but not "Monte Carlo AIXI"."""
    return " " in form and all(part[1:] == part[1:].lower() for word in form.split() for part in word.split("-"))


def _singular(name: str) -> str:
    """`name` with its last word in the singular, as it is written."""
    head, space, last = name.rpartition(" ")
    if last[:-1].isupper() and last.endswith("s"):
        return head + space + last[:-1]
    single = english.singular(last.lower())
    if last.islower():
        return head + space + single
    return head + space + last[: len(single)] if head and last.istitle() and last.lower().startswith(single) else name
