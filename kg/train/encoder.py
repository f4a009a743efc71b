"""The transformer that everything else stands on: BERT and MPNet, from their published weights."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

SHAPES = 10
_BUCKETS, _FAR = 32, 128
_RENAMED = (
    (r"^(?:bert|mpnet|model)\.", ""),
    (r"^embeddings\.word_embeddings", "words"),
    (r"^embeddings\.position_embeddings", "places"),
    (r"^embeddings\.token_type_embeddings", "segment"),
    (r"^embeddings\.LayerNorm", "norm"),
    (r"^encoder\.relative_attention_bias", "relative"),
    (r"^encoder\.layer\.", "layers."),
    (r"attention\.self\.(query|key|value)", r"\1"),
    (r"attention\.attn\.q\b", "query"),
    (r"attention\.attn\.k\b", "key"),
    (r"attention\.attn\.v\b", "value"),
    (r"attention\.(?:output\.dense|attn\.o)\b", "out"),
    (r"attention\.(?:output\.)?LayerNorm", "norm_out"),
    (r"intermediate\.dense", "up"),
    (r"(?<!attention\.)output\.dense", "down"),
    (r"(?<!attention\.)output\.LayerNorm", "norm_down"),
)


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of an encoder, as its `config.json` gives them. `first_place` is the row of the first position;
    `frozen`: so many of the lowest layers stay as published."""

    vocabulary: int
    width: int
    layers: int
    heads: int
    inner: int
    places: int
    first_place: int
    is_relative: bool
    epsilon: float
    frozen: int = 0

    @classmethod
    def read(cls, folder: Path, layers: int = 0, frozen: int = 0) -> Shape:
        """The sizes that `folder` gives, with only the lowest `layers` where it is not 0."""
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        is_mpnet = config["model_type"] == "mpnet"
        return cls(
            config["vocab_size"],
            config["hidden_size"],
            layers or config["num_hidden_layers"],
            config["num_attention_heads"],
            config["intermediate_size"],
            config["max_position_embeddings"],
            2 if is_mpnet else 0,
            is_mpnet,
            config["layer_norm_eps"],
            frozen,
        )


class Dropout(nn.Module):
    """Drops the same features of all places of a paper [papers, places, features]: chance is drawn once a paper."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, values: Tensor) -> Tensor:
        if not self.training or not self.rate:
            return values
        kept = torch.rand(len(values), 1, values.shape[-1], device=values.device) >= self.rate
        return values * (kept / (1 - self.rate))


class Layer(nn.Module):
    """Attention and a feed-forward block, each with what came in added and normalised after."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.query, self.key, self.value, self.out = (nn.Linear(shape.width, shape.width) for _ in range(4))
        self.up, self.down = nn.Linear(shape.width, shape.inner), nn.Linear(shape.inner, shape.width)
        self.norm_out, self.norm_down = (nn.LayerNorm(shape.width, shape.epsilon) for _ in range(2))
        self.dropout = Dropout(dropout)

    def forward(self, hidden: Tensor, bias: Tensor | None) -> Tensor:
        query, key, value = (
            part(hidden).unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        hidden = self.norm_out(hidden + self.dropout(self.out(mixed.transpose(1, 2).flatten(2))))
        inner = self.down(functional.gelu(self.up(hidden)))
        normal: Tensor = self.norm_down(hidden + self.dropout(inner))
        return normal


class Encoder(nn.Module):
    """Pieces to vectors. Beside a piece it is given its word's shape, which an uncased vocabulary does not tell."""

    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.places, shape.width)
        self.segment = nn.Embedding(2, shape.width)
        self.cased = nn.Embedding(SHAPES, shape.width)
        self.relative = nn.Embedding(_BUCKETS, shape.heads)
        self.norm = nn.LayerNorm(shape.width, shape.epsilon)
        self.layers = nn.ModuleList(
            Layer(shape, dropout if number >= shape.frozen else 0.0) for number in range(shape.layers)
        )
        self.dropout = Dropout(dropout)
        for table in (self.segment, self.relative, self.cased):
            nn.init.zeros_(table.weight)
        for part in (self.words, self.places, self.segment, self.relative, self.norm, *self.layers[: shape.frozen]):
            part.requires_grad_(False)

    @classmethod
    def load(cls, folder: Path, layers: int = 0, frozen: int = 0) -> Encoder:
        """The encoder of `folder` (config.json, model.safetensors), with only the lowest `layers` where it is not 0.

        Raises RuntimeError where weights are missing.
        """
        from safetensors.torch import load_file

        encoder = cls(Shape.read(folder, layers, frozen))
        weights = {}
        for name, value in load_file(folder / "model.safetensors").items():
            for pattern, replacement in _RENAMED:
                name = re.sub(pattern, replacement, name)
            weights[name] = value.float()
        missing = encoder.load_state_dict(weights, strict=False).missing_keys
        own = {"cased.weight", "relative.weight" if not encoder.shape.is_relative else "segment.weight"}
        if set(missing) - own:
            raise RuntimeError(f"{folder}: no weights for {sorted(set(missing) - own)}")
        return encoder

    def forward(self, pieces: Tensor, shapes: Tensor) -> Tensor:
        """Vectors [papers, pieces, width] of `pieces` and their words' `shapes` [papers, pieces]."""
        return self.upper(self.lower(pieces), shapes)

    def lower(self, pieces: Tensor) -> Tensor:
        """What the part that does not learn makes of `pieces`."""
        places = torch.arange(pieces.shape[1], device=pieces.device) + self.shape.first_place
        hidden: Tensor = self.norm(self.words(pieces) + self.places(places) + self.segment.weight[0])
        bias = self._bias(pieces.shape[1])
        for layer in self.layers[: self.shape.frozen]:
            hidden = layer(hidden, bias)
        return hidden

    def upper(self, hidden: Tensor, shapes: Tensor, is_padding: Tensor | None = None) -> Tensor:
        """What the part that learns makes of what `lower` made, given the words' shapes and what is no piece."""
        hidden = self.dropout(hidden + self.cased(shapes))
        bias = self._bias(hidden.shape[1])
        if is_padding is not None:
            bias = bias + is_padding[:, None, None, :] * -1e4
        for layer in self.layers[self.shape.frozen :]:
            hidden = layer(hidden, bias)
        return hidden

    def _bias(self, length: int) -> Tensor:
        """How much each piece minds another, by how far it is."""
        places = torch.arange(length, device=self.relative.weight.device)
        return self.relative(_bucket(places[None, :] - places[:, None])).permute(2, 0, 1)[None]


def _bucket(distance: Tensor) -> Tensor:
    """Which row of the relative bias a distance (key minus query) has, as MPNet and T5 count them."""
    half = _BUCKETS // 2
    exact = half // 2
    far = distance.abs()
    step = torch.log(far.clamp(min=1).float() / exact) / torch.log(torch.tensor(_FAR / exact)) * (half - exact)
    beyond = (exact + step.long()).clamp(max=half - 1)
    row: Tensor = torch.where(far < exact, far, beyond) + (distance > 0) * half
    return row
