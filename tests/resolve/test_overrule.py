"""Rename, retype, drop."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.core.types import Extraction, Reason
from kg.resolve import Resolution, resolve
from kg.resolve.decisions import parse

Paper = Callable[..., Extraction]


@pytest.fixture
def papers(paper: Paper) -> list[Extraction]:
    return [
        paper("p1", ("Sparse Token Routing", "Method", "introduces", ["Sparse Token Routing", "STR"])),
        paper("p2", ("GPT-4", "Model", "uses", ["GPT-4"]), ("scale", "Concept", "studies", ["scale"])),
        paper("p3", ("SCALE", "Benchmark", "uses", ["SCALE"]), ("LLM", "Model", "uses", ["LLM"])),
    ]


def decide(papers: list[Extraction], *said: str) -> Resolution:
    return resolve(papers, parse("".join(f"{line}\tada\t2026-11-30\n" for line in said)))


def test_a_new_name_gives_a_new_id_and_keeps_the_old_name(papers: list[Extraction]) -> None:
    resolution = decide(papers, "rename\tSTR\tToken Router")
    entity = next(entity for entity in resolution.entities if entity.name == "Token Router")
    assert entity.id == "entity-token-router"
    assert entity.aliases == ("STR", "Sparse Token Routing")
    assert Reason("renamed by ada on 2026-11-30", "Sparse Token Routing", "Token Router", 1.0) in entity.why
    assert resolution.node_of["p1", "sparsetokenrouting"] == entity.id
    assert resolution.issues == ()


def test_a_name_that_no_paper_writes_is_no_alias(papers: list[Extraction]) -> None:
    resolution = decide(papers, "rename\tlarge language model\tLLM")
    entity = next(entity for entity in resolution.entities if entity.name == "LLM")
    assert (entity.id, entity.aliases) == ("entity-llm", ())


def test_another_type_is_the_type(papers: list[Extraction]) -> None:
    entity = next(one for one in decide(papers, "retype\tgpt4\tMethod").entities if one.name == "GPT-4")
    assert entity.type == "Method"
    assert entity.why == (Reason("retyped by ada on 2026-11-30", "Model", "Method", 1.0),)


def test_what_is_dropped_is_nowhere(papers: list[Extraction]) -> None:
    resolution = decide(papers, "drop\tGPT-4\t", "retype\tGPT-4\tMethod", "rename\tGPT-4\tOther")
    assert "entity-gpt-4" not in {entity.id for entity in resolution.entities} | set(resolution.node_of.values())
    assert ("p2", "gpt4") not in resolution.node_of
    assert resolution.issues == ()


def test_an_id_or_a_spelling_tells_two_of_one_key_apart(papers: list[Extraction]) -> None:
    for name in ("SCALE", "entity-SCALE"):
        types = {entity.name: entity.type for entity in decide(papers, f"retype\t{name}\tDataset").entities}
        assert (types["SCALE"], types["scale"]) == ("Dataset", "Concept")
    (issue,) = decide(papers, "retype\tScale\tDataset").issues
    assert issue.message == "retype 'Scale' 'Dataset' does not apply: it may be entity-SCALE or entity-scale"


def test_what_no_longer_applies_is_reported(papers: list[Extraction]) -> None:
    resolution = decide(papers, "drop\tBERT\t", "rename\tGPT-4\tSparse Token Routing")
    assert [str(issue) for issue in resolution.issues] == [
        "decisions.tsv line 1: drop 'BERT' does not apply: nothing is called 'BERT'",
        "decisions.tsv line 2: rename 'GPT-4' 'Sparse Token Routing' does not apply: another entity is"
        " 'Sparse Token Routing'; a line with same would make them one",
    ]
    assert resolution.entities == resolve(papers).entities


def test_no_two_entities_get_one_id(papers: list[Extraction]) -> None:
    resolution = decide(
        papers, "rename\tGPT-4\tSparse Token Routing", "rename\tSTR\tGPT-4", "rename\tscale\tX", "rename\tLLM\tx"
    )
    nodes = [entity.id for entity in resolution.entities]
    assert nodes == sorted(set(nodes))
    assert [issue.where for issue in resolution.issues] == [f"decisions.tsv line {number}" for number in (1, 2, 3)]


def test_a_rename_may_change_the_spelling_only_and_be_said_by_two(papers: list[Extraction]) -> None:
    decided = parse("rename\tGPT-4\tgpt 4\tada\t2026-11-30\nrename\tGPT4\tgpt 4\tbob\t2026-11-30\n")
    resolution = resolve(papers, decided)
    assert resolution.issues == ()
    assert [(e.name, e.aliases) for e in resolution.entities if e.id == "entity-gpt-4"] == [("gpt 4", ("GPT-4",))]
