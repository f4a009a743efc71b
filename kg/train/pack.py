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
from kg.extract.pieces import pieces_of
from kg.extract.trained import OnnxNetwork, labels
from kg.train import calibrate, evaluate, quantise
from kg.train.card import card
from kg.train.encoders import digest, tokenizer_of
from kg.train.examples import DEV, HELD, MORE, TRAIN, annotated, document_of, examples
from kg.train.network import Joint, TorchNetwork, load

BITS = ("8", "32")
"""What weights of large matrices may have; 32: as they are, to compare."""
_OPSET = 18
_FIXED = {("ids", 0), ("shapes", 0), ("vectors", 1), ("facts", 1)}
_SHOWN = 40
"""So many papers show how far the encoder's features reach."""


class _Encode(nn.Module):
    """One window, without padding."""

    def __init__(self, joint: Joint) -> None:
        super().__init__()
        self.joint = joint

    def forward(self, ids: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        vectors, scores = self.joint(ids, shapes)
        return vectors[0], scores[0]


def pack(weights: Path, encoder: Path, out: Path, bits: str) -> dict[str, Any]:
    """Writes `encoder.onnx`, `heads.onnx`, `tokenizer.json`, `model.json` and the card `README.md` to `out`.

    `bits`, one of BITS, are the large matrices' weights'. `encoder` is the folder that the tokenizer is taken from.
    Returns what `model.json` holds.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = tokenizer_of(encoder)
    tokenizer.save(str(out / "tokenizer.json"))
    joint = load(weights).eval()
    if is_small := bits != "32":
        quantise.scale(joint, [pieces_of(document_of(paper), tokenizer) for paper in annotated(TRAIN)[:_SHOWN]])
        quantise.store_small(joint)
    _export(joint, out)
    gap = difference(TorchNetwork(joint), OnnxNetwork.load(out), tokenizer)
    if is_small:
        quantise.shrink(out / "encoder.onnx")
    packed, dev = OnnxNetwork.load(out), annotated(DEV)
    least, _ = evaluate.Trial([*dev, *annotated(HELD)], tokenizer, packed, with_rules=True).best()
    trial = evaluate.Trial(dev, tokenizer, packed, with_rules=True)
    table = trial.scores(least)
    outcomes = calibrate.outcomes(trial.gold.values(), (trial.extracted(reading, least) for reading in trial.readings))
    crossed = {name: calibrate.crossed(said) for name, said in outcomes.items()}
    about = {
        "labels": labels(),
        "bits": bits,
        "layers": {"all": joint.encoder.shape.layers, "frozen": joint.encoder.shape.frozen},
        "digests": {path.name: digest(path) for path in (*sorted(out.glob("*.onnx")), TRAIN, MORE)},
        "thresholds": asdict(least),
        "scores": evaluate.row(table),
        "calibration": {name: calibrate.table(said) for name, said in outcomes.items()},
        "calibration error": {name: round(calibrate.error(said), 4) for name, said in crossed.items()},
        "largest difference": gap,
        "run": _run(weights),
    }
    (out / "model.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    gold = {name: table[measure]["gold"] for name, measure in (("role", "roles"), ("relation", "relations"))}
    (out / "README.md").write_text(card(about, crossed, gold), encoding="utf-8")
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


def _export(joint: Joint, out: Path) -> None:
    ids = torch.zeros(1, 12, dtype=torch.long)
    _write(_Encode(joint), (ids, ids), ("ids", "shapes"), ("vectors", "scores"), out / "encoder.onnx")
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
            do_constant_folding=False,
            dynamo=False,
        )


def _some_layout() -> Layout:
    numbers = np.array([1, 4, 7], np.int64)
    square = np.zeros((3, 3), np.int64)
    members = np.array([[1, 0, 1], [0, 1, 0]], np.float32)
    return Layout(numbers, numbers + 2, members, np.zeros((2, 3), np.int64), square, square)


def _run(weights: Path) -> dict[str, Any]:
    about: dict[str, Any] = {"weights": digest(weights)}
    for name in ("run.json", "scores.json"):
        beside = weights.with_name(name)
        if beside.is_file():
            about[beside.stem] = json.loads(beside.read_text(encoding="utf-8"))
    return about
