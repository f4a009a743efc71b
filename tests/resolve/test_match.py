"""The rules that say which full names are one thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.core.types import Extraction, Reason
from kg.resolve import match, sightings, vocabulary
from kg.resolve.match import Match, difference
from kg.resolve.vocabulary import Vocabulary

Paper = Callable[..., Extraction]


@pytest.fixture
def names_of(paper: Paper) -> Callable[..., Vocabulary]:
    def read(*papers: list[str]) -> Vocabulary:
        found = [paper(f"p{i}", (forms[0], "Method", "uses", forms)) for i, forms in enumerate(papers)]
        return vocabulary.read(sightings.read(found))

    return read


def test_a_known_name_in_other_words(names_of: Callable[..., Vocabulary]) -> None:
    assert list(match.same_known_name(names_of(["Low-Rank Adaptation"], ["LoRA"], ["QLoRA"]))) == [
        Match("lowrankadaptation", "lora", Reason("known name", "Low-Rank Adaptation", "LoRA", 0.99))
    ]


def test_a_version_with_its_letter(names_of: Callable[..., Vocabulary]) -> None:
    assert list(match.same_version(names_of(["SQuAD v1.1"], ["SQuAD 1.1"], ["SQuAD v2.0"], ["GPT-4V"], ["GPT-4"]))) == [
        Match("squadv1.1", "squad1.1", Reason("version", "SQuAD v1.1", "SQuAD 1.1", 0.95))
    ]


def test_full_forms_of_one_short_form_that_differ_in_small_words(names_of: Callable[..., Vocabulary]) -> None:
    found = match.same_abbreviation(
        names_of(
            ["learning to rank from clicks", "LRC"],
            ["learning to rank with clicks", "LRC"],
            ["local region classifier", "LRC"],
        )
    )
    assert [(m.left, m.right, m.reason.rule) for m in found] == [
        ("learningtorankfromclick", "learningtorankwithclick", "same abbreviation")
    ]


def test_an_abbreviation_within_a_name(names_of: Callable[..., Vocabulary]) -> None:
    seen = names_of(["multimodal LLM"], ["multimodal large language model"], ["LLM-free decoding"])
    assert list(match.same_spelt_out(seen, {"LLM": "large language model"})) == [
        Match(
            "multimodalllm",
            "multimodallargelanguagemodel",
            Reason("abbreviation", "multimodal LLM", "multimodal large language model", 0.95),
        )
    ]


@pytest.mark.parametrize(
    ("left", "right", "rule"),
    [
        ("Beam Search", "beam search", "case"),
        ("fine-tuning", "finetuning", "hyphen"),
        ("policy", "policies", "plural"),
        ("DETR", "DETR framework", "head noun"),
        ("optimization", "optimisation", "spelling"),
        ("chain of thought", "chain of thought (CoT)", "bracketed abbreviation"),
    ],
)
def test_in_what_two_spellings_differ(left: str, right: str, rule: str) -> None:
    assert difference(left, right) == rule
