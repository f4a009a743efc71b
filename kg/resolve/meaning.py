"""What a short form stands for, above all in a paper that does not say so."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kg.core import names
from kg.core.types import DocId
from kg.resolve.sightings import Sighting, is_of_kind, kind, may_be_short
from kg.resolve.vocabulary import Vocabulary, known_by_short

_ESTABLISHED = 3
_OVERWHELMING = 0.8
_TELLING = 4
_COINED, _USED = 1.0, 5.0
_FEW_PAPERS = 150
_ELSEWHERE, _BY_FEW = 0.97, 0.7
_SAME_SPELLING, _SAME_KIND = 2.0, 1.0
_SMOOTHING, _FEW = 5.0, 1.0

_NOTION = "Concept"
_SPOKEN = re.compile(r"^[a-z]*[aeiouy][a-z]*$")


@dataclass(frozen=True, slots=True)
class Meaning:
    """A full name of a short form, by the key of its group, with the papers that say so and how they write the short
    form. `name` is the one that the field knows, else that most papers give; `is_coined` says that they introduce it.

    `count` is the number of these papers, and more where the field knows this meaning. `neighbours` counts the papers
    among them that have each other name.
    """

    key: str
    name: str
    docs: frozenset[DocId]
    count: int
    written: frozenset[str]
    types: frozenset[str]
    is_coined: bool
    neighbours: Mapping[str, int]

    @property
    def is_established(self) -> bool:
        return self.count >= _ESTABLISHED


Meanings = Mapping[str, tuple[Meaning, ...]]
"""The meanings of each short form, by its key, most papers first."""


def meanings(sightings: Iterable[Sighting], vocabulary: Vocabulary, find: Callable[[str], str]) -> Meanings:
    """What papers and the field say of every short form; `find` gives the key that stands for a full name's group."""
    saying: dict[str, dict[str, list[tuple[str, Sighting]]]] = defaultdict(lambda: defaultdict(list))
    for sighting in sightings:
        for short in sighting.shorts if not sighting.is_inferred else ():
            saying[names.key(short)][find(sighting.key)].append((short, sighting))
    for short in sorted(vocabulary.words & known_by_short().keys()):
        for known in vocabulary.known_for_short(short):
            saying[short].setdefault(find(vocabulary.key_of(known)), [])
    found = {}
    for short, by_key in saying.items():
        options = [_meaning(short, key, said, vocabulary, find) for key, said in by_key.items()]
        found[short] = tuple(sorted(options, key=lambda option: (-option.count, option.key)))
    return found


def _meaning(
    short: str, key: str, said: list[tuple[str, Sighting]], vocabulary: Vocabulary, find: Callable[[str], str]
) -> Meaning:
    docs = frozenset(sighting.doc for _, sighting in said)
    written = {form for form, _ in said}
    count, types = len(docs), {kind(sighting.entity.type) for _, sighting in said}
    full = Counter(sighting.name for _, sighting in said)
    name = min(full, key=lambda form: (-full[form], form), default=key)
    for known, counted in vocabulary.known_for_short(short).items():
        if find(vocabulary.key_of(known)) == key:
            if len(docs) + counted > count:
                count, name = len(docs) + counted, known.name
            types.add(kind(known.type))
            written |= {form for form in known.forms if names.key(form) == short}
    is_coined = all(sighting.entity.role == "introduces" for _, sighting in said)
    neighbours = Counter(other for doc in sorted(docs) for other in vocabulary.neighbours[doc])
    return Meaning(key, name, docs, count, frozenset(written), frozenset(types), is_coined, neighbours)


def in_full(meanings: Meanings) -> dict[str, tuple[str, ...]]:
    """The full names of each short form, as it is written: that alone for which it hardly ever does not stand."""
    found: dict[str, tuple[str, ...]] = {}
    for options in meanings.values():
        first = options[0]
        is_sure = first.is_established and first.count >= _OVERWHELMING * sum(option.count for option in options)
        full = tuple(option.name for option in (options[:1] if is_sure else options) if not may_be_short(option.name))
        if full:
            found.update({form.removesuffix("s"): full for option in options for form in option.written})
    return found


def choose(sighting: Sighting, options: tuple[Meaning, ...], vocabulary: Vocabulary) -> tuple[Meaning, float] | None:
    """The meaning of a short form in a paper that may not spell it out, with its probability; None where it has none.

    What its own paper says comes first; then the meaning that the paper's other words favour, else the most frequent.
    """
    for option in options:
        if sighting.doc in option.docs:
            return option, 1.0
    fitting = _as_written(sighting, [option for option in options if _may_mean(sighting, option, vocabulary)])
    if not fitting:
        return None
    weights = [_weight(sighting, option, vocabulary) for option in fitting]
    shares = [math.exp(weight - max(weights)) for weight in weights]
    best = max(range(len(fitting)), key=lambda index: (shares[index], -index))
    sureness = _ELSEWHERE if fitting[best].is_established else _BY_FEW
    return fitting[best], sureness * shares[best] / sum(shares)


def _as_written(sighting: Sighting, options: list[Meaning]) -> list[Meaning]:
    """Of a short form in small and capital letters ("mAP"), the meanings that are written just so, if there are any."""
    short = (*sighting.shorts, sighting.name)[0].removesuffix("s")
    is_mixed = not (short.islower() or short.isupper())
    return [option for option in options if is_mixed and _is_written_so(sighting, option)] or options


def _may_mean(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> bool:
    """Whether a paper that does not spell its short form out may mean this.

    What few papers define is theirs: no other paper's own system, nothing of another kind. A word in small letters that
    can be spoken is short for what the field knows at most ("gan"); for a notion ("map") only where one writes it so.
    """
    is_same_kind = is_of_kind(sighting.entity.type, option.types)
    is_word = _SPOKEN.search(sighting.name) is not None
    if option.is_established:
        is_notion = sighting.entity.type == _NOTION
        return not is_word or (is_same_kind and (not is_notion or _is_written_so(sighting, option)))
    if not is_same_kind or is_word or sighting.entity.role == "introduces":
        return False
    return option.count > 1 or len(vocabulary.neighbours[sighting.doc]) == 1 or _is_told(sighting, option, vocabulary)


def _is_written_so(sighting: Sighting, option: Meaning) -> bool:
    """Whether a paper writes the short form, but for its plural, as one that says so."""
    written = {form.removesuffix("s") for form in option.written}
    return any(form.removesuffix("s") in written for form in sighting.forms)


def _is_told(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> bool:
    """Whether the names of a paper tell that it means what only one other defines: the more papers there are, the more
    must, as more of them use one short form for two things. A long one tells something itself, least if it is coined.
    """
    is_long = len(sighting.key) >= _TELLING
    told = _company(sighting, option, vocabulary) + is_long * (_COINED if option.is_coined else _USED)
    return told > max(0.0, math.log(len(vocabulary.neighbours) / _FEW_PAPERS))


def _weight(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> float:
    return sum(part(sighting, option, vocabulary) for part in (_frequency, _spelling, _type, _company))


def _frequency(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> float:
    return math.log(option.count + vocabulary.papers.get(option.key, 0) / 2)


def _spelling(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> float:
    return _SAME_SPELLING if _is_written_so(sighting, option) else 0.0


def _type(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> float:
    return _SAME_KIND if is_of_kind(sighting.entity.type, option.types) else 0.0


def _company(sighting: Sighting, option: Meaning, vocabulary: Vocabulary) -> float:
    """How much more often the paper's other names stand beside this meaning than elsewhere, in log odds.

    What few papers show counts less.
    """
    total = len(vocabulary.neighbours)
    found = 0.0
    for other in sorted(vocabulary.neighbours[sighting.doc] & option.neighbours.keys() - {sighting.key}):
        usual = vocabulary.papers[other] / total
        here = (option.neighbours[other] + _SMOOTHING * usual) / (len(option.docs) + _SMOOTHING)
        found += max(0.0, math.log(here / usual))
    return found * len(option.docs) / (len(option.docs) + _FEW)
