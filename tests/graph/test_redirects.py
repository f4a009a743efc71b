"""Former ids lead to the entity that has them now."""

from __future__ import annotations

from kg.core import ids, names
from kg.core.types import Entity, Reason
from kg.graph.redirects import redirects


def entity(name: str, *aliases: str, why: tuple[Reason, ...] = (), node: str | None = None) -> Entity:
    return Entity(ids.entity(node or names.normal(name)), "Method", name, aliases, (), why)


def test_an_id_of_every_other_name_leads_to_the_entity() -> None:
    assert redirects([entity("Sparse Token Routing", "STR", "sparse token routings", "token-router")]) == (
        ("entity-str", "entity-sparse-token-routing"),
        ("entity-token-router", "entity-sparse-token-routing"),
    )


def test_a_name_that_only_a_reason_gives_counts_too() -> None:
    renamed = Reason("renamed by ada on 2026-11-30", "Old Name", "New Name", 1.0)
    typed = Reason("type", "Method", "Model", 0.2)
    apart = Reason("kept apart by ada on 2026-11-30", "New Name", "Other", 1.0)
    assert redirects([entity("New Name", why=(apart, renamed, typed))]) == (("entity-old-name", "entity-new-name"),)


def test_none_leads_to_one_of_several_or_away_from_an_entity() -> None:
    memory, maps = entity("Attention with Routed Memory", "ARM"), entity("Adaptive Robust Maps", "ARM")
    assert redirects([memory, maps]) == ()
    assert redirects([memory, entity("arm")]) == (("entity-ARM", "entity-attention-with-routed-memory"),)
    assert redirects([memory, entity("ARM", node="ARM"), entity("arm")]) == ()
    assert redirects([memory, entity("ARM")]) == ()


def test_hostile_names_have_ids_that_are_whole() -> None:
    for old, new in redirects([entity("x", "\ud800", "a\tb", "<script>", "\u202eevil", "\x1b[31m", 'say "hi"', "")]):
        assert new == "entity-x"
        assert old.isascii()
        assert not set('<>" \t\x1b') & set(old)
