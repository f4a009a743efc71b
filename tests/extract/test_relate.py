from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.schema import schema
from kg.core.types import Claim, DocId, Document, LocalEntity, LocalId, Mention
from kg.extract import phrasing, relate, standing


def triples(claims: tuple[Claim, ...]) -> set[tuple[str, str, str]]:
    return {(claim.subject, claim.predicate, claim.object) for claim in claims}


def test_parts_and_tests_of_what_an_abstract_introduces(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("MapGR"),
        ("MapGR", "Method", "introduces"),
        ("Global Representation Learning", "Method", "introduces", "GRL"),
        ("Global Representation Guidance", "Method", "introduces", "GRG"),
        ("nuScenes", "Dataset", "evaluatesOn"),
        ("Argoverse2", "Dataset", "evaluatesOn"),
        ("DETR", "Model", "mentions"),
    )
    assert triples(relate.find(document, entities)) == {
        ("Global Representation Learning", "partOf", "MapGR"),
        ("Global Representation Guidance", "partOf", "MapGR"),
        ("MapGR", "evaluatedOn", "nuScenes"),
        ("MapGR", "evaluatedOn", "Argoverse2"),
    }


def test_what_it_beats_reduces_and_is_a_kind_of(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("OmniMoE"),
        ("OmniMoE", "Method", "introduces"),
        ("Cartesian Product Router", "Method", "introduces"),
        ("DeepSeekMoE", "Model", "comparesWith"),
        ("PEER", "Model", "comparesWith"),
        ("inference latency", "Metric", "uses"),
    )
    claims = relate.find(document, entities)
    assert triples(claims) == {
        ("Cartesian Product Router", "partOf", "OmniMoE"),
        ("OmniMoE", "outperforms", "DeepSeekMoE"),
        ("OmniMoE", "outperforms", "PEER"),
        ("OmniMoE", "reduces", "inference latency"),
    }
    (reduces,) = (claim for claim in claims if claim.predicate == "reduces")
    assert reduces.evidence[0].quote.startswith("Crucially, OmniMoE reduces inference latency from 73ms to 6.7ms")
    assert reduces.evidence[0].by == "rule:phrase"
    assert reduces.evidence[0].score == reduces.score


def test_training_data_and_rivals(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("dnaHNet"),
        ("dnaHNet", "Model", "introduces"),
        ("StripedHyena2", "Model", "comparesWith"),
        ("prokaryotic genomes", "Dataset", "uses"),
        ("dynamic chunking", "Method", "introduces"),
    )
    assert triples(relate.find(document, entities)) == {
        ("dnaHNet", "outperforms", "StripedHyena2"),
        ("dnaHNet", "trainedOn", "prokaryotic genomes"),
        ("dynamic chunking", "partOf", "dnaHNet"),
    }


@pytest.mark.parametrize(
    ("text", "rows", "triple"),
    [
        (
            "SyPE, a learnable encoding framework derived from Hamiltonian mechanics.",
            [("SyPE", "Method", "mentions"), ("Hamiltonian mechanics", "Concept", "mentions")],
            ("SyPE", "basedOn", "Hamiltonian mechanics"),
        ),
        (
            "SyPE strictly generalizes RoPE by extending the rotation group.",
            [("SyPE", "Method", "mentions"), ("RoPE", "Method", "mentions")],
            ("SyPE", "basedOn", "RoPE"),
        ),
        (
            "UFO mitigates hallucination in long answers.",
            [("UFO", "Method", "mentions"), ("hallucination", "Concept", "mentions")],
            ("UFO", "reduces", "hallucination"),
        ),
        (
            "We propose UFO. Our method outperforms DPO on every task.",
            [("UFO", "Method", "introduces"), ("DPO", "Method", "mentions")],
            ("UFO", "outperforms", "DPO"),
        ),
        (
            "Experiments on Cityscapes, COCO, and ADE20K demonstrate that SENSE helps.",
            [("SENSE", "Method", "mentions"), ("Cityscapes", "Dataset", "mentions"), ("ADE20K", "Dataset", "mentions")],
            ("SENSE", "evaluatedOn", "ADE20K"),
        ),
        (
            "Models such as ResNet and ViT are studied.",
            [("Models", "Model", "mentions"), ("ResNet", "Model", "mentions"), ("ViT", "Model", "mentions")],
            ("ViT", "kindOf", "Models"),
        ),
        (
            "Semantic segmentation is harder than segmentation.",
            [("segmentation", "Task", "mentions"), ("Semantic segmentation", "Task", "mentions")],
            ("Semantic segmentation", "kindOf", "segmentation"),
        ),
        (
            "The encoder is used for document parsing.",
            [("encoder", "Model", "mentions"), ("document parsing", "Task", "mentions")],
            ("encoder", "usedFor", "document parsing"),
        ),
    ],
)
def test_what_words_say(annotate, text: str, rows: list[tuple[str, ...]], triple: tuple[str, str, str]) -> None:
    document, entities = annotate(text, *rows)
    assert triple in triples(relate.find(document, entities))


def test_the_winner_of_an_ablation_is_its_subject(annotate, abstract) -> None:
    document, entities = annotate(
        abstract("span-aware token reallocation"),
        ("ViTL", "Method", "introduces"),
        ("span-aware token reallocation", "Method", "comparesWith"),
        ("uniform sampling", "Method", "comparesWith"),
    )
    won = {triple for triple in triples(relate.find(document, entities)) if triple[1] == "outperforms"}
    assert won == {("span-aware token reallocation", "outperforms", "uniform sampling")}


@pytest.mark.parametrize(
    ("text", "rows", "found"),
    [
        (
            "Unlike DPO, UFO needs no reward. UFO beats baselines under PEFT settings.",
            [
                ("UFO", "Method", "introduces"),
                ("DPO", "Method", "comparesWith"),
                ("PEFT", "Method", "comparesWith"),
            ],
            set(),
        ),
        (
            "UFO outperforms leading models including ViT.",
            [("UFO", "Model", "introduces"), ("ViT", "Model", "comparesWith")],
            {("UFO", "outperforms", "ViT")},
        ),
        (
            "We propose UFO, a training-free framework centered on an Active Cache that reuses tokens.",
            [("UFO", "Method", "introduces"), ("Active Cache", "Method", "introduces")],
            {("Active Cache", "partOf", "UFO")},
        ),
        (
            "We study latency in MTP within the framework of circuits.",
            [("MTP", "Method", "uses"), ("circuits", "Model", "studies")],
            set(),
        ),
        (
            "We test scientific machine learning models, including PINNs.",
            [("scientific machine learning", "Model", "studies"), ("PINNs", "Model", "studies")],
            set(),
        ),
        (
            "We test supervised learning models, such as SVMs.",
            [("supervised learning", "Method", "studies"), ("SVMs", "Method", "studies")],
            set(),
        ),
        (
            "We introduce CABS, a structured system. We therefore propose TIF, a novel framework for control.",
            [("CABS", "Method", "introduces"), ("TIF", "Method", "introduces")],
            set(),
        ),
        (
            "We introduce CABS, a structured system. We further add a queried alignment loss.",
            [("CABS", "Method", "introduces"), ("queried alignment loss", "Method", "introduces")],
            {("queried alignment loss", "partOf", "CABS")},
        ),
        (
            "UFO is trained on SA-1B, COCO and evaluated on LVIS.",
            [
                ("UFO", "Model", "introduces"),
                ("SA-1B", "Dataset", "evaluatesOn"),
                ("COCO", "Dataset", "evaluatesOn"),
                ("LVIS", "Dataset", "evaluatesOn"),
            ],
            {("UFO", "trainedOn", "SA-1B"), ("UFO", "trainedOn", "COCO"), ("UFO", "evaluatedOn", "LVIS")},
        ),
        (
            "UFO uses prefix tuning to adapt.",
            [("UFO", "Method", "introduces"), ("prefix tuning", "Method", "uses")],
            {("prefix tuning", "partOf", "UFO")},
        ),
        (
            "Attention plays a crucial role in parsing.",
            [("Attention", "Concept", "mentions"), ("parsing", "Task", "mentions")],
            {("Attention", "usedFor", "parsing")},
        ),
    ],
)
def test_exactly_what_words_say(annotate, text: str, rows: list[tuple[str, ...]], found: set[tuple[str, ...]]) -> None:
    document, entities = annotate(text, *rows)
    assert triples(relate.find(document, entities)) == found


def test_evidence_names_both_ends_and_the_object_first(annotate) -> None:
    document, entities = annotate(
        "We propose UFO. Our method outperforms DPO.", ("UFO", "Method", "introduces"), ("DPO", "Method", "mentions")
    )
    (claim,) = relate.find(document, entities)
    assert (claim.subject, claim.predicate, claim.object) == ("UFO", "outperforms", "DPO")
    assert [piece.quote for piece in claim.evidence] == ["Our method outperforms DPO.", "We propose UFO."]


@pytest.mark.parametrize(
    "text",
    [
        "We study DPO. PPO is older.",
        "DPO and PPO are two methods.",
        "PPO, unlike what was long thought of the whole class of such methods, DPO",
    ],
)
def test_names_side_by_side_say_nothing(annotate, text: str) -> None:
    document, entities = annotate(text, ("DPO", "Method", "mentions"), ("PPO", "Method", "mentions"))
    assert relate.find(document, entities) == ()


def test_an_implied_relation_shows_both_sentences(annotate) -> None:
    document, entities = annotate(
        "We propose UFO. It is small. Tests use MMLU.",
        ("UFO", "Method", "introduces"),
        ("MMLU", "Benchmark", "evaluatesOn"),
    )
    (claim,) = relate.find(document, entities)
    assert (claim.subject, claim.predicate, claim.object) == ("UFO", "evaluatedOn", "MMLU")
    assert [piece.quote for piece in claim.evidence] == ["Tests use MMLU.", "We propose UFO."]
    assert claim.evidence[0].by == "rule:role"


def test_the_title_counts_as_near(annotate) -> None:
    document, entities = annotate(
        "UFO: better parsing\n\nWe work on parsing.",
        ("UFO", "Method", "introduces"),
        ("parsing", "Task", "addresses"),
        title="UFO: better parsing",
    )
    (claim,) = relate.find(document, entities)
    assert (claim.predicate, claim.score) == ("usedFor", 0.85)


def test_an_abbreviation_in_brackets_stands_for_its_long_form(annotate) -> None:
    document, entities = annotate(
        "Direct preference optimization (DPO) outperforms PPO.",
        ("DPO", "Method", "mentions", "Direct preference optimization"),
        ("PPO", "Method", "mentions"),
    )
    assert triples(relate.find(document, entities)) == {("DPO", "outperforms", "PPO")}


def test_the_tables_speak_of_the_schema() -> None:
    sorts = {*schema().types, "Harm"}
    for phrase in phrasing.phrases():
        assert phrase.predicate in schema().relations
        assert {sort for pair in phrase.types for sort in pair} <= sorts
        assert 0 < phrase.score < 1
    for where, implied in standing.standings().items():
        assert {where.subject_role, where.object_role} <= {*schema().roles, "main"}
        assert {where.subject_type, where.object_type} <= sorts
        assert where.together in ("title", "sentence", "paper")
        assert all(predicate in schema().relations for predicate, _ in implied)


WORDS = [
    "X",
    "Y",
    "Z",
    "and",
    ",",
    ".",
    "(",
    ")",
    "outperforms",
    "such as",
    "for",
    "of",
    "based on",
    "reduces",
    ":",
    "We",
]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(WORDS), max_size=30),
    st.lists(st.tuples(st.sampled_from(schema().types), st.sampled_from(schema().roles)), min_size=3, max_size=3),
)
def test_claims_keep_to_the_schema_and_quote_the_text(words: list[str], sorts: list[tuple[str, str]]) -> None:
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
    types = {entity.id: entity.type for entity in entities}
    claims = relate.find(document, entities)
    assert len({frozenset((claim.subject, claim.object)) for claim in claims}) == len(claims)
    for claim in claims:
        assert claim.subject != claim.object
        assert schema().relations[claim.predicate].admits(types[claim.subject], types[claim.object])
        for piece in claim.evidence:
            assert document.text[piece.span.start : piece.span.end] == piece.quote
    assert relate.find(document, entities[::-1]) == claims
