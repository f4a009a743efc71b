from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.core import ids
from kg.core.errors import UsageError
from kg.core.types import DocId, Document, Entity, Fact, Graph, NodeId
from kg.graph import store
from kg.query.paths import Step, shortest_path


def way(path: Path, a: str, b: str) -> list[tuple[str, str, str, bool]]:
    return [(step.subject, step.predicate, step.object, step.forward) for step in shortest_path(path, a, b)]


def test_the_way_between_two_entities(path: Path) -> None:
    assert way(path, "OmniMoE", "GPT-4") == [
        ("OmniMoE", "kindOf", "Mixture-of-Experts", True),
        ("Mixture of A Million Experts", "uses", "Mixture-of-Experts", False),
        ("Mixture of A Million Experts", "comparesWith", "GPT-4", True),
    ]


def test_the_way_back_is_the_same_way(path: Path) -> None:
    there, back = shortest_path(path, "OmniMoE", "GPT-4"), shortest_path(path, "GPT-4", "OmniMoE")
    assert [replace(step, forward=not step.forward) for step in reversed(back)] == list(there)


def test_each_step_has_its_proof(path: Path, graph: Graph) -> None:
    (step,) = shortest_path(path, "omnimoe", "moe")
    assert isinstance(step, Step)
    assert (step.subject_id, step.object_id, step.score) == ("entity-omnimoe", "entity-mixture-of-expert", 0.8)
    assert step.evidence.paper == "omnimoe"
    assert step.evidence.quote.startswith("In this paper, we propose OmniMoE")
    assert step.to_json()["evidence"]["start"] == step.evidence.start


def test_papers_can_be_ends(path: Path) -> None:
    assert way(path, "million experts", "GPT-4") == [("Mixture of A Million Experts", "comparesWith", "GPT-4", True)]
    assert way(path, "paper-vabs", "SFT") == [("V-ABS …", "uses", "supervised fine-tuning", True)]


def test_there_may_be_no_way(path: Path) -> None:
    assert shortest_path(path, "OmniMoE", "GRPO") == ()


def test_an_end_that_is_not_there_is_said_so(path: Path) -> None:
    with pytest.raises(UsageError, match="nothing in the graph is called 'GPT-5'; like it: GPT-4"):
        shortest_path(path, "OmniMoE", "GPT-5")
    with pytest.raises(UsageError, match=r"nothing in the graph is called ''$"):
        shortest_path(path, "", "OmniMoE")
    with pytest.raises(UsageError, match="'MoE' and 'Mixture of Experts' are the same thing here"):
        shortest_path(path, "MoE", "Mixture of Experts")


def test_of_equally_short_ways_the_one_through_less_connected_things(tmp_path: Path) -> None:
    papers = [Document(DocId(f"p{number}"), "Some words.") for number in range(6)]
    entities = [Entity(NodeId(f"entity-{name}"), "Concept", name, (), ()) for name in ("everybody", "nobody")]

    def fact(paper: Document, entity: Entity) -> Fact:
        return Fact(ids.paper(paper.id), "mentions", entity.id, (paper.cut(0, 4, "known"),), 0.9)

    facts = [fact(paper, entities[0]) for paper in papers] + [fact(paper, entities[1]) for paper in papers[:2]]
    store.save(Graph(tuple(papers), tuple(entities), tuple(facts), ()), tmp_path / "graph.sqlite")
    assert [step[2] for step in way(tmp_path / "graph.sqlite", "p0", "p1")] == ["nobody", "nobody"]
    assert [step[2] for step in way(tmp_path / "graph.sqlite", "p0", "p2")] == ["everybody", "everybody"]
