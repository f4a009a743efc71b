import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.codec import text_of
from kg.core.types import DocId, Document, Extraction
from kg.extract import rules

ICML = Path(__file__).parent.parent / "gold" / "icml-2026.jsonl"
PAPERS = {paper["id"]: paper for paper in map(json.loads, ICML.read_text(encoding="utf-8").splitlines())}

NOT_FOUND = {
    "Atomic Expert",
    "distributionally robust RLHF",
}
OTHERWISE = {
    "Frequency-Band Alignment Module": ("FBAM", "Method"),
    "Global Representation Guidance": ("GRG", "Method"),
    "Global Representation Learning": ("GRL", "Method"),
    "VGrounding-QA": ("VGrounding-QA", "Method"),
}

PIECES = st.sampled_from(
    [
        "we propose ",
        "Deep Fusion Network",
        " (DFN)",
        "\\textbf{",
        "}",
        "$\\textit{",
        "}$",
        "**",
        "_",
        ", a ",
        "model",
        " on ImageNet",
        ". ",
        "\n\n",
        "\u200b",
        "🤖",
        "é\u0301",
        "学习",
        "1.5\\%",
        "$10\\times$",
        "https://github. com/x",
        "LLMs ",
        "(",
        ")",
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


def extract(text: str, title: str | None = None) -> Extraction:
    return rules.extract(Document(DocId("p"), text_of(title, text), title))


def own(extraction: Extraction) -> dict[str, str]:
    return {e.name: e.type for e in extraction.entities if e.role == "introduces"}


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_34_papers_introduce_their_named_things(paper: dict) -> None:  # type: ignore[type-arg]
    found = own(extract(paper["text"]))
    named = {
        entity["name"]: entity["type"]
        for entity in paper["entities"]
        if entity["role"] == "introduces" and any(map(str.isupper, entity["name"][1:]))
    }
    expected = dict(OTHERWISE.get(name, (name, type_)) for name, type_ in named.items() if name not in NOT_FOUND)
    assert {name: found.get(name) for name in expected} == expected


def test_what_a_paper_says_comes_out_whole() -> None:
    text = (
        "Existing methods rely on large language models (LLMs). We propose Comparative Knowledge Distillation (CKD), a"
        " training paradigm for knowledge distillation. Experiments on CIFAR-10 and ImageNet show that CKD outperforms"
        " LoRA. LLMs are costly. Code: https://github.com/x/ckd."
    )
    found = extract(text)
    assert [(e.name, e.type, e.role) for e in found.entities] == [
        ("large language model", "Model", "studies"),
        ("CKD", "Method", "introduces"),
        ("knowledge distillation", "Method", "uses"),
        ("CIFAR-10", "Dataset", "evaluatesOn"),
        ("ImageNet", "Dataset", "evaluatesOn"),
        ("LoRA", "Method", "comparesWith"),
    ]
    mentions = [[m.evidence.quote for m in e.mentions] for e in found.entities[:2]]
    assert mentions == [["large language models", "LLMs", "LLMs"], ["Comparative Knowledge Distillation", "CKD", "CKD"]]
    assert found.entities[1].evidence[0].by == "rule:proposed"
    assert found.entities[1].evidence[0].quote.startswith("We propose Comparative Knowledge Distillation (CKD), a")
    assert found.urls == ("https://github.com/x/ckd",)


def test_names_in_markup_are_read_as_a_reader_sees_them() -> None:
    text = (
        "We propose to learn a \\textbf{G}eneral \\textbf{F}usion \\textbf{E}xpert (\\textbf{GFE}), a model that sees."
        " We further construct ***ZO-9***, a large-scale dataset."
    )
    found = extract(text)
    assert own(found) == {"GFE": "Model", "ZO-9": "Dataset"}
    assert [m.evidence.quote for m in found.entities[0].mentions] == [
        "\\textbf{G}eneral \\textbf{F}usion \\textbf{E}xpert",
        "GFE",
    ]


def test_the_title_is_read_too() -> None:
    found = extract("Language models fail. CASCADE helps.", "CASCADE: Retrieval of Language Models")
    assert [m.evidence.span.start for e in found.entities if e.name == "CASCADE" for m in e.mentions] == [0, 61]


@pytest.mark.parametrize(
    "text", ["", " ", "…—", "$$\\alpha$$", "\\textbf{}", "🤖🤖", "\u200b\ufeff", "学习模型", "(((((", "A"]
)
def test_texts_without_words_give_nothing(text: str) -> None:
    assert extract(text).entities == ()


@given(TEXTS, st.none() | st.text(max_size=40))
def test_all_evidence_stands_in_the_text(text: str, title: str | None) -> None:
    document = Document(DocId("p"), text_of(title, text), title)
    found = rules.extract(document)
    for piece in found.evidence():
        assert piece.quote
        assert document.text[piece.span.start : piece.span.end] == piece.quote
        assert 0 <= piece.score <= 1
    assert len({entity.id for entity in found.entities}) == len(found.entities)
    assert all(entity.id and entity.name and entity.mentions and entity.evidence for entity in found.entities)
    assert rules.extract(document) == found


def test_a_text_a_hundred_times_as_long_is_read_as_surely() -> None:
    text = "We study deep neural networks on ImageNet with SGD. "
    once, often = extract(text), extract(text * 100)
    assert {e.name for e in once.entities} == {e.name for e in often.entities}
    assert {len(e.mentions) for e in often.entities} == {100}


def test_a_known_name_at_the_end_of_a_coined_one_is_an_entity_too() -> None:
    found = extract("We propose Zonal Feedback GRPO (ZF-GRPO), a training algorithm. GRPO is old.")
    assert [(e.name, e.role, [m.evidence.quote for m in e.mentions]) for e in found.entities] == [
        ("ZF-GRPO", "introduces", ["Zonal Feedback GRPO", "ZF-GRPO"]),
        ("Group Relative Policy Optimization", "uses", ["GRPO", "GRPO"]),
    ]
