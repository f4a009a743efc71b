from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.types import DocId, Document, LocalEntity, LocalId, Mention, Result
from kg.extract import results


def kinds(text: str) -> list[tuple[str, str]]:
    return [(found.value, found.kind) for found in results.find(Document(DocId("p"), text), ())]


def links(found: tuple[Result, ...]) -> list[tuple[str | None, ...]]:
    return [(r.value, r.kind, r.system, r.on, r.metric, r.baseline) for r in found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("curse of depth", [("4.6", "gain")]),
        ("UniMedVL", []),
        ("V-ABS", [("19.7\\%", "gain")]),
        ("DiscPRM", [("over 5%", "gain")]),
        ("FutureOmni", [("64.8%", "value")]),
        ("dnaHNet", [("$>3 \\times$", "ratio")]),
        ("VGrounding-QA", [("up to 8.6\\%", "gain"), ("50\\%", "reduction")]),
        (
            "PsumQuant",
            [("8-bit", "value"), ("within only a 1\\%", "reduction"), ("0.04", "gain"), ("45\\%", "reduction")],
        ),
        ("OmniMoE", [("50.9\\%", "value"), ("73ms", "value"), ("6.7ms", "value"), ("10.9$\\times$", "ratio")]),
        ("CacheEdit", [("up to $2.5\\times$", "ratio")]),
        ("BioFormer", [("6\\%", "gain")]),
        ("DALSA", []),
        ("MapGR", []),
        ("gFID", []),
        ("Quantization-aware training", []),
    ],
)
def test_every_number_of_an_icml_abstract(abstract, words: str, found: list[tuple[str, str]]) -> None:
    assert kinds(abstract(words)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("RT-DETRv3-R18 achieves 48.1% AP (+1.6%/+1.4%) compared to both.", ["value", "gain", "gain"]),
        ("increases from 83.2\\% to 89.4\\%, marking an improvement of 6.2\\%.", ["value", "value", "gain"]),
        ("showed dramatic accuracy improvements (50% → 82%) here.", ["value", "value"]),
        ("outperforms baselines by 21.5\\%, 12.3\\%, and 15.3\\% in accuracy.", ["gain", "gain", "gain"]),
        ("required 86.2\\%, 118.7\\%, and 205.9\\% more model queries.", ["gain", "gain", "gain"]),
        ("a 71\\% improvement in success and a 77\\% reduction in time.", ["gain", "reduction"]),
        ("with up to 33% fewer tokens than BPE.", ["reduction"]),
        ("SEA uncovers 40.7× more errors than ACD.", ["ratio"]),
        ("with the highest SSIM of 0.89 and SDlogJ of 0.22.", ["value", "value"]),
        ("achieving a +10.01 mAP improvement.", ["gain"]),
        ("We observe gains of up to 8-11 F1 points.", ["gain"]),
        ("reducing the error rate by an order of magnitude.", ["reduction"]),
        ("which is an order of magnitude faster.", ["ratio"]),
        ("attain an impressive 54.6% AP outperforming YOLOv10-X.", ["value"]),
    ],
)
def test_the_kind_of_a_number(text: str, found: list[str]) -> None:
    assert [kind for _, kind in kinds(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "while using only 1% of the training data required by prior approaches.",
        "outperforming models trained on 100× more data.",
        "outperforms even 10x larger models such as PaLIX-55B.",
        "We train Llama 3.1 and Qwen 2.5 in 2024 on 16 datasets.",
        "with $k = 16$ pipeline stages ($p=0.006$).",
        "Our framework has three parts: (1) a router and (2) a cache.",
        "a dataset with 24 hours of audio from 2003.",
        "with 95% confidence intervals.",
    ],
)
def test_sizes_settings_and_names_are_no_results(text: str) -> None:
    assert kinds(text) == []


def test_a_change_with_its_ratio_comes_out_whole(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("OmniMoE"),
        ("OmniMoE", "Method", "introduces"),
        ("PEER", "Model", "comparesWith"),
        ("DeepSeekMoE", "Model", "comparesWith"),
        ("inference latency", "Metric", "uses"),
        ("zero-shot accuracy", "Metric", "uses"),
    )
    found = results.find(document, entities)
    assert links(found) == [
        ("50.9\\%", "value", "OmniMoE", None, "zero-shot accuracy", None),
        ("73ms", "value", "PEER", None, "inference latency", None),
        ("6.7ms", "value", "OmniMoE", None, "inference latency", "PEER"),
        ("10.9$\\times$", "ratio", "OmniMoE", None, None, "PEER"),
    ]
    assert [(r.number, r.unit) for r in found] == [
        (Decimal("50.9"), "%"),
        (Decimal("73"), "ms"),
        (Decimal("6.7"), "ms"),
        (Decimal("10.9"), "x"),
    ]
    sentence, value = found[-1].evidence
    assert sentence.quote.startswith("Crucially, OmniMoE reduces inference latency from 73ms")
    assert (value.quote, value.by) == ("10.9$\\times$", "rule:number")


def test_who_did_it_where(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("FutureOmni"),
        ("FutureOmni", "Benchmark", "introduces"),
        ("OFF", "Method", "introduces"),
        ("Gemini 3 Flash", "Model", "studies"),
        ("accuracy", "Metric", "uses"),
    )
    assert links(results.find(document, entities)) == [
        ("64.8%", "value", "Gemini 3 Flash", "FutureOmni", "accuracy", None)
    ]


def test_a_baseline_that_is_called_one(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("V-ABS"), ("V-ABS", "Method", "introduces"), ("Qwen3-VL-8B", "Model", "comparesWith")
    )
    assert links(results.find(document, entities)) == [("19.7\\%", "gain", "V-ABS", None, None, "Qwen3-VL-8B")]


def test_each_number_belongs_to_its_own_clause(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("PsumQuant"),
        ("PsumQuant", "Method", "introduces"),
        ("psum precision", "Metric", "uses"),
        ("accuracy", "Metric", "uses"),
        ("perplexity", "Metric", "uses"),
        ("accuracy loss", "Metric", "uses"),
        ("ResNet-18", "Model", "uses"),
        ("Llama-3.1", "Model", "uses"),
    )
    assert links(results.find(document, entities)) == [
        ("8-bit", "value", "PsumQuant", None, "psum precision", None),
        ("within only a 1\\%", "reduction", "PsumQuant", "ResNet-18", "accuracy", None),
        ("0.04", "gain", "PsumQuant", "Llama-3.1", "perplexity", None),
        ("45\\%", "reduction", "PsumQuant", None, None, None),
    ]


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
                ("30%", "reduction", "UFO", None, None, None),
                ("5%", "gain", "UFO", None, None, None),
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
    assert links(results.find(document, entities)) == found


def test_lists_go_in_step(annotate) -> None:
    document, entities = annotate(
        "SWiRL outperforms baseline approaches by 21.5\\%, 12.3\\%, and 14.8\\% in relative accuracy on GSM8k,"
        " HotPotQA, and CofCA, respectively.",
        ("SWiRL", "Method", "introduces"),
        ("GSM8k", "Benchmark", "evaluatesOn"),
        ("HotPotQA", "Benchmark", "evaluatesOn"),
        ("CofCA", "Benchmark", "evaluatesOn"),
    )
    assert [(r.value, r.system, r.on) for r in results.find(document, entities)] == [
        ("21.5\\%", "SWiRL", "GSM8k"),
        ("12.3\\%", "SWiRL", "HotPotQA"),
        ("14.8\\%", "SWiRL", "CofCA"),
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


ROLES = ["introduces", "evaluatesOn", "uses", "comparesWith", "studies"]
TYPES = ["Method", "Model", "Dataset", "Metric", "Task", "Concept"]
WORDS = ["X", "Y", "Z", "5%", "2x", "0.5", "by", "on", "(", ")", ",", "and", "from", "to", "than", "improves", ".", "$"]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(WORDS), max_size=40),
    st.lists(st.tuples(st.sampled_from(TYPES), st.sampled_from(ROLES)), min_size=3, max_size=3),
)
def test_results_point_to_the_given_entities_and_quote_the_text(words: list[str], sorts: list[tuple[str, str]]) -> None:
    document = Document(DocId("p"), " ".join(words))
    entities = tuple(
        LocalEntity(
            LocalId(name),
            type_,
            role,
            name,
            tuple(Mention(type_, document.cut(i, i + 1, "t")) for i, c in enumerate(document.text) if c == name),
            (),
            1.0,
        )
        for name, (type_, role) in zip("XYZ", sorts, strict=True)
    )
    for found in results.find(document, entities):
        assert {found.system, found.on, found.metric, found.baseline} <= {None, "X", "Y", "Z"}
        assert found.baseline is None or found.baseline != found.system
        sentence, value = found.evidence
        assert document.text[value.span.start : value.span.end] == value.quote == found.value
        assert sentence.quote in document.text


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    document = Document(DocId("p"), text)
    assert results.find(document, ()) == results.find(document, ())
