"""Cluster: names to groups, and every sighting to its group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field

from kg.core import names
from kg.core.known import KnownName
from kg.core.types import DocId, Reason
from kg.resolve import match, meaning
from kg.resolve.groups import Groups
from kg.resolve.meaning import Meaning, Meanings
from kg.resolve.reasons import keeps_apart
from kg.resolve.ruling import Ruling
from kg.resolve.sightings import Sighting, may_be_short
from kg.resolve.vocabulary import Vocabulary

_OWN_PAPER, _UNSURE = 0.99, 0.4
_SAME_WORK = 0.5
_SHARED_AT_LEAST = 3


@dataclass(slots=True)
class Cluster:
    """What becomes one entity: its sightings, why their names are one, and the known name that it has.

    `apart` is the name as it is written where another thing has the same in other capitals; `owner` the paper whose own
    system this is, where another paper's has the same name.
    """

    sightings: list[Sighting] = field(default_factory=list)
    reasons: set[Reason] = field(default_factory=set)
    known: KnownName | None = None
    apart: str = ""
    owner: str = ""


def clusters(sightings: tuple[Sighting, ...], groups: Groups, ruling: Ruling) -> list[Cluster]:
    """All sightings, each in one cluster; `groups` has what was decided, of which `ruling` tells."""
    vocabulary = groups.vocabulary
    groups.join(match.matches(vocabulary))
    options = meaning.meanings(sightings, vocabulary, groups.find)
    groups.join(match.same_spelt_out(vocabulary, meaning.in_full(options)))
    options = meaning.meanings(sightings, vocabulary, groups.find)
    found: dict[str, Cluster] = defaultdict(Cluster)
    for sighting in sightings:
        key, reason = _place(sighting, options, groups, ruling)
        found[key].sightings.append(sighting)
        if reason:
            found[key].reasons.add(reason)
    for key in sorted({sighting.key for sighting in sightings if sighting.is_apart}, reverse=True):
        if groups.find(key) in found:
            found[groups.find(key)].apart = key
    for key, reason in groups.reasons:
        if groups.find(key) in found:
            found[groups.find(key)].reasons.add(reason)
    for key, known in _known_names(groups).items():
        if key in found:
            found[key].known = known
    return [part for cluster in found.values() for part in _homonyms(cluster, vocabulary, ruling.whole)]


def _known_names(groups: Groups) -> dict[str, KnownName]:
    """The known name of each group that has one: of several the one that most papers use."""
    papers, key_of = groups.vocabulary.papers, groups.vocabulary.key_of
    found: dict[str, KnownName] = {}
    keys = {*groups.vocabulary.written, *(key for key, _ in groups.reasons)}
    for known in {known for key in keys if (known := groups.vocabulary.known(key))}:
        group = groups.find(key_of(known))
        found[group] = min(found.get(group, known), known, key=lambda k: (-papers.get(key_of(k), 0), k.name, k.type))
    return found


def _place(sighting: Sighting, options: Meanings, groups: Groups, ruling: Ruling) -> tuple[str, Reason | None]:
    """The group of a sighting; where its name is short for something, why."""
    own = groups.find(sighting.key)
    short = sighting.shorts[0] if sighting.shorts else sighting.name
    may_be_other = sighting.is_bare or sighting.is_inferred
    chosen = _meant(sighting, short, options, groups) if may_be_other and sighting.key not in ruling.decided else None
    if chosen and (chosen[0].key != own or sighting.is_inferred):
        return chosen[0].key, Reason("abbreviation", short, chosen[0].name, round(chosen[1], 2))
    if sighting.shorts:
        return own, Reason("abbreviation", short, sighting.name, _OWN_PAPER)
    return own, None


def _meant(sighting: Sighting, short: str, options: Meanings, groups: Groups) -> tuple[Meaning, float] | None:
    """What `short` stands for in the paper of `sighting`, and how surely; None where what it was taken for is no
    meaning that is known."""
    found = options.get(names.key(short), ())
    if sighting.is_inferred and all(one.key != groups.find(sighting.key) for one in found):
        return None
    allowed = tuple(one for one in found if not groups.are_apart(sighting.key, one.key))
    return meaning.choose(sighting, allowed, groups.vocabulary)


def _homonyms(cluster: Cluster, vocabulary: Vocabulary, whole: Container[str]) -> list[Cluster]:
    """The cluster, or one for each paper whose own system has that one name, if its key is not of the `whole` ones."""
    owners = _owners(cluster.sightings, vocabulary) if cluster.sightings[0].key not in whole else []
    if len(owners) < 2:
        return [cluster]
    kept = set(filter(keeps_apart, cluster.reasons))
    parts = {
        doc: Cluster(reasons=set(kept), apart=cluster.apart, owner=doc if place else "")
        for place, doc in enumerate(owners)
    }
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
