"""The encoder: published weights under their names, distances as MPNet counts them, padding that changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from kg.train.encoder import Encoder, _bucket


def test_every_published_weight_finds_its_place(encoder: Path) -> None:
    loaded = Encoder.load(encoder)
    published = load_file(encoder / "model.safetensors")
    own = {name: weight for name, weight in loaded.state_dict().items() if weight.abs().sum()}
    assert sum(weight.numel() for weight in own.values()) == sum(
        weight.numel() for name, weight in published.items() if weight.abs().sum()
    )
    query = next(name for name in published if "layer.1" in name and name.endswith((".q.weight", ".query.weight")))
    assert torch.equal(loaded.layers[1].query.weight, published[query])


def test_a_missing_weight_is_named(mpnet: Path, tmp_path: Path) -> None:
    weights = load_file(mpnet / "model.safetensors")
    del weights["encoder.layer.1.intermediate.dense.bias"]
    save_file(weights, str(tmp_path / "model.safetensors"))
    (tmp_path / "config.json").write_bytes((mpnet / "config.json").read_bytes())
    with pytest.raises(RuntimeError, match=r"layers\.1\.up\.bias"):
        Encoder.load(tmp_path)


def test_distances_fall_into_the_rows_that_mpnet_learned() -> None:
    distances = torch.tensor([0, -1, 1, -7, -8, -16, -127, -500, 8, 500])
    assert _bucket(distances).tolist() == [0, 1, 17, 7, 8, 10, 15, 15, 24, 31]


def test_padding_changes_nothing(encoder: Path) -> None:
    network = Encoder.load(encoder).eval()
    pieces = torch.tensor([[2, 5, 6, 7, 3]])
    shapes = torch.tensor([[0, 1, 2, 3, 0]])
    alone = network(pieces, shapes)
    filled = torch.nn.functional.pad(pieces, (0, 4)), torch.nn.functional.pad(shapes, (0, 4))
    beside = network.upper(network.lower(filled[0]), filled[1], torch.tensor([[False] * 5 + [True] * 4]))
    assert torch.allclose(alone[0], beside[0, :5], atol=1e-5)


def test_the_case_of_a_word_is_told_by_its_shape(mpnet: Path) -> None:
    network = Encoder.load(mpnet).eval()
    pieces = torch.tensor([[2, 5, 3]])
    lower, upper = torch.tensor([[0, 1, 0]]), torch.tensor([[0, 3, 0]])
    assert torch.equal(network(pieces, lower), network(pieces, upper))
    torch.nn.init.normal_(network.cased.weight)
    assert not torch.allclose(network(pieces, lower), network(pieces, upper))
