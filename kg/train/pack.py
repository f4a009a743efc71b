"""Packing a network for `kg`: ONNX files with small weights, the tokenizer, and `model.json` about them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import asdict, astuple, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from kg.extract.layout import Layout, layout
from kg.extract.trained import OnnxNetwork, labels
from kg.train import calibrate, evaluate
from kg.train.encoders import digest, tokenizer_of
from kg.train.examples import DEV, TRAIN, annotated, examples
from kg.train.network import Joint, TorchNetwork, load

BITS = ("4", "8", "mixed", "32")
"""What weights of large matrices may have; 32: as they are, to compare."""
_BLOCK = 32
_OPSET = 18
_FIXED = {("ids", 0), ("shapes", 0), ("vectors", 1), ("facts", 1)}
_INNER = ("/up/", "/down/")


class _Encode(nn.Module):
    """One window, without padding; the table of words in eight bits with a scale a row."""

    def __init__(self, joint: Joint, *, is_small: bool) -> None:
        super().__init__()
        self.joint = joint
        if is_small:
            joint.encoder.words = _SmallTable(joint.encoder.words.weight)  # type: ignore[assignment]

    def forward(self, ids: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        vectors, scores = self.joint(ids, shapes)
        return vectors[0], scores[0]


class _SmallTable(nn.Module):
    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("rows", (weight.detach() / scale).round().to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        found: Tensor = self.rows[ids].float() * self.scale[ids]  # type: ignore[index]
        return found


def pack(weights: Path, encoder: Path, out: Path, bits: str) -> dict[str, Any]:
    """Writes `encoder.onnx`, `heads.onnx`, `tokenizer.json` and `model.json` to `out`; returns what the last holds.

    `bits`, one of BITS, are the large matrices' weights'; mixed: four in the feed-forward blocks, eight in attention.
    `encoder` is the folder that the tokenizer is taken from.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = tokenizer_of(encoder)
    tokenizer.save(str(out / "tokenizer.json"))
    exact = TorchNetwork(load(weights))
    held = annotated(DEV)
    _export(load(weights).eval(), out, is_small=bits != "32")
    gap = difference(exact, OnnxNetwork.load(out), tokenizer) if bits == "32" else None
    if bits != "32":
        _shrink(out / "encoder.onnx", bits)
    trial = evaluate.Trial(held, tokenizer, OnnxNetwork.load(out), with_rules=True)
    least, table = trial.best()
    outcomes = calibrate.outcomes(held, (trial.extracted(reading, least) for reading in trial.readings))
    about = {
        "labels": labels(),
        "bits": bits,
        "digests": {path.name: digest(path) for path in sorted(out.glob("*.onnx"))} | {"train.jsonl": digest(TRAIN)},
        "thresholds": asdict(least),
        "scores": evaluate.row(table),
        "calibration": {name: calibrate.table(said) for name, said in outcomes.items()},
        "calibration error": {name: round(calibrate.crossed_error(said), 4) for name, said in outcomes.items()},
        "largest difference": gap,
        "run": _run(weights),
    }
    (out / "model.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return about


def difference(exact: TorchNetwork, packed: OnnxNetwork, tokenizer: Any, papers: int = 5) -> float:
    """How far the scores of both lie apart at most, over some annotated papers."""
    gaps = [0.0]
    for example in examples(annotated(TRAIN)[:papers], tokenizer):
        vectors, scores = exact.encode(example.pieces.ids, example.pieces.shapes)
        own_vectors, own_scores = packed.encode(example.pieces.ids, example.pieces.shapes)
        laid = layout(example.document, example.pieces, example.entities)
        pairs = zip((scores, *exact.judge(vectors, laid)), (own_scores, *packed.judge(own_vectors, laid)), strict=True)
        gaps += [float(np.abs(one - other).max()) for one, other in pairs]
    return max(gaps)


def _export(joint: Joint, out: Path, *, is_small: bool) -> None:
    ids = torch.zeros(1, 12, dtype=torch.long)
    encode = _Encode(joint, is_small=is_small)
    _write(encode, (ids, ids), ("ids", "shapes"), ("vectors", "scores"), out / "encoder.onnx")
    laid = _some_layout()
    given = (torch.zeros(12, joint.encoder.shape.width), *(torch.from_numpy(array) for array in astuple(laid)))
    names = ("vectors", *(field.name for field in fields(Layout)))
    _write(joint.heads, given, names, ("types", "roles", "relations"), out / "heads.onnx")


def _write(
    module: nn.Module, given: tuple[Tensor, ...], names: Sequence[str], results: Sequence[str], path: Path
) -> None:
    axes = {
        name: {axis: f"{name}_{axis}" for axis in range(value.ndim) if (name, axis) not in _FIXED}
        for name, value in zip(names, given, strict=True)
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module,
            given,
            str(path),
            input_names=list(names),
            output_names=list(results),
            dynamic_axes={**axes, **{name: {0: f"{name}_0"} for name in results}},
            opset_version=_OPSET,
            dynamo=False,
        )


def _some_layout() -> Layout:
    numbers = np.array([1, 4, 7], np.int64)
    square = np.zeros((3, 3), np.int64)
    members = np.array([[1, 0, 1], [0, 1, 0]], np.float32)
    return Layout(numbers, numbers + 2, members, np.zeros((2, 3), np.int64), square, square)


def _shrink(path: Path, bits: str) -> None:
    """Puts the weights of all matrices of the encoder into few bits, block by block; activations stay row by row."""
    import onnx
    from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

    model = onnx.load(str(path))
    names = [node.name for node in model.graph.node if node.op_type == "MatMul"]
    inner = [name for name in names if any(part in name for part in _INNER)]
    for size, left_out in {
        "4": [(4, [])],
        "8": [(8, [])],
        "mixed": [(4, [name for name in names if name not in inner]), (8, [])],
    }[bits]:
        quantizer = MatMulNBitsQuantizer(
            model, bits=size, block_size=_BLOCK, is_symmetric=True, accuracy_level=4, nodes_to_exclude=left_out
        )
        quantizer.process()
        model = quantizer.model.model
    onnx.save(model, str(path))


def _run(weights: Path) -> dict[str, Any]:
    about: dict[str, Any] = {"weights": digest(weights)}
    for name in ("run.json", "scores.json"):
        beside = weights.with_name(name)
        if beside.is_file():
            about[beside.stem] = json.loads(beside.read_text(encoding="utf-8"))
    return about
