from __future__ import annotations

from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.types import DocId, Document, LocalEntity, LocalId, Mention, Result
from kg.extract import results


def links(found: tuple[Result, ...]) -> list[tuple[str | None, ...]]:
    return [(r.value, r.kind, r.system, r.on, r.metric, r.baseline) for r in found]


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


def test_numbers_of_nothing_that_is_named_are_no_results() -> None:
    document = Document(DocId("p"), "Grain is dear this year. The council pays 60% of the cost and saves 12.5%.")
    assert results.find(document, ()) == ()


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
