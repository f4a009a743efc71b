"""The files of a trained model: the network, the tokenizer, and what `model.json` says of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.core.errors import DataError
from kg.core.schema import schema
from kg.extract import tags
from kg.extract.layout import LINKS, SAME, Layout

if TYPE_CHECKING:
    import numpy as np
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    Floats = np.ndarray[Any, np.dtype[np.float32]]

Knots = Sequence[tuple[float, float]]
"""A calibration table: probability given, share right, rising in both."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is said: an entity, a relation, an entity that a number is of, and that a paper introduces a thing, where
    that is at least so probable."""

    entity: float = 0.4
    relation: float = 0.3
    link: float = 0.4
    introduced: float = 0.5


class OnnxNetwork:
    """`kg.extract.model.Network` run by ONNX Runtime, a paper a call, in one thread, so nothing else sways it."""

    def __init__(self, encoder: InferenceSession, heads: InferenceSession) -> None:
        self._encoder, self._heads = encoder, heads

    @classmethod
    def load(cls, folder: Path) -> OnnxNetwork:
        """The network of `encoder.onnx` and `heads.onnx` in `folder`. Raises DataError where they cannot be read."""
        return cls(_session(folder / "encoder.onnx"), _session(folder / "heads.onnx"))

    def encode(self, ids: Sequence[int], shapes: Sequence[int]) -> tuple[Floats, Floats]:
        import numpy as np

        given = {"ids": np.array([ids], np.int64), "shapes": np.array([shapes], np.int64)}
        vectors, scores = self._encoder.run(None, given)
        return vectors, scores

    def judge(self, vectors: Floats, laid: Layout) -> tuple[Floats, Floats, Floats]:
        given = {field.name: getattr(laid, field.name) for field in fields(laid)}
        types, roles, relations = self._heads.run(None, {"vectors": vectors, **given})
        return types, roles, relations


@dataclass(frozen=True, slots=True)
class Trained:
    """A model ready to read. `least` holds the thresholds that give the best F1 on dev; `calibration` a table each."""

    tokenizer: Tokenizer
    network: OnnxNetwork
    least: Thresholds
    calibration: Mapping[str, Knots]

    @classmethod
    def load(cls, folder: Path) -> Trained:
        """The model in `folder`. Raises DataError where a file is missing or its labels are not the ontology's."""
        from tokenizers import Tokenizer

        try:
            about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(f"{folder / 'model.json'}: {error}; install paperkg again") from error
        if about["labels"] != labels():
            raise DataError(f"the model in {folder} was trained for another ontology: train it again")
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return cls(tokenizer, OnnxNetwork.load(folder), Thresholds(**about["thresholds"]), about["calibration"])


def labels() -> dict[str, list[str]]:
    """The labels of each head, in order."""
    words = schema()
    return {
        "tags": list(tags.tags()),
        "types": list(words.types),
        "roles": list(words.roles),
        "relations": list(words.relations),
        "others": [*LINKS, SAME],
    }


def calibrated(probability: float, knots: Knots) -> float:
    """What `knots` make of a probability: a line between them, level beyond them."""
    if not knots:
        return probability
    before = [knot for knot in knots if knot[0] <= probability]
    after = [knot for knot in knots if knot[0] > probability]
    if not before or not after:
        return (before or after)[-1 if before else 0][1]
    (low, low_share), (high, high_share) = before[-1], after[0]
    return low_share + (high_share - low_share) * (probability - low) / (high - low)


def _session(path: Path) -> InferenceSession:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except (state.Fail, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile, state.NotImplemented) as error:
        raise DataError(f"{path} is no model: {str(error).splitlines()[0]}; install paperkg again") from error
