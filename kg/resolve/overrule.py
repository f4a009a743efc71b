"""Decisions on entities: rename, retype, drop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kg.core import ids, names
from kg.core.types import Entity, Issue, NodeId
from kg.resolve.decisions import Decision, Decisions
from kg.resolve.ruling import not_applied


def overrule(entities: Sequence[Entity], decisions: Decisions) -> tuple[dict[NodeId, Entity], list[Issue]]:
    """The entities as a person will have them, by the ids that they had, and the decisions that do not apply.

    A name means the entity that has it, else the only one that has it as another name.
    """
    became = {entity.id: entity for entity in entities}
    issues: list[Issue] = []
    about: list[tuple[Decision, NodeId]] = []
    by_name = _by_name(entities) if next(decisions.of("rename", "retype", "drop"), None) else {}
    for decision in decisions.of("rename", "retype", "drop"):
        meant = _meant(decision.name, by_name)
        if len(meant) == 1:
            about.append((decision, meant[0]))
        else:
            why = f"it may be {' or '.join(sorted(meant))}" if meant else f"nothing is called '{decision.name}'"
            issues.append(not_applied(decision, decisions, why))
    dropped = {node for decision, node in about if decision.what == "drop"}
    taken = became.keys() - dropped
    for decision, node in about:
        fault = _apply(decision, became, node, taken) if node not in dropped else None
        if fault:
            issues.append(not_applied(decision, decisions, fault))
    return {node: entity for node, entity in became.items() if node not in dropped}, issues


_ByName = Mapping[tuple[int, str], list[NodeId]]
"""Entities by how closely a name means them, the closest first, and by the name."""

_ID, _NAME, _KEY, _ALIAS = range(4)


def _by_name(entities: Iterable[Entity]) -> _ByName:
    found: dict[tuple[int, str], list[NodeId]] = defaultdict(list)
    for entity in entities:
        own = names.key(entity.name)
        for how, name in ((_ID, entity.id), (_NAME, entity.name), (_KEY, own)):
            found[how, name].append(entity.id)
        for key in sorted({names.key(alias) for alias in entity.aliases} - {own}):
            found[_ALIAS, key].append(entity.id)
    return found


def _meant(name: str, by_name: _ByName) -> list[NodeId]:
    key = names.key(name)
    asked = ((_ID, name), (_NAME, names.plain(name)), (_KEY, key), (_ALIAS, key))
    return next((by_name[one] for one in asked if one in by_name), [])


def _apply(decision: Decision, became: dict[NodeId, Entity], node: NodeId, taken: set[NodeId]) -> str | None:
    """Why it cannot be applied; None where it is."""
    entity = became[node]
    if decision.what == "retype":
        reason = decision.reason(entity.type, decision.other)
        became[node] = replace(entity, type=decision.other, why=tuple(sorted({*entity.why, reason})))
        return None
    new = ids.entity(names.normal(decision.other))
    if new in taken and new != entity.id:
        return f"another entity is '{decision.other}'; a line with same would make them one"
    taken.add(new)
    became[node] = _renamed(entity, new, decision)
    return None


def _renamed(entity: Entity, new: NodeId, decision: Decision) -> Entity:
    """The entity under its new id and name; the old one is an alias where a paper writes it."""
    written = {names.plain(mention.evidence.quote) for mention in entity.mentions}
    aliases = tuple(sorted({*entity.aliases, *({entity.name} & written)} - {decision.other}))
    reason = decision.reason(entity.name, decision.other)
    return replace(entity, id=new, name=decision.other, aliases=aliases, why=tuple(sorted({*entity.why, reason})))
