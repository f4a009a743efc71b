"""Extractions to entities: normal → block → match → cluster, and what a person decided over all.

`sightings` reads what each paper calls its entities, `vocabulary` blocks the names of all papers by key, `match` says
which full names are one thing and why, `meaning` what a short form stands for, `cluster` makes the groups, `entities`
what they become. `decisions` are read from a file: `parting` and `ruling` apply those on names before any rule,
`overrule` those on entities after all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.core.garbage import not_collecting
from kg.core.types import DocId, Entity, Extraction, Issue, LocalId, NodeId
from kg.resolve import sightings, vocabulary
from kg.resolve.cluster import clusters
from kg.resolve.decisions import Decisions
from kg.resolve.entities import entity_of
from kg.resolve.groups import Groups
from kg.resolve.overrule import overrule
from kg.resolve.parting import spelt_apart
from kg.resolve.ruling import rule


@dataclass(frozen=True, slots=True)
class Resolution:
    """The entities of all papers, by id, which of them each paper's own entities are, unless they were dropped, and the
    decisions that do not apply."""

    entities: tuple[Entity, ...]
    node_of: Mapping[tuple[DocId, LocalId], NodeId]
    issues: tuple[Issue, ...] = ()


@not_collecting()
def resolve(extractions: Sequence[Extraction], decisions: Decisions | None = None) -> Resolution:
    """One entity for each thing that the papers name. The order of `extractions` does not matter.

    What one paper calls by two names that are kept apart is two in `parting.part(extractions, decisions)`.
    """
    decided = decisions or Decisions()
    seen = spelt_apart(sightings.read(extractions), decided)
    groups = Groups(vocabulary.read(seen))
    ruling = rule(decided, groups, seen)
    found = [(entity_of(cluster), cluster) for cluster in clusters(seen, groups, ruling)]
    became, issues = overrule([entity for entity, _ in found], decided)
    node_of = {
        (one.doc, one.entity.id): became[entity.id].id
        for entity, cluster in found
        for one in cluster.sightings
        if entity.id in became
    }
    entities = tuple(sorted(became.values(), key=lambda entity: entity.id))
    return Resolution(entities, node_of, (*ruling.issues, *issues))
