from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import DocId, Document
from kg.extract import findings
from kg.extract.findings import Finding
from kg.extract.sentences import sentences


def found_in(text: str) -> list[Finding]:
    parts = sentences(Document(DocId("p"), text), ())
    return [finding for sentence in parts for finding in findings.find(text, sentence)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(text[found.quantity.start : found.quantity.end], found.kind) for found in found_in(text)]


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
        ("are less effective outside their domain (from 17.3 to 16.9).", ["value", "value"]),
        ("achieve high AUC values (> 0.937).", ["value"]),
        ("reducing the perplexity of Transformers by up to 1.14 points (6.7%).", ["reduction", "reduction"]),
        ("improves results by an average absolute IoU of 1.6% on CaDISv2 and 1.5% on CholecSeg8k.", ["gain", "gain"]),
        ("improves scores by up to 34-52% for Mistral, 7-18% for GPT-3.5, 8-16% for LLaMA.", ["gain"] * 3),
        ("with accuracy gains of 4.1% (ours) and 3.2%.", ["gain", "gain"]),
        ("while the accuracy drop remains only 1.2%.", ["reduction"]),
        ("which cuts training time by a factor of 3.", ["ratio"]),
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
        "SynLiDAR consists of over 19 billion points of 32 semantic classes.",
        "to generate plausible motions given a 3-point signal from the head.",
        "continuous rotation over the full 360° of the drive.",
    ],
)
def test_sizes_settings_and_names_are_no_results(text: str) -> None:
    assert kinds(text) == []


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert found_in(text) == found_in(text)
