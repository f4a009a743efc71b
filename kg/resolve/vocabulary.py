"""Block: every name that a corpus uses by its key, and what its short forms stand for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from kg.core import names
from kg.core.known import KnownName, known_by_key, known_names, known_short_forms
from kg.core.types import DocId
from kg.resolve.sightings import SHORT_WORD, Sighting, kind, may_be_short

_KNOWN_COUNTS_AS, _SHORT_FORM_COUNTS_AS = 3, 2


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`written`: key → the ways in which that name is written, each with the number of entities that have it.
    `full_forms`: key of a short form → key of a full form → the papers that say so.
    `neighbours`: paper → the keys of its entities. `papers`: key → the number of papers that have it.
    `kinds`: key → the kinds of thing that it is.
    `words`: the keys of short forms, and of the words within names that may be short for something."""

    written: Mapping[str, Mapping[str, int]]
    full_forms: Mapping[str, Mapping[str, tuple[DocId, ...]]]
    neighbours: Mapping[DocId, frozenset[str]]
    papers: Mapping[str, int]
    kinds: Mapping[str, set[str]]
    words: set[str]

    def name(self, key: str) -> str:
        """How the name of `key` is written most often; the key of a known name that no paper has gives that name."""
        counts = self.written.get(key)
        if not counts:
            known = self.known(key)
            return known.name if known else key
        if len(counts) == 1:
            return next(iter(counts))
        return min(counts, key=lambda form: ("(" in form, -counts[form], form))

    def known(self, key: str) -> KnownName | None:
        """The known name that has `key`, unless papers write it for another kind of thing alone: see `_is_word`.

        Where `_apart` told two things of one spelling apart, it is that which is written as the field does.
        """
        own = key if key in known_by_key() else names.key(key)
        known = known_by_key().get(own)
        if known is None or self._is_word(key, known):
            return None
        is_its_own = own == names.key(known.name)
        return known if not is_its_own or key == self.key_of(known) else None

    def key_of(self, known: KnownName) -> str:
        """The key of a known name: the name itself, where papers write it for one of two things of one spelling."""
        own = names.key(known.name)
        return known.name if own != known.name and known.name in self.written else own

    def is_in_short(self, key: str) -> bool:
        """Whether `key` is that of a short form, as papers or the field have it, and is written as one."""
        return (key in self.full_forms or key in known_by_short()) and any(map(may_be_short, self.written[key]))

    def known_as(self, key: str) -> set[KnownName]:
        """The known names that have `key`, in full or in short."""
        return {*filter(None, [self.known(key)]), *self.known_for_short(key)}

    def known_for_short(self, key: str) -> Mapping[KnownName, int]:
        """The known names that the short form of `key` may stand for, itself among them where it is one.

        Each with the number of papers that saying so counts as.
        """
        return known_by_short().get(key, {})

    def _is_word(self, key: str, known: KnownName) -> bool:
        """Whether papers write it small for another kind of thing than what the field writes with capitals ("map")."""
        return (
            key in self.written
            and kind(known.type) not in self.kinds[key]
            and "" not in self.kinds[key]
            and all(map(str.islower, self.written[key]))
            and not any(form.islower() for form in known.forms if names.key(form) == key)
        )


@cache
def known_by_short() -> Mapping[str, Mapping[KnownName, int]]:
    """Known names by the keys of their short forms, each with the number of papers that this counts as."""
    found: dict[str, dict[KnownName, int]] = defaultdict(dict)
    for listed, count in ((known_names(), _KNOWN_COUNTS_AS), (known_short_forms(), _SHORT_FORM_COUNTS_AS)):
        for known in listed:
            for form in filter(may_be_short, known.forms):
                found[names.key(form)][known] = count
    return found


def read(sightings: Collection[Sighting]) -> Vocabulary:
    """The names of all papers, by key."""
    written: dict[str, dict[str, int]] = defaultdict(dict)
    full_forms: dict[str, dict[str, set[DocId]]] = defaultdict(lambda: defaultdict(set))
    neighbours: dict[DocId, set[str]] = defaultdict(set)
    kinds: dict[str, set[str]] = defaultdict(set)
    for sighting in sightings:
        kinds[sighting.key].add(kind(sighting.entity.type))
        neighbours[sighting.doc].add(sighting.key)
        own, forms = names.key(sighting.name), written[sighting.key]
        for form in sighting.forms:
            if names.key(form) == own:
                forms[form] = forms.get(form, 0) + 1
        for short in sighting.shorts if not sighting.is_inferred else ():
            full_forms[names.key(short)][sighting.key].add(sighting.doc)
    return Vocabulary(
        written,
        {short: {full: tuple(sorted(docs)) for full, docs in found.items()} for short, found in full_forms.items()},
        {doc: frozenset(keys) for doc, keys in neighbours.items()},
        Counter(chain.from_iterable(neighbours.values())),
        kinds,
        full_forms.keys() | _short_words(chain.from_iterable(sighting.forms for sighting in sightings)),
    )


def _short_words(forms: Iterable[str]) -> set[str]:
    """The keys of the words, and of their parts between hyphens, that may be short for something."""
    written = set(forms)
    words = {word for form in written for word in (*form.split(), *form.replace("-", " ").split())}
    return {names.key(word) for word in words if may_be_short(word) or len(word) <= SHORT_WORD}
