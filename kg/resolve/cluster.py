"""Cluster: names to groups, and every sighting to its group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.core import names
from kg.core.known import KnownName
from kg.core.types import DocId, Reason
from kg.resolve import match, meaning
from kg.resolve.meaning import Meanings
from kg.resolve.sightings import Sighting, may_be_short
from kg.resolve.vocabulary import Vocabulary

_OWN_PAPER, _UNSURE = 0.99, 0.4
_SAME_WORK = 0.5
_SHARED_AT_LEAST = 3


@dataclass(slots=True)
class Groups:
    """Keys of full names joined into groups; never two whose numbers or signs differ."""

    vocabulary: Vocabulary
    reasons: list[tuple[str, Reason]] = field(default_factory=list)
    _above: dict[str, str] = field(default_factory=dict)

    def find(self, key: str) -> str:
        """The smallest key of the group of `key`."""
        while (above := self._above.get(key, key)) != key:
            key = above
        return key

    def join(self, found: Iterable[match.Match]) -> None:
        for pair in sorted(set(found)):
            left, right = self.vocabulary.name(pair.left), self.vocabulary.name(pair.right)
            if not _may_be_one(left, right):
                continue
            first, second = sorted((self.find(pair.left), self.find(pair.right)))
            self.reasons += [(pair.left, pair.reason), (pair.right, pair.reason)]
            if first != second:
                self._above[second] = first


@dataclass(slots=True)
class Cluster:
    """What becomes one entity: its sightings, why their names are one, and the known name that it has.

    `owner` is the paper whose own system this is, where another paper's has the same name.
    """

    sightings: list[Sighting] = field(default_factory=list)
    reasons: set[Reason] = field(default_factory=set)
    known: KnownName | None = None
    owner: str = ""


def clusters(sightings: tuple[Sighting, ...], vocabulary: Vocabulary) -> list[Cluster]:
    """All sightings, each in one cluster."""
    groups = Groups(vocabulary)
    groups.join(match.matches(vocabulary))
    options = meaning.meanings(sightings, vocabulary, groups.find)
    groups.join(match.same_spelt_out(vocabulary, meaning.beyond_doubt(options, vocabulary)))
    options = meaning.meanings(sightings, vocabulary, groups.find)
    found: dict[str, Cluster] = defaultdict(Cluster)
    for sighting in sightings:
        key, reason = _place(sighting, options, groups)
        found[key].sightings.append(sighting)
        if reason:
            found[key].reasons.add(reason)
    for key, reason in groups.reasons:
        if groups.find(key) in found:
            found[groups.find(key)].reasons.add(reason)
    for key, known in _known_names(groups).items():
        if key in found:
            found[key].known = known
    return [part for cluster in found.values() for part in _homonyms(cluster, vocabulary)]


def _known_names(groups: Groups) -> dict[str, KnownName]:
    """The known name of each group that has one: of several the one that most papers use."""
    papers = groups.vocabulary.papers
    found: dict[str, KnownName] = {}
    keys = {*groups.vocabulary.written, *(key for key, _ in groups.reasons)}
    for known in {known for key in keys if (known := groups.vocabulary.known(key))}:
        group = groups.find(names.key(known.name))
        found[group] = min(
            found.get(group, known), known, key=lambda k: (-papers.get(names.key(k.name), 0), k.name, k.type)
        )
    return found


def _place(sighting: Sighting, options: Meanings, groups: Groups) -> tuple[str, Reason | None]:
    """The group of a sighting; where its name is short for something, why."""
    short = names.key(sighting.name)
    if sighting.is_bare and short in options:
        chosen = meaning.choose(sighting, options[short], groups.vocabulary)
        if chosen and chosen[0].key != groups.find(sighting.key):
            full = groups.vocabulary.name(chosen[0].key)
            return chosen[0].key, Reason("abbreviation", sighting.name, full, round(chosen[1], 2))
    for short in sighting.shorts:
        return groups.find(sighting.key), Reason("abbreviation", short, sighting.name, _OWN_PAPER)
    return groups.find(sighting.key), None


def _homonyms(cluster: Cluster, vocabulary: Vocabulary) -> list[Cluster]:
    """The cluster, or one for each paper whose own system has that one name."""
    owners = _owners(cluster.sightings, vocabulary)
    if len(owners) < 2:
        return [cluster]
    parts = {doc: Cluster(owner=doc if place else "") for place, doc in enumerate(owners)}
    for sighting in cluster.sightings:
        shared = {doc: _shared(sighting.doc, doc, sighting.key, vocabulary) for doc in owners}
        nearest = max(owners, key=lambda doc: (doc == sighting.doc, shared[doc]))
        parts[nearest].sightings.append(sighting)
        if not shared[nearest] and nearest != sighting.doc:
            parts[nearest].reasons.add(Reason("one of several", sighting.name, nearest, _UNSURE))
    return list(parts.values())


def _owners(sightings: list[Sighting], vocabulary: Vocabulary) -> list[DocId]:
    """The papers that each introduce a system of their own under the one name of `sightings`.

    None where most papers that have the name do not introduce it: then it is one thing that some of them present anew.
    """
    first = sightings[0]
    if vocabulary.known(first.key) or any(other.key != first.key or " " in other.name for other in sightings):
        return []
    introducing = [sighting.doc for sighting in sightings if _is_own(sighting)]
    if 2 * len(introducing) < len(sightings):
        return []
    owners: list[DocId] = []
    for doc in introducing:
        if not any(_is_same_work(doc, owner, first.key, vocabulary) for owner in owners):
            owners.append(doc)
    return owners


def _is_own(sighting: Sighting) -> bool:
    return sighting.entity.role == "introduces" and (
        may_be_short(sighting.name) or (sighting.name.isalpha() and sighting.name.istitle())
    )


def _is_same_work(left: DocId, right: DocId, key: str, vocabulary: Vocabulary) -> bool:
    fewest = min(len(vocabulary.neighbours[left]), len(vocabulary.neighbours[right])) - 1
    return _shared(left, right, key, vocabulary) >= max(_SHARED_AT_LEAST, _SAME_WORK * fewest)


def _shared(left: DocId, right: DocId, key: str, vocabulary: Vocabulary) -> int:
    """How many names, but for `key`, two papers share."""
    return len((vocabulary.neighbours[left] & vocabulary.neighbours[right]) - {key})


def _may_be_one(left: str, right: str) -> bool:
    return (
        names.identity(left) == names.identity(right)
        or names.abbreviates(left, right)
        or names.abbreviates(right, left)
    )
