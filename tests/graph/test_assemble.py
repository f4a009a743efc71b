from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.types import Extraction, Fact, Graph
from kg.graph.assemble import assemble
from kg.graph.check import check

Resolve = Callable[..., Any]
Write = Callable[..., Any]


def put_together(resolve: Resolve, *authors: Any, **types: str) -> Graph:
    return assemble([a.document for a in authors], [a.extraction for a in authors], resolve(*authors, **types))


def triples(graph: Graph) -> list[tuple[str, str, str]]:
    return [(fact.subject, fact.predicate, fact.object) for fact in graph.facts]


def the_fact(graph: Graph, predicate: str, obj: str) -> Fact:
    (fact,) = [fact for fact in graph.facts if (fact.predicate, fact.object) == (predicate, obj)]
    return fact


def test_roles_and_relations_become_facts(omnimoe: Any, depth: Any, resolve: Resolve) -> None:
    graph = put_together(resolve, omnimoe, depth)
    assert [paper.id for paper in graph.papers] == ["depth", "omnimoe"]
    assert triples(graph) == [
        ("entity-cartesian-product-router", "partOf", "entity-omnimoe"),
        ("entity-omnimoe", "kindOf", "entity-mixture-of-expert"),
        ("entity-omnimoe", "outperforms", "entity-peer"),
        ("paper-depth", "studies", "entity-curse-of-depth"),
        ("paper-depth", "studies", "entity-large-language-model"),
        ("paper-depth", "uses", "entity-mixture-of-expert"),
        ("paper-omnimoe", "comparesWith", "entity-peer"),
        ("paper-omnimoe", "introduces", "entity-cartesian-product-router"),
        ("paper-omnimoe", "introduces", "entity-omnimoe"),
        ("paper-omnimoe", "studies", "entity-mixture-of-expert"),
        ("paper-omnimoe", "uses", "entity-inference-latency"),
    ]
    introduces = the_fact(graph, "introduces", "entity-omnimoe")
    assert introduces.score == pytest.approx(0.95 * 0.9)
    assert [piece.quote[:33] for piece in introduces.evidence] == ["In this paper, we propose OmniMoE"]
    assert graph.urls == (("omnimoe", "https://example.org/omnimoe"),)
    assert check(graph) == ()


def test_results_name_the_nodes(omnimoe: Any, depth: Any, resolve: Resolve) -> None:
    graph = put_together(resolve, omnimoe, depth)
    assert [(r.value, r.system, r.metric, r.baseline, r.on) for r in graph.results] == [
        ("4.6", None, None, None, None),
        ("10.9$\\times$", "entity-omnimoe", "entity-inference-latency", "entity-peer", None),
    ]


def test_one_role_a_paper_and_entity_the_strongest(write: Write, resolve: Resolve) -> None:
    author = (
        write("omnimoe", "Mixture-of-Experts (MoE)")
        .entity("Method", "mentions", "MoE", score=0.99)
        .entity("Method", "introduces", "OmniMoE", score=0.6)
        .entity("Method", "uses", "OmniMoE", score=0.9)
    )
    resolution = resolve(author)
    node = "entity-omnimoe"
    merged = replace(resolution, node_of=dict.fromkeys(resolution.node_of, node))
    kept = replace(merged, entities=tuple(entity for entity in merged.entities if entity.id == node))
    graph = assemble([author.document], [author.extraction], kept)
    assert triples(graph) == [("paper-omnimoe", "introduces", node)]
    assert graph.facts[0].score == pytest.approx(0.6 * 0.9)


def test_a_role_without_a_sentence_is_shown_by_its_mentions(omnimoe: Any, resolve: Resolve) -> None:
    omnimoe.entities = [replace(entity, evidence=()) for entity in omnimoe.entities]
    graph = put_together(resolve, omnimoe)
    assert [piece.quote for piece in the_fact(graph, "studies", "entity-mixture-of-expert").evidence] == [
        "Mixture-of-Experts",
        "MoE",
    ]


def test_a_role_without_any_words_is_no_fact(omnimoe: Any, resolve: Resolve) -> None:
    omnimoe.entities = [replace(entity, evidence=(), mentions=()) for entity in omnimoe.entities]
    omnimoe.claims = [replace(claim, evidence=()) for claim in omnimoe.claims]
    omnimoe.results = [replace(result, evidence=()) for result in omnimoe.results]
    graph = put_together(resolve, omnimoe)
    assert (graph.facts, graph.results) == ((), ())


def test_papers_that_agree_make_one_fact_that_is_surer(depth: Any, write: Write, resolve: Resolve) -> None:
    claim = ("Mixture-of-Experts", "reduces", "curse of depth")
    depth.claim(*claim, "Our claim", score=0.5).claim(*claim, "Across settings", score=0.6)
    other = write("depth-again", "Recent work has demonstrated the curse of depth")
    other.entities = depth.entities
    other.claim(*claim, "Our claim", score=0.7)
    graph = put_together(resolve, depth, other)
    fact = the_fact(graph, "reduces", "entity-curse-of-depth")
    assert fact.score == pytest.approx(1 - (1 - 0.6) * (1 - 0.7))
    assert fact.papers == ("depth", "depth-again")
    assert [(piece.span.doc, piece.quote[:15]) for piece in fact.evidence] == [
        ("depth", "Our claim is th"),
        ("depth", "Across settings"),
        ("depth-again", "Our claim is th"),
    ]


def test_no_fact_is_certain(omnimoe: Any, resolve: Resolve) -> None:
    omnimoe.claim("OmniMoE", "basedOn", "Mixture-of-Experts", "OmniMoE", score=1.0)
    assert the_fact(put_together(resolve, omnimoe), "basedOn", "entity-mixture-of-expert").score == 0.99


def test_what_resolved_entities_cannot_be_to_each_other_is_left_out(omnimoe: Any, resolve: Resolve) -> None:
    omnimoe.claim("OmniMoE", "trainedOn", "PEER", "OmniMoE")
    graph = put_together(resolve, omnimoe, PEER="Concept")
    assert [fact.predicate for fact in graph.facts if fact.object == "entity-peer"] == ["comparesWith"]


def test_what_a_name_says_is_a_fact_and_no_surer_for_being_written_often(
    omnimoe: Any, depth: Any, resolve: Resolve
) -> None:
    omnimoe.entity("Method", "uses", "Product Router")
    graph = put_together(resolve, omnimoe, depth)
    fact = the_fact(graph, "kindOf", "entity-product-router")
    assert (fact.subject, fact.score) == ("entity-cartesian-product-router", 0.95)
    assert [(piece.quote, piece.by, piece.score) for piece in fact.evidence] == [
        ("Cartesian Product Router", "name", 0.95)
    ]
    assert check(graph) == ()
    omnimoe.claim("Cartesian Product Router", "kindOf", "Product Router", "Cartesian Product Router", score=0.5)
    fact = the_fact(put_together(resolve, omnimoe, depth), "kindOf", "entity-product-router")
    assert (fact.score, [piece.by for piece in fact.evidence]) == (0.95, ["rule:test", "name"])


def test_a_relation_to_itself_is_left_out(omnimoe: Any, resolve: Resolve) -> None:
    resolution = resolve(omnimoe)
    one = {place: "entity-omnimoe" if place[1] == "peer" else node for place, node in resolution.node_of.items()}
    graph = assemble([omnimoe.document], [omnimoe.extraction], replace(resolution, node_of=one))
    assert ("entity-omnimoe", "outperforms", "entity-omnimoe") not in triples(graph)
    assert [(result.system, result.baseline) for result in graph.results] == [("entity-omnimoe", None)]


def test_what_resolving_dropped_is_left_out(omnimoe: Any, resolve: Resolve) -> None:
    resolution = resolve(omnimoe)
    kept = {place: node for place, node in resolution.node_of.items() if node != "entity-peer"}
    entities = tuple(entity for entity in resolution.entities if entity.id != "entity-peer")
    graph = assemble([omnimoe.document], [omnimoe.extraction], replace(resolution, entities=entities, node_of=kept))
    assert "entity-peer" not in {end for triple in triples(graph) for end in triple}
    assert [(result.system, result.baseline) for result in graph.results] == [("entity-omnimoe", None)]
    assert check(graph) == ()


def test_a_symmetric_relation_is_one_fact_whichever_way_it_is_said(omnimoe: Any, resolve: Resolve) -> None:
    omnimoe.claim("PEER", "comparedWith", "OmniMoE", "compared to PEER", score=0.6)
    omnimoe.claim("OmniMoE", "comparedWith", "PEER", "outperforming coarse-grained", score=0.5)
    graph = put_together(resolve, omnimoe)
    compared = [fact for fact in graph.facts if fact.predicate == "comparedWith"]
    assert [(fact.subject, fact.object, len(fact.evidence)) for fact in compared] == [
        ("entity-omnimoe", "entity-peer", 2)
    ]
    assert compared[0].score == pytest.approx(0.6)


def test_a_paper_that_says_nothing_is_in_the_graph(depth: Any, resolve: Resolve) -> None:
    graph = assemble([depth.document], [Extraction(depth.document.id)], resolve())
    assert (graph.papers, graph.entities, graph.facts) == ((depth.document,), (), ())


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
def test_the_order_of_the_input_does_not_matter(data: Any, omnimoe: Any, depth: Any, resolve: Resolve) -> None:
    authors = (omnimoe, depth)
    graph = put_together(resolve, *authors)
    resolution = resolve(*authors)
    extractions = [
        replace(
            author.extraction,
            entities=tuple(data.draw(st.permutations(author.entities))),
            claims=tuple(data.draw(st.permutations(author.claims))),
            results=tuple(data.draw(st.permutations(author.results))),
        )
        for author in data.draw(st.permutations(authors))
    ]
    documents = data.draw(st.permutations([author.document for author in authors]))
    shuffled = replace(resolution, entities=tuple(data.draw(st.permutations(resolution.entities))))
    assert assemble(documents, extractions, shuffled) == graph
