import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import abbreviations


def pairs(text: str) -> list[tuple[str, str]]:
    return [(text[slice(*found.short)], text[slice(*found.long)]) for found in abbreviations.find(text)]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("in large language models (LLMs), where later layers", "LLMs", "large language models"),
        (
            "two methods -- (2) reward-free DPO (direct preference optimization).",
            "DPO",
            "direct preference optimization",
        ),
        ("by the key-value (KV) caching mechanisms", "KV", "key-value"),
        ("the imagination-action-observer (IAO) bias, a misalignment", "IAO", "imagination-action-observer"),
        ("a Global Representation Learning (GRL) module", "GRL", "Global Representation Learning"),
        ("an *Inference-Time Conformal Reasoning (ITCR)* framework", "ITCR", "Inference-Time Conformal Reasoning"),
        ("We present $\\textit{Video-in-the-Loop}$ (ViTL), a two-stage", "ViTL", "Video-in-the-Loop"),
        ("improvements in mean Average Precision (mAP) compared", "mAP", "mean Average Precision"),
        ("an Adaptive Activation Cache (Acache) that", "Acache", "Adaptive Activation Cache"),
        (
            "propose Discriminative Visual Process Reward Model (DiscPRM), a",
            "DiscPRM",
            "Discriminative Visual Process Reward Model",
        ),
        (
            "an \\textbf{Action Pre-training, Pointcloud Fine-tuning (APPF)} scheme",
            "APPF",
            "Action Pre-training, Pointcloud Fine-tuning",
        ),
        ("prompted with Chain of Thought (CoT)", "CoT", "Chain of Thought"),
        ("such as probabilistic circuits (PCs)", "PCs", "probabilistic circuits"),
        ("a frontier large language model’s (LLM) ability", "LLM", "large language model"),
        ("from electroencephalography (EEG) signals", "EEG", "electroencephalography"),
        ("Text-to-Image (T2I) generation", "T2I", "Text-to-Image"),
        ("Weak-for-Strong Harnessing (W4S), a novel framework", "W4S", "Weak-for-Strong Harnessing"),
    ],
)
def test_both_orders(text: str, short: str, long: str) -> None:
    assert pairs(text) == [(short, long)]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        (
            "we propose _**A**ttention with **R**outed **M**emory_ (_**ARM**_) a novel",
            "ARM",
            "**A**ttention with **R**outed **M**emory",
        ),
        (
            "\\textbf{MapGR} (\\textbf{G}lobal \\textbf{R}epresentation learning for HD \\textbf{Map} construction)",
            "MapGR",
            "\\textbf{G}lobal \\textbf{R}epresentation learning for HD \\textbf{Map} construction",
        ),
        (
            "a \\textbf{G}eneralizable \\textbf{A}ction \\textbf{E}xpert (\\textbf{GAE}), a task-agnostic model",
            "GAE",
            "\\textbf{G}eneralizable \\textbf{A}ction \\textbf{E}xpert",
        ),
        (
            "We propose _**T**est-**T**ime **M**odel **M**erging_ (TTMM)",
            "TTMM",
            "**T**est-**T**ime **M**odel **M**erging",
        ),
    ],
)
def test_markup_within_a_form_stays_and_outer_markup_goes(text: str, short: str, long: str) -> None:
    assert pairs(text) == [(short, long)]


@pytest.mark.parametrize(
    "text",
    [
        "OmniMoE (with 1.7B active parameters) achieves",
        "and fine-grained (e.g., PEER) baselines",
        "compatible with diverse architectures (e.g., DPT and Mask2Former)",
        "to the symplectic group $\\mathrm{Sp}(2,\\mathbb{R})$, modulated",
        "from 73ms to 6.7ms (a 10.9$\\times$ speedup) compared",
        "with the best accuracy (Gemini 3 Flash)",
        "(LLMs)",
        "Personality traits (RLHF)",
    ],
)
def test_other_brackets_define_nothing(text: str) -> None:
    assert pairs(text) == []


def test_a_long_form_does_not_cross_a_sentence() -> None:
    assert pairs("We study graphs. Neural networks (GNNs) are used.") == []


@given(st.text(alphabet="aAbBGmM s(){}*$\\_-.,2’\n", max_size=120))
def test_spans_lie_in_the_text_apart_from_each_other(text: str) -> None:
    for found in abbreviations.find(text):
        (a, b), (c, d) = sorted((found.short, found.long))
        assert 0 <= a < b <= c < d <= len(text)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert abbreviations.find(text) == abbreviations.find(text)
