"""Extractions to entities: normal → block → match → cluster.

`sightings` reads what each paper calls its entities, `vocabulary` blocks the names of all papers by key, `match` says
which full names are one thing and why, `meaning` what a short form stands for, `cluster` makes the groups, `entities`
what they become.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.core.types import DocId, Entity, Extraction, LocalId, NodeId
from kg.resolve import sightings, vocabulary
from kg.resolve.cluster import clusters
from kg.resolve.entities import entity_of


@dataclass(frozen=True, slots=True)
class Resolution:
    """The entities of all papers, by id, and which of them each paper's own entities are."""

    entities: tuple[Entity, ...]
    node_of: Mapping[tuple[DocId, LocalId], NodeId]


def resolve(extractions: Sequence[Extraction]) -> Resolution:
    """One entity for each thing that the papers name. The order of `extractions` does not matter."""
    seen = sightings.read(extractions)
    found = [(entity_of(cluster), cluster) for cluster in clusters(seen, vocabulary.read(seen))]
    node_of = {(one.doc, one.entity.id): entity.id for entity, cluster in found for one in cluster.sightings}
    return Resolution(tuple(sorted((entity for entity, _ in found), key=lambda entity: entity.id)), node_of)
