"""The ids that an entity had, or would have had, before a fuller name of it was known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kg.core import ids, names
from kg.core.types import Entity, NodeId
from kg.resolve.reasons import joins


def redirects(entities: Sequence[Entity]) -> tuple[tuple[NodeId, NodeId], ...]:
    """Former ids, each with the id that replaces it, sorted.

    An id is made of a name, so a former one is what any other name of an entity gives: no earlier build need be known.
    None leads away from an entity that there is, nor to one of several: they are told apart by name alone.
    """
    taken = {entity.id: entity.name for entity in entities}
    meant: dict[NodeId, set[NodeId]] = defaultdict(set)
    for entity in entities:
        for name in _names(entity):
            meant[_former(name, entity.id, taken)].add(entity.id)
    return tuple(sorted((old, min(new)) for old, new in meant.items() if len(new) == 1 and old not in taken))


def _names(entity: Entity) -> Iterator[str]:
    yield from (entity.name, *entity.aliases)
    for reason in filter(joins, entity.why):
        yield from (reason.left, reason.right)


def _former(name: str, node: NodeId, taken: Mapping[NodeId, str]) -> NodeId:
    """The id of an entity with that name; where another has it, as a word in small letters, that of its capitals."""
    former = ids.entity(names.normal(name))
    is_apart = name.isupper() and former != node and taken.get(former, "").islower()
    return ids.entity(name) if is_apart else former
