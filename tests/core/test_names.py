"""Names: their normal form, their key, and what an abbreviation can stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import names

WORDS = (
    "the LLM LLMs model models dataset score library method BLEU F1 GPT-4 nuScenes (LLM) analyses optimise minimas"
    r" DARTS *A* _b_ **c** $x_1$ \beta \textbf{G}lobal classes viruses & Q&A x's 1,000 3.1 2.0 v2 C++ RRT* XL β π₀ ς ß"
    " İ é कि 悟道 × ∞ - . +"
)
TEXTS = st.one_of(st.text(max_size=14), st.lists(st.sampled_from(WORDS.split()), max_size=6).map(" ".join))


@given(TEXTS)
def test_the_normal_form_is_stable(name: str) -> None:
    normal = names.normal(name)
    assert names.normal(normal) == normal
    assert names.key(normal) == names.key(name)
    assert bool(normal) == bool(name)


@given(TEXTS)
def test_a_key_keeps_every_letter_and_digit_of_the_normal_form(name: str) -> None:
    assert names.key(name).replace(" ", "") == names.normal(name).replace(" ", "")


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("_**A**ttention with **R**outed **M**emory_", "Attention with Routed Memory"),
        (r"\textbf{G}lobal", "Global"),
        (r"$\textit{Fast}$-DiT", "Fast-DiT"),
        (r"{\bf Sparse} \emph{MoE}", "Sparse MoE"),
        (r"$\beta$-VAE", "β-VAE"),
        (r"$\pi_0$", "π0"),
        ("M$^3$ViT", "M3ViT"),
        ("A$^*$", "A*"),
        ("*A* search", "A search"),
        ("RRT* and A*", "RRT* and A*"),
        ("MNIST_M", "MNIST_M"),
        ("GPT‑4", "GPT-4"),
        ("Llama~3", "Llama 3"),
        ("  “beam\tsearch”, ", "beam search"),
    ],
)
def test_markup_is_looked_through(name: str, plain: str) -> None:
    assert names.plain(name) == plain


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("Large Language Models", "large language model"),
        ("LLMs", "llm"),
        ("VQ-VAEs", "vq vae"),
        ("MoEs", "moe"),
        ("Mixtures of Experts", "mixture of expert"),
        ("analyses", "analysis"),
        ("sharp minima", "sharp minimum"),
        ("losses", "loss"),
        ("KV caches", "kv cache"),
        ("evaluation metrics", "evaluation metric"),
        ("training dynamics", "training dynamics"),
        ("Bayes", "bayes"),
        ("Gauss", "gauss"),
        ("time series", "time series"),
        ("AdamS", "adam s"),
        ("DARTS", "dart s"),
        ("LARGE LANGUAGE MODELS", "large language model"),
        ("Direct Preference Optimisation", "direct preference optimization"),
        ("behaviour cloning", "behavior cloning"),
        ("supervised learning", "supervised learning"),
        ("modelling noise", "modeling noise"),
        ("dialogue systems", "dialog system"),
        ("Matérn kernel", "matern kernel"),
        ("Newton’s method", "newton method"),
        ("1,000 Genomes", "1000 genome"),
        ("The Pile", "pile"),
        ("Plan & Solve", "plan and solve"),
        ("pass@1", "pass@1"),
        ("C++", "c++"),
        ("VQA 2.0", "vqa 2"),
        ("SQuAD v2.0", "squad v2"),
        ("Qwen2.05", "qwen2.05"),
        ("BLEU 2.0 score", "bleu 2"),
        ("Llama-3.10", "llama 3.10"),
        ("β-VAE", "beta vae"),
        ("ε-greedy", "epsilon greedy"),
        ("3×3 convolution", "3x3 convolution"),
        ("悟道", "悟道"),
        ("نموذج لغوي", "نموذج لغوي"),
        ("...", "..."),
    ],
)
def test_normal(name: str, normal: str) -> None:
    assert names.normal(name) == normal


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("BLEU scores", "bleu"),
        ("F1-score", "f1"),
        ("nuScenes dataset", "nuscenes"),
        ("COCO data set", "coco"),
        ("the DETR framework", "detr"),
        ("PPO algorithm", "ppo"),
        ("GPT-4 models", "gpt 4"),
        ("Llama 3 8B model", "llama 3 8b"),
        ("LLM models", "llm"),
        ("GNN networks", "gnn"),
        ("RRT* algorithms", "rrt*"),
        ("k-means++ algorithm", "k means++"),
        ("HumanEval+ benchmark", "humaneval+"),
        ("ImageNet-C dataset", "imagenet c"),
        ("T5 XL model", "t5 xl"),
        ("Hepatitis C dataset", "hepatitis c dataset"),
        ("C++ library", "c++ library"),
        ("C# framework", "c# framework"),
        ("language model", "language model"),
        ("Vision-Language Model", "vision language model"),
        ("training data", "training data"),
        ("LLM-based framework", "llm based framework"),
        ("VQA dataset", "vqa dataset"),
        ("Text-to-SQL benchmark", "text to sql benchmark"),
        ("text-to-3D model", "text to 3d model"),
        ("LoRA model", "lora model"),
        ("QG models", "qg model"),
        ("ReLU networks", "relu network"),
        ("CLIP score", "clip score"),
        ("LLM framework", "llm framework"),
    ],
)
def test_a_head_noun_goes_only_after_a_proper_name(name: str, normal: str) -> None:
    assert names.normal(name) == normal


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("Named-Entity Recognition (NER)", "named entity recognition"),
        ("CoT (chain-of-thought)", "chain of thought"),
        ("deep Convolutional Neural Networks (CNNs)", "deep convolutional neural network"),
        ("Out-of-distribution (OOD) detection", "out of distribution detection"),
        ("WMT14 (EN-DE)", "wmt14 en de"),
        ("Llama 3 (8B)", "llama 3 8b"),
    ],
)
def test_a_bracketed_abbreviation_goes_but_a_bracketed_variant_stays(name: str, normal: str) -> None:
    assert names.normal(name) == normal


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Llama-3-1B", "Llama-31B"),
        ("HumanEval+", "HumanEval"),
        ("pass@1", "pass@10"),
        ("C++", "C#"),
        ("C#", "C"),
        ("A*", "A"),
        ("β-VAE", "VAE"),
        ("की", "कि"),
        ("GPT-4o", "GPT-4"),
        ("Qwen2.5", "Qwen25"),
        ("SWE-bench Verified", "SWE-bench"),
        ("A-MEM", "MEM"),
    ],
)
def test_what_carries_identity_stays_in_the_key(left: str, right: str) -> None:
    assert names.key(left) != names.key(right)


def test_identity_is_the_numbers_and_signs() -> None:
    assert names.identity("Llama-3.1-8B") == ("3.1", "8")
    assert names.identity("HumanEval+") == ("+",)
    assert names.identity("large language models") == ()
    assert names.identity("sim2real transfer") == names.identity("T2I model") == ()
    assert names.identity("A2C") == names.identity("word2vec") == ()
    assert names.identity("YOLOv2s") == names.identity("LSTM2x") == names.identity("GPT-2 XL") == ("2",)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("CoT", "chain-of-thought"),
        ("ReLU", "rectified linear unit"),
        ("LLMs", "large language models"),
        ("BERT", "Bidirectional Encoder Representations from Transformers"),
        ("FID", "Fréchet inception distance"),
        ("seq2seq", "sequence to sequence"),
        ("A3C", "asynchronous advantage actor-critic"),
        ("T5", "Text-to-Text Transfer Transformer"),
        ("AIME24", "AIME 2024"),
        ("XAI", "explainable artificial intelligence"),
        ("EEG", "electroencephalography"),
    ],
)
def test_abbreviates(short: str, full: str) -> None:
    assert names.abbreviates(short, full)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("LLM", "multimodal large language model"),
        ("GPT-4", "Generative Pre-trained Transformer"),
        ("GPT", "GPT series"),
        ("CIFAR-10", "CIFAR 100"),
        ("EN", "WMT"),
        ("DP", "deeper"),
        ("SGD optimizer", "stochastic gradient descent"),
    ],
)
def test_does_not_abbreviate(short: str, full: str) -> None:
    assert not names.abbreviates(short, full)


def test_definition() -> None:
    assert names.definition("Chain of Thought (CoT)") == ("CoT", "Chain of Thought")
    assert names.definition("CoT (chain of thought)") == ("CoT", "chain of thought")
    assert names.definition("deep Convolutional Networks (CNs)") == ("CNs", "Convolutional Networks")
    assert names.definition("accuracy (top-1)") is None
    assert names.definition("accuracy") is None


def test_short_forms() -> None:
    assert all(map(names.is_short_form, ["LLM", "LLMs", "mAP", "RoPE", "VQ-VAE"]))
    assert not any(map(names.is_short_form, ["Adam", "GPT 4", "nuScenes", "a", "ATTENTIONROUTEDMEMORY"]))
