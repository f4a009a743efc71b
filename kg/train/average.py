"""One network out of several: of moments of one training, or of trainings that began from the same weights.

It reads better than any of them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch

from kg.train.encoders import digest
from kg.train.network import load, save


def average(networks: Sequence[Path], out: Path) -> None:
    """Writes `best.pt` to `out`, the network whose weights are the means of those that `fit` kept in `networks`, and
    `run.json`: that of the first, with what each was.

    Raises RuntimeError where they are not of one shape.
    """
    mean, *others = (load(path) for path in networks)
    total = {name: weight.double() for name, weight in mean.state_dict().items()}
    for other in others:
        if other.encoder.shape != mean.encoder.shape:
            raise RuntimeError(f"networks of two shapes: {mean.encoder.shape}, {other.encoder.shape}")
        for name, weight in other.state_dict().items():
            total[name] += weight
    with torch.no_grad():
        mean.load_state_dict({name: (weight / len(networks)).float() for name, weight in total.items()})
    out.mkdir(parents=True, exist_ok=True)
    save(mean, out / "best.pt")
    runs = [json.loads(path.with_name("run.json").read_text(encoding="utf-8")) for path in networks]
    each = [{"weights": digest(path), "seed": run["plan"]["seed"]} for path, run in zip(networks, runs, strict=True)]
    text = json.dumps({**runs[0], "mean of": each}, indent=1) + "\n"
    (out / "run.json").write_text(text, encoding="utf-8")
