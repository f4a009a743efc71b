from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kg.core.types import DocId, Evidence, Graph, NodeId, Span
from kg.graph.assemble import assemble
from kg.graph.check import check

ROUTER_IN_OMNIMOE = "entity-cartesian-product-router partOf entity-omnimoe"


@pytest.fixture
def graph(omnimoe: Any, depth: Any, resolve: Callable[..., Any]) -> Graph:
    authors = (omnimoe, depth)
    return assemble([a.document for a in authors], [a.extraction for a in authors], resolve(*authors))


def found(graph: Graph) -> list[tuple[str, str]]:
    issues = check(graph)
    assert all(issue.stage == "check" for issue in issues)
    return [(issue.where, issue.message) for issue in issues]


def with_fact(graph: Graph, **changes: Any) -> Graph:
    return replace(graph, facts=(replace(graph.facts[0], **changes), *graph.facts[1:]))


def with_entity(graph: Graph, **changes: Any) -> Graph:
    return replace(graph, entities=(replace(graph.entities[0], **changes), *graph.entities[1:]))


def test_a_graph_as_it_is_made_is_in_order(graph: Graph) -> None:
    assert found(graph) == []


def test_a_quote_that_does_not_stand_at_its_offsets(graph: Graph) -> None:
    wrong = (
        Evidence(Span(DocId("omnimoe"), 0, 7), "Mixtura", "rule:test", 0.9),
        Evidence(Span(DocId("omnimoe"), 5, 5), "", "rule:test", 0.9),
        Evidence(Span(DocId("omnimoe"), 0, 9999), "Mixture", "rule:test", 0.9),
        Evidence(Span(DocId("elsewhere"), 0, 7), "Mixture", "rule:test", 0.9),
    )
    assert found(with_fact(graph, evidence=wrong)) == [
        (ROUTER_IN_OMNIMOE, "the quote does not stand at 0:7 of omnimoe"),
        (ROUTER_IN_OMNIMOE, "the quote does not stand at 5:5 of omnimoe"),
        (ROUTER_IN_OMNIMOE, "the quote does not stand at 0:9999 of omnimoe"),
        (ROUTER_IN_OMNIMOE, "evidence from elsewhere, not in the graph"),
    ]


def test_a_fact_that_is_not_as_it_must_be(graph: Graph) -> None:
    omnimoe, router = NodeId("entity-omnimoe"), NodeId("entity-cartesian-product-router")
    nobody, depth = NodeId("entity-nobody"), NodeId("entity-curse-of-depth")
    for changes, message in (
        ({"evidence": ()}, "no evidence"),
        ({"score": 1.2}, "a score that is no probability: 1.2"),
        ({"object": nobody}, "speaks of entity-nobody, not in the graph"),
        ({"predicate": "knows"}, "no relation of the ontology: knows"),
        ({"predicate": "introduces"}, "no relation of the ontology: introduces"),
        ({"predicate": "trainedOn"}, "not admitted between Method and Method"),
        ({"subject": omnimoe}, "a relation of a thing to itself"),
        (
            {"subject": omnimoe, "predicate": "comparedWith", "object": router},
            "a symmetric relation whose ends are not in order",
        ),
        ({"subject": depth, "predicate": "outperforms"}, "not admitted between Concept and Method"),
    ):
        assert [text for _, text in found(with_fact(graph, **changes))] == [message]


def test_a_role_that_is_not_as_it_must_be(graph: Graph) -> None:
    role = next(fact for fact in graph.facts if fact.predicate == "introduces")
    for added, message in (
        (replace(role, predicate="uses"), "two roles for one entity"),
        (role, "this fact is there twice"),
        (replace(role, subject=NodeId("paper-depth")), "a role with evidence from another paper"),
        (replace(role, object=NodeId("entity-peer"), predicate="partOf"), "no role of the ontology: partOf"),
        (replace(role, object=NodeId("paper-depth")), "no role of the ontology: introduces"),
    ):
        assert message in [text for _, text in found(replace(graph, facts=(*graph.facts, added)))]


def test_an_entity_that_is_not_as_it_must_be(graph: Graph) -> None:
    name = graph.entities[0].name
    for changes, message in (
        ({"type": "Thing"}, "no type of the ontology: Thing"),
        ({"name": " "}, "no name"),
        ({"aliases": ("b", "a")}, "aliases that are not sorted, are there twice or repeat the name"),
        ({"aliases": ("a", "a")}, "aliases that are not sorted, are there twice or repeat the name"),
        ({"aliases": (name,)}, "aliases that are not sorted, are there twice or repeat the name"),
    ):
        assert (graph.entities[0].id, message) in found(with_entity(graph, **changes))
    assert found(replace(graph, entities=(*graph.entities, graph.entities[0]))) == [
        (graph.entities[0].id, "two entities have this id")
    ]


def test_two_papers_of_one_id_and_a_link_of_none(graph: Graph) -> None:
    assert found(replace(graph, papers=(*graph.papers, graph.papers[0]), urls=((DocId("x"), "https://x"),))) == [
        ("paper-depth", "two papers have this id"),
        ("x", "a link of a paper that is not in the graph"),
    ]


def test_a_result_that_is_not_as_it_must_be(graph: Graph) -> None:
    wrong = replace(graph.results[1], kind="speed", system="entity-nobody", baseline="paper-depth", evidence=())
    assert found(replace(graph, results=(wrong,))) == [
        ("result 10.9$\\times$", "no evidence"),
        ("result 10.9$\\times$", "no kind of result: speed"),
        ("result 10.9$\\times$", "speaks of entity-nobody, no entity of the graph"),
        ("result 10.9$\\times$", "speaks of paper-depth, no entity of the graph"),
    ]


def test_a_fact_between_papers_is_no_fact(graph: Graph) -> None:
    fact = replace(graph.facts[0], subject=NodeId("entity-omnimoe"), object=NodeId("paper-depth"))
    assert [text for _, text in found(replace(graph, facts=(fact,)))] == ["not admitted between Method and Paper"]
