"""The course of a training: the optimizer, the order of the papers, how far it has come, and all of that on disk."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor
from torch.optim import AdamW

from kg.train.examples import HasPieces
from kg.train.network import Joint

Cut = TypeVar("Cut", bound=HasPieces)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast to teach. `rate` is that of the encoder's uppermost layer; a layer has `decay` of the one above it."""

    epochs: int = 8
    papers_a_step: int = 8
    rate: float = 5e-5
    head_rate: float = 5e-4
    decay: float = 0.9
    warm_up: float = 0.1
    clip: float = 1.0


class Course:
    """Teaches `joint` some papers a step. `epoch` and `step` (within it) count what is done; `best`: the best row."""

    def __init__(self, joint: Joint, pace: Pace, seed: int) -> None:
        self.joint, self.pace = joint, pace
        self.optimizer = AdamW(_groups(joint, pace), fused=True)
        self.seed = seed
        self.epoch = self.step = self.steps = 0
        self.best: dict[str, Any] = {}

    def rest_of_epoch(self, known: Sequence[Cut]) -> Iterator[list[Cut]]:
        """The papers of each step of this epoch that is not done yet."""
        order = random.Random(f"{self.seed} {self.epoch}")
        found = batches(known, self.pace.papers_a_step, order)
        self.steps = len(found)
        yield from islice(found, self.step, None)

    def update(self, parts: dict[str, Tensor]) -> dict[str, float]:
        """One step down the sum of `parts`; returns them as numbers."""
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack(list(parts.values())).sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.joint.parameters(), self.pace.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * self._slope()
        self.optimizer.step()
        self.step += 1
        return {name: float(part.detach()) for name, part in parts.items()}

    def _slope(self) -> float:
        """How much of its peak a rate has now: up in the `warm_up`, then evenly down to nothing."""
        done = (self.epoch + (self.step + 1) / (self.steps + 1)) / self.pace.epochs
        return min(done / self.pace.warm_up, (1 - done) / (1 - self.pace.warm_up))

    def next_epoch(self) -> None:
        self.epoch, self.step = self.epoch + 1, 0

    def keep(self, path: Path) -> None:
        """Writes everything that is needed to go on exactly here."""
        beside = path.with_suffix(".part")
        state = {
            "joint": self.joint.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "chance": torch.get_rng_state(),
            "at": (self.epoch, self.step),
            "best": self.best,
        }
        torch.save(state, beside)
        beside.replace(path)

    def resume(self, path: Path) -> None:
        """Goes back to where `keep` wrote `path`, if it did."""
        if not path.exists():
            return
        state = torch.load(path, weights_only=True)
        self.joint.load_state_dict(state["joint"])
        self.optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["chance"])
        self.epoch, self.step = state["at"]
        self.best = state["best"]


def batches(known: Sequence[Cut], size: int, order: random.Random) -> list[list[Cut]]:
    """All papers in random order, those of about one length together so that little is filled up."""
    shuffled = sorted(known, key=lambda example: len(example.pieces) * order.uniform(0.9, 1.1))
    found = [shuffled[start : start + size] for start in range(0, len(shuffled), size)]
    order.shuffle(found)
    return found


def _groups(joint: Joint, pace: Pace) -> list[dict[str, Any]]:
    """The weights that learn, by rate and decay."""
    depth = joint.encoder.shape.layers
    groups: dict[tuple[float, float], list[Tensor]] = {}
    for name, weight in joint.named_parameters():
        if not weight.requires_grad:
            continue
        rate = pace.head_rate
        if name.startswith("encoder.") and not name.startswith("encoder.cased"):
            part = name.split(".")
            layer = int(part[2]) if part[1] == "layers" else -1
            rate = pace.rate * pace.decay ** (depth - 1 - layer)
        groups.setdefault((rate, 0.01 if weight.ndim > 1 else 0.0), []).append(weight)
    return [
        {"params": found, "lr": rate, "peak": rate, "weight_decay": decay} for (rate, decay), found in groups.items()
    ]
