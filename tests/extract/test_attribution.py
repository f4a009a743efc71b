from __future__ import annotations

import pytest

from kg.core.types import Document, LocalEntity
from kg.extract import results


def links(document: Document, entities: tuple[LocalEntity, ...]) -> list[tuple[str | None, ...]]:
    return [(r.value, r.kind, r.system, r.on, r.metric, r.baseline) for r in results.find(document, entities)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "UFO reaches 81.2 F1 on SQuAD, compared with 75.2 for DPO and 74.1 for PPO.",
            [
                ("81.2", "value", "UFO", "SQuAD", "F1", None),
                ("75.2", "value", "DPO", "SQuAD", "F1", None),
                ("74.1", "value", "PPO", "SQuAD", "F1", None),
            ],
        ),
        (
            "UFO reaches 64.8% accuracy (versus 60.2%) with low latency.",
            [("64.8%", "value", "UFO", None, "accuracy", None), ("60.2%", "value", None, None, "accuracy", None)],
        ),
        (
            "UFO reaches 70% accuracy on SQuAD, while it saves 30% of time. UFO gives 5% gains.",
            [
                ("70%", "value", "UFO", "SQuAD", "accuracy", None),
                ("30%", "reduction", "UFO", "SQuAD", None, None),
                ("5%", "gain", "UFO", "SQuAD", None, None),
            ],
        ),
        (
            "UFO gives a 45% reduction in latency with minimal accuracy loss.",
            [("45%", "reduction", "UFO", None, "latency", None)],
        ),
    ],
)
def test_whose_number_it_is(annotate, text: str, found: list[tuple[str | None, ...]]) -> None:
    document, entities = annotate(
        text,
        ("UFO", "Method", "introduces"),
        ("DPO", "Method", "comparesWith"),
        ("PPO", "Method", "comparesWith"),
        ("SQuAD", "Dataset", "evaluatesOn"),
        ("F1", "Metric", "uses"),
        ("accuracy", "Metric", "uses"),
        ("latency", "Metric", "uses"),
    )
    assert links(document, entities) == found


def test_lists_go_in_step(annotate) -> None:
    document, entities = annotate(
        "SWiRL outperforms baseline approaches by 21.5\\%, 12.3\\%, and 14.8\\% in relative accuracy on GSM8k,"
        " HotPotQA, and CofCA, respectively.",
        ("GSM8k", "Benchmark", "evaluatesOn"),
        ("HotPotQA", "Benchmark", "evaluatesOn"),
        ("CofCA", "Benchmark", "evaluatesOn"),
        ("relative accuracy", "Metric", "uses"),
        ("SWiRL", "Method", "introduces"),
    )
    assert links(document, entities) == [
        ("21.5\\%", "gain", "SWiRL", "GSM8k", "relative accuracy", None),
        ("12.3\\%", "gain", "SWiRL", "HotPotQA", "relative accuracy", None),
        ("14.8\\%", "gain", "SWiRL", "CofCA", "relative accuracy", None),
    ]


def test_numbers_in_brackets_belong_to_the_name_before(annotate) -> None:
    document, entities = annotate(
        "The best GPT-4 prompt passed in 49.7% of games, outperforming ELIZA (22%) and GPT-3.5 (20%).",
        ("GPT-4", "Model", "studies"),
        ("ELIZA", "Model", "comparesWith"),
        ("GPT-3.5", "Model", "comparesWith"),
    )
    found = [(r.value, r.kind, r.system) for r in results.find(document, entities)]
    assert found == [("49.7%", "value", "GPT-4"), ("22%", "value", "ELIZA"), ("20%", "value", "GPT-3.5")]


def test_each_of_two_changes_has_its_own_metric(annotate) -> None:
    document, entities = annotate(
        "We show that CHAI is able to reduce the memory requirements for storing K,V cache by up to 21.4% and inference"
        " time latency by up to 1.73× without any fine-tuning.",
        ("CHAI", "Method", "introduces"),
        ("memory requirements", "Metric", "uses"),
        ("inference time latency", "Metric", "uses"),
    )
    assert links(document, entities) == [
        ("up to 21.4%", "reduction", "CHAI", None, "memory requirements", None),
        ("up to 1.73×", "ratio", "CHAI", None, "inference time latency", None),
    ]


def test_a_change_belongs_to_the_system_that_it_is_named_for(annotate) -> None:
    document, entities = annotate(
        "Long context remains a weakness, with performance drops such as from 29% to 3% for Claude 3.5 Sonnet, or from"
        " 70.2% to 40% for Qwen2.5.",
        ("Claude 3.5 Sonnet", "Model", "studies"),
        ("Qwen2.5", "Model", "studies"),
    )
    assert [(value, system) for value, _, system, *_ in links(document, entities)] == [
        ("29%", "Claude 3.5 Sonnet"),
        ("3%", "Claude 3.5 Sonnet"),
        ("70.2%", "Qwen2.5"),
        ("40%", "Qwen2.5"),
    ]


def test_a_sentence_that_does_not_speak_of_the_paper_has_its_own_subject(annotate) -> None:
    document, entities = annotate(
        "We build a reasoning pipeline and test it on HackTheBox. Comparatively, the state-of-the-art LLM penetration"
        " testing tool completed only 13.5% of subtasks.",
        ("reasoning pipeline", "Method", "introduces"),
        ("HackTheBox", "Benchmark", "evaluatesOn"),
        ("LLM penetration testing tool", "Method", "comparesWith"),
        ("subtasks", "Metric", "uses"),
    )
    assert links(document, entities) == [
        ("13.5%", "value", "LLM penetration testing tool", "HackTheBox", "subtasks", None)
    ]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Tested on nuScenes, UFO gains 5%. It saves 30% of time.", ["nuScenes", "nuScenes"]),
        ("Tested on nuScenes and SQuAD, UFO is good. It saves 30% of time.", [None]),
        ("UFO is the best (51.7% NDS and 45.3% mAP) on the nuScenes dataset.", ["nuScenes", "nuScenes"]),
        ("We use the SQuAD dataset and show that UFO preserves 26% of it.", ["SQuAD"]),
        ("UFO recovers 97% of the original SQuAD performance.", ["SQuAD"]),
        ("A model trained on SQuAD reaches 72.9% in the nuScenes simulator.", ["nuScenes"]),
        ("Notably, in low-budget settings, we observe gains of up to 8-11 F1 points.", ["low-budget settings"]),
    ],
)
def test_where_it_was_measured(annotate, text: str, on: list[str | None]) -> None:
    document, entities = annotate(
        text,
        ("UFO", "Method", "introduces"),
        ("nuScenes", "Dataset", "evaluatesOn"),
        ("SQuAD", "Dataset", "evaluatesOn"),
        ("low-budget settings", "Concept", "uses"),
    )
    assert [found for _, _, _, found, *_ in links(document, entities)] == on


@pytest.mark.parametrize(
    ("text", "baseline"),
    [
        ("UFO improves TextDiffuser by more than 23% and 13.5% in F1.", ["TextDiffuser", "TextDiffuser"]),
        ("UFO outperforms DPO, with 1.5x higher throughput and 30% lower memory usage.", ["DPO", "DPO"]),
        ("UFO needs 41.3% less time than those with rigid legs.", ["rigid legs"]),
        ("UFO reduces the time by 30% (against the best placement of rigid legs).", ["rigid legs"]),
    ],
)
def test_what_it_is_compared_with(annotate, text: str, baseline: list[str]) -> None:
    document, entities = annotate(
        text,
        ("UFO", "Method", "introduces"),
        ("DPO", "Method", "mentions"),
        ("TextDiffuser", "Model", "uses"),
        ("rigid legs", "Concept", "comparesWith"),
    )
    assert [found for *_, found in links(document, entities)] == baseline
