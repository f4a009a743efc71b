"""A part of a graph to draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kg.core import ids
from kg.core.types import Graph, NodeId
from kg.export.map import page, part

OMNI = NodeId("paper-mixture-of-experts-moe-architectures")
MAPTR = NodeId("paper-10.48550%2FarXiv.2208.14437")
MAPGR = NodeId("paper-the-online-construction-of-vectorized")


def names(graph: Graph) -> list[str]:
    return [entity.name for entity in graph.entities]


def papers(graph: Graph) -> list[str]:
    return [ids.paper(paper.id) for paper in graph.papers]


def test_the_whole_is_the_same_graph(small: Graph) -> None:
    assert part(small) is small


def test_what_lies_around_an_entity_comes_nearer_step_by_step(small: Graph) -> None:
    around = [ids.entity("peer")]
    one = part(small, around, hops=1)
    assert (papers(one), names(one)) == ([OMNI], ["OmniMoE", "PEER"])
    assert [fact.predicate for fact in one.facts] == ["outperforms", "comparesWith", "introduces"]
    assert [result.value for result in one.results] == ["50.9\\%", "6.7ms", "10.9$\\times$"]
    two = part(small, around, hops=2)
    assert names(two) == ["accuracy", "DeepSeekMoE", "inference latency", "Mixture-of-Experts", "OmniMoE", "PEER"]
    assert part(small, around, hops=9) == two


def test_what_lies_around_a_paper_leads_to_the_papers_that_share_something(small: Graph) -> None:
    assert papers(part(small, [MAPTR], hops=1)) == [MAPTR]
    assert papers(part(small, [MAPTR], hops=2)) == [MAPTR, MAPGR]


def test_entities_of_a_type_bring_the_papers_that_have_them(small: Graph) -> None:
    data = part(small, types=["Dataset"])
    assert (papers(data), names(data)) == ([MAPTR, MAPGR], ["Argoverse2", "nuScenes"])
    assert [paper for paper, _ in data.urls] == [small.papers[0].id] * 2
    assert {fact.predicate for fact in data.facts} == {"evaluatesOn"}


def test_entities_that_several_papers_have(small: Graph) -> None:
    shared = part(small, min_papers=2)
    assert (papers(shared), names(shared)) == ([MAPTR, MAPGR], ["autonomous driving", "nuScenes"])
    assert papers(part(small, min_papers=3)) == []


def test_the_start_stays_whatever_its_type(small: Graph) -> None:
    found = part(small, [ids.entity("peer")], hops=2, types=["Metric"])
    assert names(found) == ["accuracy", "inference latency", "PEER"]


def test_a_fact_brings_a_paper_that_says_it(small: Graph) -> None:
    unlinked = replace(small, facts=tuple(fact for fact in small.facts if not ids.is_paper(fact.subject)))
    one = part(unlinked, [ids.entity("peer")], hops=1)
    assert (papers(one), names(one)) == ([OMNI], ["OmniMoE", "PEER"])
    assert [fact.predicate for fact in one.facts] == ["outperforms"]


@pytest.mark.parametrize("around", [ids.entity("peer"), MAPTR, OMNI])
def test_a_part_can_be_drawn(small: Graph, around: NodeId) -> None:
    assert f'"key":"{around}"' in page(part(small, [around]))
