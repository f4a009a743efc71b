"""Weights in eight bits, with hardly anything lost.

Multiplied are bytes: weights with a scale a column, and what they meet with one scale a call, that is a paper. A few
features of a transformer reach many times farther than the rest and would leave those no bits. So the farthest are
multiplied apart, in full, and of the others each is scaled so that it and its weights reach about as far (after
SmoothQuant, Xiao et al. 2023).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from kg.extract.pieces import WINDOW, Pieces
from kg.train.network import Joint

_APART, _SHARE = 4, 0.6
_LEAST = 1e-5
_LARGE = 256


class Scaled(nn.Module):
    """A linear layer with the features that reach farthest apart; `reach` [features] is how far each does."""

    def __init__(self, layer: nn.Linear, reach: Tensor) -> None:
        super().__init__()
        weight = layer.weight.detach()
        farthest = torch.topk(reach, _APART).indices.sort().values
        reach = reach.clone()
        reach[farthest] = reach.median()
        factor = reach.clamp(min=_LEAST) ** _SHARE / weight.abs().amax(0).clamp(min=_LEAST) ** (1 - _SHARE)
        inverse = 1 / factor
        inverse[farthest] = 0
        self.register_buffer("farthest", farthest)
        self.inverse, self.bias = nn.Parameter(inverse), nn.Parameter(layer.bias.detach())
        self.rest, self.apart = nn.Parameter((weight * factor).T.contiguous()), nn.Parameter(weight[:, farthest].T)

    def forward(self, values: Tensor) -> Tensor:
        return (values * self.inverse) @ self.rest + values[..., self.farthest] @ self.apart + self.bias


def scale(joint: Joint, papers: Iterable[Pieces]) -> None:
    """Makes the encoder of `joint` ready for eight bits, as its features reach on `papers`."""
    reach: dict[str, Tensor] = {}

    def note(name: str) -> None:
        def hook(_: nn.Module, given: tuple[Tensor, ...], __: Tensor) -> None:
            most = given[0].detach().abs().flatten(0, -2).amax(0)
            reach[name] = torch.maximum(reach[name], most) if name in reach else most

        hooks.append(linear[name].register_forward_hook(hook))

    linear = {name: part for name, part in joint.encoder.layers.named_modules() if isinstance(part, nn.Linear)}
    hooks: list[torch.utils.hooks.RemovableHandle] = []
    for name in linear:
        note(name)
    with torch.no_grad():
        for pieces in papers:
            joint(*torch.tensor([pieces.ids[:WINDOW], pieces.shapes[:WINDOW]])[:, None])
    for hook in hooks:
        hook.remove()
    for name, layer in linear.items():
        above, _, last = name.rpartition(".")
        setattr(joint.encoder.layers.get_submodule(above), last, Scaled(layer, reach[name]))


class Stored(nn.Module):
    """A table, or the weights of a layer, as bytes with a scale a row, and as numbers when they are used."""

    def __init__(self, part: nn.Embedding | nn.Linear) -> None:
        super().__init__()
        weight = part.weight.detach()
        scale = weight.abs().amax(1, keepdim=True).clamp(min=_LEAST) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("rows", (weight / scale).round().to(torch.int8))
        self.bias = getattr(part, "bias", None)
        self.is_table = isinstance(part, nn.Embedding)

    def forward(self, values: Tensor) -> Tensor:
        if self.is_table:
            found: Tensor = self.rows[values].float() * self.scale[values]  # type: ignore[index]
            return found
        return functional.linear(values, self.rows.float() * self.scale, self.bias)  # type: ignore[operator]


def store_small(joint: Joint) -> None:
    """Stores the tables of `joint` and the large layers of its heads in bytes."""
    for name in ("words", "places"):
        setattr(joint.encoder, name, Stored(getattr(joint.encoder, name)))
    for name, part in list(joint.heads.named_children()):
        if isinstance(part, nn.Linear) and min(part.weight.shape) >= _LARGE:
            setattr(joint.heads, name, Stored(part))


def shrink(path: Path) -> None:
    """Puts the large matrices of an ONNX file into bytes, in place."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    graph = onnx.load(str(path)).graph
    sizes = {weight.name: min(weight.dims, default=0) for weight in graph.initializer}
    large = [
        node.name
        for node in graph.node
        if node.op_type == "MatMul" and any(sizes.get(name, 0) >= _LARGE for name in node.input)
    ]
    if not large:
        return
    exact = path.with_suffix(".exact")
    path.rename(exact)
    quantize_dynamic(
        str(exact),
        str(path),
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        nodes_to_quantize=large,
    )
    exact.unlink()
