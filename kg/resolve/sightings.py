"""Normal: what each paper calls an entity in full, and in short."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from kg.core import names
from kg.core.known import known_by_key
from kg.core.types import DocId, Extraction, LocalEntity

_NEAR = {"Method": "Model", "Dataset": "Benchmark"}
_LEAST_LETTERS = 3
_CACHED = 1 << 19
SHORT_WORD = 6


@dataclass(frozen=True, slots=True)
class Sighting:
    """An entity of one paper under its full name there, with the short forms that the paper gives it.

    `forms` counts its names and mentions, without markup. `is_bare` says that `name` may be short for something that
    this paper does not spell out; `is_inferred` that it only uses `shorts`, and `name` is what they were taken for.
    """

    doc: DocId
    entity: LocalEntity
    name: str
    key: str
    shorts: tuple[str, ...]
    forms: dict[str, int]
    is_bare: bool
    is_inferred: bool = False

    @property
    def is_apart(self) -> bool:
        """Whether its key is the name as it is written, which others write small for another kind of thing."""
        return self.key != names.key(self.name)


def read(extractions: Iterable[Extraction]) -> tuple[Sighting, ...]:
    """Every entity of every paper, by paper and name."""
    papers = sorted({extraction.doc: extraction for extraction in extractions}.items())
    found = [
        _sighting(doc, entity)
        for doc, extraction in papers
        for entity in sorted(extraction.entities, key=lambda entity: entity.id)
    ]
    return tuple(_apart(found))


def kind(type_: str) -> str:
    """The type, one for two that papers take for each other."""
    return _NEAR.get(type_, type_)


def is_of_kind(type_: str, kinds: Collection[str]) -> bool:
    """Whether what is read as `type_` can be one of these kinds; no type ("") is of any kind."""
    return not type_ or kind(type_) in kinds or "" in kinds


@lru_cache(maxsize=_CACHED)
def may_be_short(form: str) -> bool:
    """Whether `form` can be short for a longer name: one word with a capital or a digit within ("XGBoost", "C4")."""
    return names.is_short_form(form) or (form.isalnum() and any(not letter.islower() for letter in form[1:]))


def _sighting(doc: DocId, entity: LocalEntity) -> Sighting:
    own = names.plain(entity.name)
    forms = {own: 0}
    for mention in entity.mentions:
        form = names.plain(mention.evidence.quote)
        forms[form] = forms.get(form, 0) + 1
    spelt_out = sorted(_spelt_out(forms)) if len(forms) > 1 or "(" in own else []
    name = _full(own, spelt_out, forms)
    forms.setdefault(name, 0)
    key = names.key(name)
    shorts = tuple(sorted({short for short, full in spelt_out if names.key(full) == key}))
    is_inferred = bool(shorts) and not _is_written(key, forms) and not any(forms.get(full) for _, full in spelt_out)
    return Sighting(doc, entity, name, key, shorts, forms, not shorts and _is_bare(name), is_inferred)


@lru_cache(maxsize=_CACHED)
def _is_bare(name: str) -> bool:
    """Whether `name` is one word, but for a head noun, that may be short for something, or any short word."""
    for word in name.split():
        if names.key(word) == names.key(name):
            return _may_be_coined(word) or (word.isalnum() and len(word) <= SHORT_WORD)
    return False


def _spelt_out(forms: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Each short form with each full form of it."""
    shorts = [form for form in forms if _may_be_coined(form)]
    fulls = [form for form in forms if " " in form or "-" in form or len(form) > 12]
    for form in fulls:
        if "(" in form and (found := names.definition(form)):
            yield found
        for short in shorts:
            if short != form and names.abbreviates(short, form):
                yield short, form


@lru_cache(maxsize=_CACHED)
def _may_be_coined(form: str) -> bool:
    return may_be_short(form) or (form.isalpha() and form.istitle())


def _apart(found: list[Sighting]) -> Iterable[Sighting]:
    """The sightings, with a key of its own for a name in capitals that other papers write small for another kind of
    thing: the benchmarks MATH and QuALITY are not math and quality."""
    kinds: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for sighting in found:
        if sighting.name.islower() or _is_in_capitals(sighting.name):
            kinds[sighting.key, sighting.name.islower()].add(kind(sighting.entity.type))
    for sighting in found:
        small = kinds.get((sighting.key, True))
        is_apart = small and _is_in_capitals(sighting.name) and not small & kinds[sighting.key, False]
        yield replace(sighting, key=sighting.name) if is_apart else sighting


def _is_in_capitals(name: str) -> bool:
    """Whether `name` is in capitals, or is filed by the field with some within."""
    if not name.isalpha() or len(name) < _LEAST_LETTERS:
        return False
    known = None if name.isupper() or not may_be_short(name) else known_by_key().get(names.key(name))
    return name.isupper() or (known is not None and known.name == name)


def _full(own: str, spelt_out: list[tuple[str, str]], forms: dict[str, int]) -> str:
    """The full form of the name `own`: what it is short for, most often; itself where that is not said.

    Where `own` was only inferred from a short form, what the paper spells that out as comes before it.
    """
    if not spelt_out:
        return own
    key = names.key(own)
    is_written = _is_written(key, forms)
    fulls = [
        full
        for short, full in spelt_out
        if names.key(short) == key or (forms.get(full) and not is_written and _is_other_known(own, short, full))
    ]
    return min(fulls, key=lambda full: (-forms.get(full, 0), full), default=own)


def _is_written(key: str, forms: dict[str, int]) -> bool:
    """Whether the paper writes a name of `key`, or spells it out within another form."""
    return any(names.key(form) == key or "(" in form for form, count in forms.items() if count)


def _is_other_known(name: str, short: str, full: str) -> bool:
    """Whether `name` is what the field knows as `short`, which here are the first letters of the words of `full`."""
    known = known_by_key().get(names.key(short))
    initials = "".join(word[0] for word in names.normal(full).split())
    return known is not None and known.name == name and initials == names.key(short)
