"""Names without papers: a list of them in groups, each group one thing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from kg.core import names
from kg.core.known import known_by_key
from kg.core.types import DocId, Document, Entity, Extraction, LocalEntity, LocalId, Mention, NodeId, Reason
from kg.resolve import resolve
from kg.resolve.decisions import Decisions
from kg.resolve.reasons import joins


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Names of one thing as they were given. `type` is None where none was given and the field does not know it."""

    name: str
    type: str | None
    members: tuple[str, ...]
    why: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def resolve_names(
    listed: Iterable[tuple[str, str | None]], decisions: Decisions | None = None
) -> tuple[NameGroup, ...]:
    """Every name, given with its type or None, in exactly one group; groups and members in the order of the list.

    `decisions` count but for those that drop a name.
    """
    given = list(dict.fromkeys((name, type_) for name, type_ in listed if name.strip()))
    documents = {DocId(f"{type_ or ''} {name}"): (name, type_) for name, type_ in given}
    resolution = resolve([_extraction(doc, *named) for doc, named in documents.items()], _kept(decisions))
    node_of = {doc: node for (doc, _), node in resolution.node_of.items()}
    members: dict[NodeId, list[tuple[str, str | None]]] = {}
    for doc, named in documents.items():
        members.setdefault(node_of[doc], []).append(named)
    entities = {entity.id: entity for entity in resolution.entities}
    return tuple(_group(entities[node], named) for node, named in members.items())


def explain(reason: Reason) -> str:
    """A reason in words."""
    return f"{reason.left} = {reason.right}: {reason.rule} ({reason.score:.2f})"


def _kept(decisions: Decisions | None) -> Decisions:
    decided = decisions or Decisions()
    return Decisions(tuple(decided.of("same", "different", "rename", "retype")), decided.source)


def _extraction(doc: DocId, name: str, type_: str | None) -> Extraction:
    mention = Mention(type_ or "", Document(doc, name).cut(0, len(name), "name"))
    entity = LocalEntity(LocalId(names.key(name)), type_ or "", "mentions", name, (mention,), (), 1.0)
    return Extraction(doc, (entity,))


def _group(entity: Entity, named: list[tuple[str, str | None]]) -> NameGroup:
    known = known_by_key().get(names.key(entity.name))
    type_ = entity.type or (known.type if known else None)
    why = tuple(explain(reason) for reason in entity.why if joins(reason))
    return NameGroup(entity.name, type_, tuple(dict.fromkeys(n for n, _ in named)), why)
