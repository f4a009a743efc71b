"""Tiny encoders with random weights under the published names; without the extra `train` nothing here is collected."""

from __future__ import annotations

import importlib.util
import json
import string
from pathlib import Path
from typing import Any

import pytest

if importlib.util.find_spec("torch") is None:
    collect_ignore_glob = ["test_*.py"]

WORDS = ["we", "introduce", "a", "the", "of", "on", "model", "attention", "grouped", "query", "imagenet", "accuracy"]
WIDTH, LAYERS, HEADS, INNER = 32, 2, 4, 48
LAYER = {
    "bert": ("self.query", "self.key", "self.value", "output.dense", "output.LayerNorm"),
    "mpnet": ("attn.q", "attn.k", "attn.v", "attn.o", "LayerNorm"),
}


def vocabulary(kind: str) -> dict[str, int]:
    marks = ["<s>", "<pad>", "</s>", "[UNK]"] if kind == "mpnet" else ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    signs = [*string.ascii_lowercase, *string.digits, *string.punctuation]
    return {piece: number for number, piece in enumerate([*marks, *WORDS, *signs, *(f"##{sign}" for sign in signs)])}


def write_encoder(folder: Path, kind: str, seed: int = 0) -> Path:
    """A folder as `kg.train.encoders.fetch` gives it."""
    import torch
    from safetensors.torch import save_file
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    folder.mkdir(parents=True, exist_ok=True)
    words = vocabulary(kind)
    tokenizer = Tokenizer(WordPiece(words, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = BertNormalizer(lowercase=True), BertPreTokenizer()
    tokenizer.enable_truncation(16)
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"model_type": kind, "vocab_size": len(words), "hidden_size": WIDTH, "num_hidden_layers": LAYERS}
    config |= {"num_attention_heads": HEADS, "intermediate_size": INNER}
    config |= {"max_position_embeddings": 514, "layer_norm_eps": 1e-5}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    chance = torch.Generator().manual_seed(seed)

    def some(*size: int) -> torch.Tensor:
        return torch.randn(*size, generator=chance) * 0.1

    weights = {
        "embeddings.word_embeddings.weight": some(len(words), WIDTH),
        "embeddings.position_embeddings.weight": some(514, WIDTH),
        **norm("embeddings.LayerNorm"),
    }
    if kind == "bert":
        weights["embeddings.token_type_embeddings.weight"] = some(2, WIDTH)
    else:
        weights["encoder.relative_attention_bias.weight"] = some(32, HEADS)
    for number in range(LAYERS):
        *dense, normed = LAYER[kind]
        layer = f"encoder.layer.{number}."
        sizes = [(f"attention.{name}", WIDTH, WIDTH) for name in dense]
        for name, high, wide in [*sizes, ("intermediate.dense", INNER, WIDTH), ("output.dense", WIDTH, INNER)]:
            weights |= {f"{layer}{name}.weight": some(high, wide), f"{layer}{name}.bias": some(high)}
        weights |= norm(f"{layer}attention.{normed}") | norm(f"{layer}output.LayerNorm")
    save_file(weights, str(folder / "model.safetensors"))
    return folder


def norm(name: str) -> dict[str, Any]:
    import torch

    return {f"{name}.weight": torch.ones(WIDTH), f"{name}.bias": torch.zeros(WIDTH)}


@pytest.fixture(scope="session", params=["bert", "mpnet"])
def encoder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / request.param, request.param)


@pytest.fixture(scope="session")
def mpnet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "mpnet", "mpnet")
