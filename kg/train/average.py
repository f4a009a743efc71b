"""One network out of several moments of one training: it reads better than any of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from kg.train.network import load, save


def average(networks: Sequence[Path], out: Path) -> None:
    """Writes to `out` the network whose weights are the means of those that `fit` kept in `networks`.

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
    save(mean, out)
