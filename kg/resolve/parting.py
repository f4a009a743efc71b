"""What a person keeps apart that would be one before any rule is asked: two names that one paper uses for one thing,
and two spellings of one name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kg.core import names
from kg.core.types import Extraction, LocalEntity, LocalId
from kg.resolve.decisions import Decisions
from kg.resolve.sightings import Sighting


def part(extractions: Iterable[Extraction], decisions: Decisions) -> list[Extraction]:
    """The extractions, with two entities for one that a paper calls by two names that are kept apart.

    A paper that spells a short form out is believed: that form is kept apart in others only.
    """
    apart: dict[str, set[str]] = defaultdict(set)
    for one in decisions.of("different"):
        if names.abbreviates(one.name, one.other) or names.abbreviates(one.other, one.name):
            continue
        left, right = decisions.key(one.name), decisions.key(one.other)
        apart[left].add(right)
        apart[right].add(left)
    return [_parted(extraction, apart, decisions) if apart else extraction for extraction in extractions]


def spelt_apart(sightings: Iterable[Sighting], decisions: Decisions) -> tuple[Sighting, ...]:
    """The sightings, with a key of its own for a name that is kept apart from its other spellings."""
    spellings = decisions.spellings
    return tuple(replace(one, key=one.name) if one.name in spellings else one for one in sightings)


def _parted(extraction: Extraction, apart: Mapping[str, set[str]], decisions: Decisions) -> Extraction:
    entities = tuple(part for entity in extraction.entities for part in _parts(entity, apart, decisions))
    return extraction if entities == extraction.entities else replace(extraction, entities=entities)


def _parts(entity: LocalEntity, apart: Mapping[str, set[str]], decisions: Decisions) -> list[LocalEntity]:
    """The entity under its own name, and one for each name of its mentions that is kept apart from what came before.

    The first has the id that the paper's claims speak of.
    """
    key_of = {mention: decisions.key(mention.evidence.quote) for mention in entity.mentions}
    own = {decisions.key(entity.name)}
    away: list[str] = []
    for key in dict.fromkeys(key_of.values()):
        if own & apart.get(key, set()):
            away.append(key)
        else:
            own.add(key)
    if not away:
        return [entity]
    staying = tuple(mention for mention, key in key_of.items() if key not in away)
    parts = [replace(entity, mentions=staying)] if staying else []
    for key in away:
        moved = tuple(mention for mention in entity.mentions if key_of[mention] == key)
        name = names.plain(moved[0].evidence.quote)
        local = LocalId(f"{entity.id} {key}") if parts else entity.id
        parts.append(replace(entity, id=local, name=name, mentions=moved))
    return parts
