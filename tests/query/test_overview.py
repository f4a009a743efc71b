from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.errors import UsageError
from kg.query.overview import Listed, list_entities, stats


def test_entities_are_listed_by_papers_then_name(path: Path) -> None:
    assert [(one.name, one.papers) for one in list_entities(path)] == [
        ("Mixture-of-Experts", 2),
        ("PEER", 2),
        ("Cartesian Product Router", 1),
        ("GPT-4", 1),
        ("Group Relative Policy Optimization", 1),
        ("Llama3.2 3B", 1),
        ("MTPC", 1),
        ("OmniMoE", 1),
        ("Qwen3-VL-8B", 1),
        ("V-ABS", 1),
        ("inference latency", 1),
        ("multimodal large language model", 1),
        ("supervised fine-tuning", 1),
    ]
    assert list_entities(path, limit=1) == (Listed("entity-mixture-of-expert", "Mixture-of-Experts", "Method", 2),)


def test_a_type_narrows_the_list(path: Path) -> None:
    assert [one.name for one in list_entities(path, "metric")] == ["inference latency"]
    assert list_entities(path, "Dataset") == ()
    with pytest.raises(UsageError, match="no type 'dataset or so'"):
        list_entities(path, "dataset or so")


def test_stats_count_everything(path: Path) -> None:
    found = stats(path)
    assert (found.papers, found.entities, found.facts, found.results) == (5, 13, 18, 1)
    assert found.entities_by_type == {
        "Method": 8,
        "Model": 4,
        "Dataset": 0,
        "Benchmark": 0,
        "Metric": 1,
        "Task": 0,
        "Concept": 0,
    }
    assert {name: count for name, count in found.facts_by_predicate.items() if count} == {
        "introduces": 5,
        "evaluatesOn": 1,
        "uses": 4,
        "comparesWith": 3,
        "studies": 1,
        "mentions": 1,
        "kindOf": 2,
        "outperforms": 1,
    }
    assert [one.name for one in found.most_shared][:3] == ["Mixture-of-Experts", "PEER", "Cartesian Product Router"]
    assert found.to_json()["most_shared"][0] == {
        "id": "entity-mixture-of-expert",
        "name": "Mixture-of-Experts",
        "type": "Method",
        "papers": 2,
    }
