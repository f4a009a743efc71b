"""Packed weights as a network again, so that a training can go on from what is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from kg.train.encoder import Encoder
from kg.train.network import Joint

_ABOVE = "joint."
"""What the encoder's file has before the names that a network gives its weights."""


def unpack(packed: Path, encoder: Path, frozen: int) -> Joint:
    """The network that `kg.train.pack` put into the folder `packed`, as near as eight bits are.

    What does not learn, the lowest `frozen` layers and the tables, is taken from the folder `encoder`, exactly. Raises
    RuntimeError where a weight of the network is not in the files.
    """
    found = {name.removeprefix(_ABOVE): value for name, value in _stored(packed / "encoder.onnx").items()}
    found |= {f"heads.{name}": value for name, value in _stored(packed / "heads.onnx").items()}
    layers = 1 + max(int(name.split(".")[2]) for name in found if name.startswith("encoder.layers."))
    joint = Joint(Encoder.load(encoder, layers, frozen))
    learning = {name for name, weight in joint.named_parameters() if weight.requires_grad}
    weights = {name: value for name, value in _weights(joint, found) if name in learning}
    if missing := sorted(learning - set(weights)):
        raise RuntimeError(f"{packed}: no weights for {', '.join(missing)}")
    joint.load_state_dict(weights, strict=False)
    return joint


def _stored(path: Path) -> dict[str, Tensor]:
    """The tensors of an ONNX file by name; what several names share stands under each of them."""
    import onnx
    from onnx.numpy_helper import to_array

    graph = onnx.load(str(path)).graph
    found = {value.name: torch.from_numpy(to_array(value).copy()) for value in graph.initializer}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in found:
            found[node.output[0]] = found[node.input[0]]
    return found


def _weights(joint: Joint, found: dict[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    for name, _ in joint.named_modules():
        if f"{name}.inverse" in found:
            yield f"{name}.weight", _unscaled(found, name)
        elif f"{name}.rows" in found:
            yield f"{name}.weight", found[f"{name}.rows"].float() * found[f"{name}.scale"]
        elif f"{name}.weight" in found:
            yield f"{name}.weight", found[f"{name}.weight"]
        if f"{name}.bias" in found:
            yield f"{name}.bias", found[f"{name}.bias"]


def _unscaled(found: dict[str, Tensor], name: str) -> Tensor:
    """The weight [out, in] of a layer that `kg.train.quantise.Scaled` took apart."""
    rest = found.get(f"{name}.rest")
    if rest is None:
        rest = found[f"{name}.rest_quantized"].float() * found[f"{name}.rest_scale"]
    weight = (rest * found[f"{name}.inverse"][:, None]).T.contiguous()
    weight[:, found[f"{name}.farthest"]] = found[f"{name}.apart"].T
    return weight
