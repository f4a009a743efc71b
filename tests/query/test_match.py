from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.core.types import Entity, Graph, NodeId
from kg.graph import store
from kg.query.lookup import lookup


def names(path: Path, query: str, type: str | None = None) -> tuple[str, list[str]]:
    answer = lookup(path, query, type)
    return answer.match, [card.name for card in answer.entities]


@pytest.mark.parametrize(
    ("query", "match", "name"),
    [
        ("OmniMoE", "exact", "OmniMoE"),
        ("omnimoe", "exact", "OmniMoE"),
        (" Omni-MoE ", "exact", "OmniMoE"),
        ("Omni\0MoE", "exact", "OmniMoE"),
        ("entity-omnimoe", "exact", "OmniMoE"),
        ("Mixture of Expert", "exact", "Mixture-of-Experts"),
        ("MoE", "alias", "Mixture-of-Experts"),
        ("GRPO", "alias", "Group Relative Policy Optimization"),
        ("group relative policy optimisation", "exact", "Group Relative Policy Optimization"),
        ("Group Relative Policy Optimization (GRPO)", "exact", "Group Relative Policy Optimization"),
        ("Qwen3 VL 8B", "exact", "Qwen3-VL-8B"),
        ("qwen3vl8b", "exact", "Qwen3-VL-8B"),
        ("llama 3.2 3b", "exact", "Llama3.2 3B"),
        ("MLLM", "alias", "multimodal large language model"),
        ("OmiMoE", "near", "OmniMoE"),
        ("OmniMeo", "near", "OmniMoE"),
        ("mixture of exprts", "near", "Mixture-of-Experts"),
        ("experts mixture", "near", "Mixture-of-Experts"),
        ("multimodal large langage modl", "near", "multimodal large language model"),
        ("inference latancy", "near", "inference latency"),
        ("Cartesian Produkt Routr", "near", "Cartesian Product Router"),
        ("Qwem3 VL 8B", "near", "Qwen3-VL-8B"),
    ],
)
def test_a_name_is_found_as_it_is_remembered(path: Path, query: str, match: str, name: str) -> None:
    assert names(path, query) == (match, [name])


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("GPT-5", "GPT-4"),
        ("GPT-4o", "GPT-4"),
        ("Qwen3-VL-4B", "Qwen3-VL-8B"),
        ("Qwen2-VL-8B", "Qwen3-VL-8B"),
        ("Llama3.1 3B", "Llama3.2 3B"),
        ("Llama3.2", "Llama3.2 3B"),
        ("LLM", None),
        ("PEEK", "PEER"),
        ("GRPP", "Group Relative Policy Optimization"),
        ("unsupervised fine-tuning", "supervised fine-tuning"),
        ("language model", "multimodal large language model"),
    ],
)
def test_what_carries_identity_is_suggested_and_never_guessed(path: Path, query: str, suggestion: str | None) -> None:
    answer = lookup(path, query)
    assert (answer.match, answer.entities) == ("none", ())
    assert suggestion is None or suggestion in answer.suggestions


@pytest.mark.parametrize("query", ["zzzzqqq", "xyzzy plugh", "asdfghjkl", "42", "表"])
def test_nonsense_finds_nothing(path: Path, query: str) -> None:
    answer = lookup(path, query)
    assert (answer.match, answer.entities, answer.papers, answer.suggestions) == ("none", (), (), ())


def test_several_candidates_come_best_first(graph: Graph, tmp_path: Path) -> None:
    others = (
        Entity(NodeId("entity-mixture-of-exponential"), "Method", "mixture of exponentials", ("MoE",), ()),
        Entity(NodeId("entity-moe"), "Concept", "moe", (), ()),
    )
    entities = tuple(sorted((*graph.entities, *others), key=lambda entity: entity.id))
    store.save(replace(graph, entities=entities), tmp_path / "graph.sqlite")
    answer = lookup(tmp_path / "graph.sqlite", "MoE")
    assert answer.match == "exact"
    assert [card.name for card in answer.entities] == ["moe", "Mixture-of-Experts", "mixture of exponentials"]
    assert len(lookup(tmp_path / "graph.sqlite", "MoE", limit=2).entities) == 2


@pytest.mark.parametrize(
    "query", ["million experts", "Mixture of A Million Experts", "he-2024", "paper-he-2024", "Xu Owen He", "owen he"]
)
def test_a_paper_is_found_by_title_id_or_author(path: Path, query: str) -> None:
    answer = lookup(path, query)
    assert (answer.match, [paper.id for paper in answer.papers]) == ("exact", ["he-2024"])


def test_words_of_two_authors_are_no_author(graph: Graph, tmp_path: Path) -> None:
    papers = tuple(replace(paper, authors=("Ada Lovelace", "Émile Borel")) for paper in graph.papers[:1])
    store.save(replace(graph, papers=papers, entities=(), facts=(), results=(), urls=()), tmp_path / "g")
    assert lookup(tmp_path / "g", "ada borel").match == "none"
    assert [paper.id for paper in lookup(tmp_path / "g", "emile borel").papers] == ["he-2024"]


def test_a_word_of_what_an_untitled_paper_is_called_is_a_near_miss(path: Path) -> None:
    answer = lookup(path, "Cartesian Product")
    assert (answer.match, [paper.id for paper in answer.papers]) == ("near", ["omnimoe"])


def test_an_exact_name_brings_no_paper_that_only_has_the_word(path: Path) -> None:
    assert lookup(path, "OmniMoE").papers == lookup(path, "MTPC").papers == ()
    assert [paper.id for paper in lookup(path, "OmniMoE, Cartesian Product Router").papers] == ["omnimoe"]
    assert lookup(path, "a").papers == ()
