"""A graph holds what is sure enough; what is not stays beside it, with its words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.core.types import Graph
from kg.graph import store
from kg.graph.assemble import assemble
from kg.graph.check import check

Built = Callable[[float], Graph]


@pytest.fixture
def built(write: Callable[..., Any], resolve: Callable[..., Any]) -> Built:
    paper = write("omnimoe", "Mixture-of-Experts (MoE) architectures are evolving")
    paper.entity("Method", "introduces", "OmniMoE", score=1.0)
    paper.entity("Method", "comparesWith", "PEER", score=0.5)
    paper.entity("Metric", "uses", "inference latency", score=0.4)
    paper.claim("OmniMoE", "outperforms", "PEER", "compared to PEER", score=0.8)
    paper.result("6.7ms", "value", system="OmniMoE", metric="inference latency", baseline="PEER")
    return lambda least: assemble([paper.document], [paper.extraction], resolve(paper), least)


def said(graph: Graph) -> list[tuple[str, str, str]]:
    return [(fact.subject, fact.predicate, fact.object) for fact in graph.facts]


def test_all_is_sure_at_zero(built: Built) -> None:
    whole = built(0.0)
    assert whole.doubts == ()
    assert said(whole) == [
        ("entity-omnimoe", "outperforms", "entity-peer"),
        ("paper-omnimoe", "comparesWith", "entity-peer"),
        ("paper-omnimoe", "introduces", "entity-omnimoe"),
        ("paper-omnimoe", "uses", "entity-inference-latency"),
    ]


def test_a_paper_names_what_it_is_not_sure_what_it_is_to_it(built: Built) -> None:
    graph = built(0.48)
    assert said(graph) == [
        ("entity-omnimoe", "outperforms", "entity-peer"),
        ("paper-omnimoe", "hasEntity", "entity-peer"),
        ("paper-omnimoe", "introduces", "entity-omnimoe"),
    ]
    (named,) = (fact for fact in graph.facts if fact.predicate == "hasEntity")
    assert (named.score, {piece.quote for piece in named.evidence}) == (0.5, {"PEER"})
    assert [doubt.predicate for doubt in graph.doubts] == ["comparesWith", "uses"]
    assert check(graph) == ()


def test_an_entity_stays_with_any_sure_fact_and_a_result_loses_what_went(built: Built) -> None:
    kept = built(0.6)
    assert said(kept) == [
        ("entity-omnimoe", "outperforms", "entity-peer"),
        ("paper-omnimoe", "introduces", "entity-omnimoe"),
    ]
    assert [entity.id for entity in kept.entities] == ["entity-omnimoe", "entity-peer"]
    assert [(one.system, one.metric, one.baseline) for one in kept.results] == [("entity-omnimoe", None, "entity-peer")]
    assert [(doubt.subject, doubt.predicate, doubt.object, round(doubt.score, 2)) for doubt in kept.doubts] == [
        (None, "comparesWith", "PEER", 0.45),
        (None, "uses", "inference latency", 0.36),
    ]
    assert check(kept) == ()


def test_the_store_keeps_doubts(built: Built, tmp_path: Path) -> None:
    kept = built(0.6)
    store.save(kept, tmp_path / "graph.sqlite")
    assert store.load(tmp_path / "graph.sqlite") == kept


def test_the_words_of_a_doubt_are_those_of_its_fact(built: Built) -> None:
    whole, nothing = built(0.0), built(1.1)
    assert (nothing.entities, nothing.facts) == ((), ())
    assert {doubt.evidence for doubt in nothing.doubts} == {fact.evidence[0] for fact in whole.facts}
