"""Why two names are, or are not, one entity."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.core import ids
from kg.core.errors import UsageError
from kg.core.types import Entity, Graph, NodeId, Reason
from kg.graph import store
from kg.query.lookup import lookup, show
from kg.query.why import Named, Step, why

APART = Reason("kept apart by ada on 2026-11-30", "V-ABS", "MTPC", 1.0)
WHY = {
    "Mixture-of-Experts": (
        Reason("abbreviation", "MoE", "Mixture-of-Experts", 0.7),
        Reason("known name", "MoE", "MoE architectures", 1.0),
        Reason("abbreviation", "MoE architectures", "mixtures", 0.9),
        Reason("type", "Method", "Model", 0.2),
    ),
    "V-ABS": (APART,),
    "MTPC": (APART,),
}
FURTHER = [
    Entity(NodeId("entity-x"), "Model", "GPT-3", ("UFO",), ()),
    Entity(NodeId("entity-y"), "Model", "saucer", ("UFO", "\x1b[31m\u202e\t'"), ()),
]
ROUTING = Reason("kept apart by bob on 2026-11-29", "STR", "Sparse Token Routing", 1.0)
FURTHER += [
    Entity(NodeId("entity-str"), "Method", "STR", (), (), (ROUTING,)),
    Entity(NodeId("entity-str-long"), "Method", "Sparse Token Routing", ("STR",), (), (ROUTING,)),
]
MIXTURE = Named("entity-mixture-of-expert", "Mixture-of-Experts", "Method")


@pytest.fixture(scope="module")
def explained(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph with reasons, a redirect, and two entities that share a short form."""
    entities = [replace(entity, why=WHY.get(entity.name, ())) for entity in graph.entities]
    entities = [replace(e, aliases=(*e.aliases, "mixtures")) if e.name == MIXTURE.name else e for e in entities]
    place = tmp_path_factory.mktemp("why") / "graph.sqlite"
    redirects = ((NodeId("entity-old"), ids.entity("omnimoe")),)
    store.save(replace(graph, entities=(*entities, *FURTHER), redirects=redirects), place)
    return place


def test_one_entity_with_the_surest_way_from_name_to_name(explained: Path) -> None:
    verdict = why(explained, "mixtures", "mixture of experts")
    assert verdict.is_one
    assert verdict.a_is == verdict.b_is == (MIXTURE,)
    assert verdict.steps == (
        Step("MoE architectures", "mixtures", "the first is, or holds, an abbreviation of the second", 0.9),
        Step("MoE", "MoE architectures", "the field knows both as names of one thing", 1.0),
        Step("MoE", "Mixture-of-Experts", "the first is, or holds, an abbreviation of the second", 0.7),
    )
    assert verdict.score == pytest.approx(0.63)
    assert verdict.dissent == (Step("Mixture-of-Experts", "Model", "some papers read it as Model", 0.2),)


def test_one_name_in_two_spellings(explained: Path) -> None:
    assert why(explained, "OmniMoE", "omni-moe").steps == (
        Step("OmniMoE", "omni-moe", "they differ in hyphens and spaces only", 1.0),
    )
    assert why(explained, "OmniMoE", "OmniMoE").steps == (Step("OmniMoE", "OmniMoE", "they are one name", 1.0),)


def test_names_that_no_reason_leads_between_are_used_together(explained: Path) -> None:
    (step,) = why(explained, "SFT", "supervised fine-tuning").steps
    assert (step.why, step.score) == ("a paper uses both for one thing", 0.9)


def test_two_entities_that_a_person_keeps_apart(explained: Path) -> None:
    verdict = why(explained, "MTPC", "entity-v-abs")
    assert not verdict.is_one
    assert verdict.steps[0] == Step("V-ABS", "MTPC", "kept apart by ada on 2026-11-30", 1.0)
    assert verdict.score == 0.99


def test_a_short_form_that_a_person_keeps_apart_is_another_thing(explained: Path) -> None:
    verdict = why(explained, "STR", "Sparse Token Routing")
    assert not verdict.is_one
    assert [named.id for named in verdict.a_is] == ["entity-str", "entity-str-long"]
    assert verdict.steps[0].why == "kept apart by bob on 2026-11-29"


@pytest.mark.parametrize(
    ("a", "b", "reasons"),
    [
        ("GPT-4", "GPT-3", ["they differ in a number or sign: 4 and 3"]),
        (
            "saucer",
            "GPT-3",
            ["they differ in a number or sign: none and 3", "both are called 'UFO', but papers use it"],
        ),
        ("PEER", "MTPC", ["no spelling, abbreviation, known name or decision makes them one"]),
        (
            "PEER",
            "OmniMoE",
            ["no spelling, abbreviation, known name", "papers say that the first outperforms the second"],
        ),
    ],
)
def test_two_entities_and_what_speaks_against(explained: Path, a: str, b: str, reasons: list[str]) -> None:
    verdict = why(explained, a, b)
    assert not verdict.is_one
    assert len(verdict.steps) == len(reasons)
    for step, reason in zip(verdict.steps, reasons, strict=True):
        assert step.why.startswith(reason)
    assert 0.8 <= verdict.score <= 0.99


def test_a_short_form_of_two_is_one_with_either(explained: Path) -> None:
    verdict = why(explained, "UFO", "saucer")
    assert verdict.is_one
    assert [named.name for named in verdict.a_is] == ["saucer", "GPT-3"]
    assert verdict.b_is == (Named("entity-y", "saucer", "Model"),)


def test_a_former_id_means_its_entity(explained: Path) -> None:
    assert why(explained, "entity-old", "OmniMoE").is_one
    assert show(explained, "entity-old").id == show(explained, "id:entity-old").id == "entity-omnimoe"
    assert [card.id for card in lookup(explained, "entity-old").entities] == ["entity-omnimoe"]


def test_hostile_names_are_names(explained: Path) -> None:
    assert why(explained, "\x1b[31m\u202e\t'", "saucer").is_one


def test_a_name_of_nothing_is_a_usage_error(explained: Path) -> None:
    with pytest.raises(UsageError, match="no entity is called 'OmniMoEs9'; like it: OmniMoE"):
        why(explained, "OmniMoEs9", "PEER")


def test_as_json(explained: Path) -> None:
    assert why(explained, "UFO", "saucer").to_json()["b_is"] == [{"id": "entity-y", "name": "saucer", "type": "Model"}]
