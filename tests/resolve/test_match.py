"""The rules that say which full names are one thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.core import names
from kg.core.known import known_by_key
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


def test_a_known_name_that_looks_short_but_is_not(names_of: Callable[..., Vocabulary]) -> None:
    assert list(match.same_known_name(names_of(["MS-COCO"], ["CoT"]))) == [
        Match("mscoco", "coco", Reason("known name", "MS-COCO", "COCO", 0.99))
    ]


def test_what_the_field_knows_is_found_by_the_key_of_each_of_its_forms() -> None:
    nothing = vocabulary.read(())
    assert {key: nothing.known(key) for key in known_by_key()} == dict(known_by_key())


@pytest.mark.parametrize(
    ("name", "other", "type_", "rule"),
    [
        ("SQuAD v1.1", "SQuAD 1.1", "Dataset", "version"),
        ("WMT 2014 En-De", "WMT14 En-De", "Dataset", "year"),
        ("Text2SQL", "text-to-SQL", "Task", "number"),
        ("false positives rate", "false positive rate", "Metric", "plural"),
        ("Top-1 Acc", "top-1 accuracy", "Metric", "spelling"),
        ("R@10", "Recall@10", "Metric", "spelling"),
        ("Swin-Large", "Swin-L", "Model", "size"),
        ("Claude 4 Opus", "Claude Opus 4", "Model", "order"),
        ("OpenAI o1", "o1", "Model", "publisher"),
    ],
)
def test_one_name_respelt(name: str, other: str, type_: str, rule: str, paper: Paper) -> None:
    papers = [paper(form, (form, type_, "uses", [form])) for form in (name, other)]
    found = list(match.same_respelt(vocabulary.read(sightings.read(papers))))
    assert found == [Match(names.key(name), names.key(other), Reason(rule, name, other, 0.95))]


@pytest.mark.parametrize(
    ("left", "right", "type_"),
    [
        ("OWLv2", "OWL 2", "Concept"),
        ("Llama-3-base", "Llama-3B", "Model"),
        ("Swin-Large", "Swin-L", "Dataset"),
        ("Meta-SGD", "SGD", "Method"),
        ("OpenAI detector", "detector", "Model"),
        ("2-layer LSTM", "layer-2 LSTM", "Model"),
        ("CUB-200", "CUB-200-2011", "Dataset"),
        ("R@10", "Recall@5", "Metric"),
    ],
)
def test_what_is_no_respelling(left: str, right: str, type_: str, paper: Paper) -> None:
    papers = [paper(form, (form, type_, "uses", [form])) for form in (left, right)]
    assert list(match.same_respelt(vocabulary.read(sightings.read(papers)))) == []


@pytest.mark.parametrize(
    ("longer", "name", "type_"),
    [
        ("Cityscapes dataset", "Cityscapes", "Dataset"),
        ("Kinetics data set", "Kinetics", "Dataset"),
        ("image classification task", "image classification", "Task"),
        ("Levenberg-Marquardt algorithm", "Levenberg-Marquardt", "Method"),
        ("perplexity metric", "perplexity", "Metric"),
        ("VGG-16 network", "VGG-16", "Model"),
        ("chart reading task", "chart reading", "Task"),
    ],
)
def test_a_noun_that_says_what_it_is(longer: str, name: str, type_: str, paper: Paper) -> None:
    papers = [paper(form, (form, type_, "uses", [form])) for form in (longer, name)]
    found = list(match.same_but_for_noun(vocabulary.read(sightings.read(papers))))
    assert found == [Match(names.key(longer), names.key(name), Reason("head noun", longer, name, 0.95))]


@pytest.mark.parametrize(
    ("longer", "name", "type_"),
    [
        ("neural network classifier", "neural network", "Model"),
        ("reinforcement learning algorithm", "reinforcement learning", "Method"),
        ("self-supervised algorithm", "Self-Supervised", "Method"),
        ("QA dataset", "QA", "Dataset"),
        ("similarity score", "similarity", "Concept"),
        ("Storm model", "Storm", "Model"),
        ("DP algorithm", "dynamic programming", "Method"),
    ],
)
def test_a_noun_that_makes_it_another_thing(longer: str, name: str, type_: str, paper: Paper) -> None:
    papers = [paper(form, (form, type_, "uses", [form])) for form in (longer, name)]
    assert list(match.same_but_for_noun(vocabulary.read(sightings.read(papers)))) == []


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
    assert list(match.same_spelt_out(seen, {"LLM": ("large language model",)})) == [
        Match(
            "multimodalllm",
            "multimodallargelanguagemodel",
            Reason("abbreviation", "multimodal LLM", "multimodal large language model", 0.95),
        )
    ]


def test_an_abbreviation_with_a_hyphen_within_a_name(names_of: Callable[..., Vocabulary]) -> None:
    seen = names_of(["MT-NLG 530B"], ["Megatron-Turing NLG 530B"])
    assert [(m.left, m.right) for m in match.same_spelt_out(seen, {"MT-NLG": ("Megatron-Turing NLG",)})] == [
        ("mtnlg530b", "megatronturingnlg530b")
    ]


def test_of_what_an_abbreviation_within_a_name_may_mean_one_makes_a_name_that_there_is(
    names_of: Callable[..., Vocabulary],
) -> None:
    in_full = {"DP": ("dynamic programming", "differential privacy")}
    seen = names_of(["local DP"], ["local differential privacy"], ["DP"])
    assert [(m.left, m.right) for m in match.same_spelt_out(seen, in_full)] == [("localdp", "localdifferentialprivacy")]
    both = names_of(["local DP"], ["local differential privacy"], ["local dynamic programming"])
    assert list(match.same_spelt_out(both, in_full)) == []


def test_not_all_ways_of_a_long_name_are_tried(names_of: Callable[..., Vocabulary]) -> None:
    in_full = {f"A{number}": ("one", "other") for number in range(99)}
    assert list(match.same_spelt_out(names_of([" ".join(in_full)], ["one other"]), in_full)) == []


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
