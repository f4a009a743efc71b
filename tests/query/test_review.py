"""What is most worth a person's minute."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kg.core.types import Entity, Graph, NodeId, Reason
from kg.graph import store
from kg.query.review import Suggestion, review


def stored(graph: Graph, place: Path, why: dict[str, tuple[Reason, ...]], *further: Entity) -> Path:
    entities = [replace(entity, why=why.get(entity.name, ())) for entity in graph.entities]
    store.save(replace(graph, entities=(*entities, *further)), place / "graph.sqlite")
    return place / "graph.sqlite"


def entity(name: str, *why: Reason, type_: str = "Method") -> Entity:
    return Entity(NodeId(f"entity-{name}"), type_, name, (), (), why)


def test_doubtful_merges_by_what_is_at_stake(graph: Graph, tmp_path: Path) -> None:
    why = {
        "Mixture-of-Experts": (
            Reason("abbreviation", "MoE", "Mixture-of-Experts", 0.7),
            Reason("abbreviation", "MoE", "Mixture-of-Experts", 0.99),
            Reason("case", "mixture-of-experts", "Mixture-of-Experts", 0.5),
            Reason("type", "Method", "Model", 0.2),
        ),
        "PEER": (Reason("named together", "parameter efficient expert retrieval", "PEER", 0.9),),
        "MTPC": (
            Reason("abbreviation", "MTPC", "X", 0.6),
            Reason("decided by ada on 2026-11-30", "X", "MTPC", 1.0),
            Reason("one of several", "MTPC", "p1", 0.4),
        ),
    }
    found = review(stored(graph, tmp_path, why), 10)
    short = "the first is, or holds, an abbreviation of the second"
    together = "a paper uses both for one thing"
    assert [replace(one, score=round(one.score, 2)) for one in found] == [
        Suggestion("different", "MoE", "Mixture-of-Experts", short, 0.3, 2),
        Suggestion("different", "parameter efficient expert retrieval", "PEER", together, 0.1, 1),
    ]
    assert review(stored(graph, tmp_path, why), 1) == found[:1]


def test_near_misses_but_for_those_that_are_decided(graph: Graph, tmp_path: Path) -> None:
    apart = Reason("kept apart by ada on 2026-11-30", "Cartesian Product Routers", "Router of Cartesian Product", 1.0)
    near = entity("Router of Cartesian Product")
    other_kind = entity("PEER module", type_="Metric")
    (one, _) = found = review(stored(graph, tmp_path, {}, near, other_kind), 10)
    assert (one.decision, one.name, one.other) == ("same", "Cartesian Product Router", "Router of Cartesian Product")
    assert [suggestion.score for suggestion in found] == [0.5, 0.15]
    decided = {"Cartesian Product Router": (apart,)}
    assert [one.other for one in review(stored(graph, tmp_path, decided, near, other_kind), 10)] == ["PEER module"]


def test_nothing_is_in_doubt(graph: Graph, tmp_path: Path) -> None:
    assert review(stored(graph, tmp_path, {}), 10) == ()
