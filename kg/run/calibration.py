"""How far a score can be believed: whether, of what is said with 0.8, eight in ten are right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

KINDS = ("entities", "roles", "relations")
_BINS = 10


class Said(NamedTuple):
    """Something of a `kind` that was said with a probability (None where with none), and whether it `is_right`."""

    kind: str
    score: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class Calibration:
    """Of `count` things said: the expected calibration error (how far score and share of right ones lie apart in each
    of ten equal ranges of scores, on average over what was said), the mean score, and the share that is right."""

    error: float
    score: float
    right: float
    count: int

    def to_json(self) -> dict[str, Any]:
        return {"ECE": self.error, "score": self.score, "right": self.right, "count": self.count}


def calibration_of(said: Iterable[Said]) -> dict[str, Calibration]:
    """The calibration of each kind of which anything was said with a probability."""
    scored: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for kind, score, is_right in said:
        if score is not None:
            scored[kind].append((score, is_right))
    return {kind: calibration(scored[kind]) for kind in KINDS if kind in scored}


def calibration(scored: Sequence[tuple[float, bool]]) -> Calibration:
    """The calibration of what was said with these probabilities, at least one, each with whether it was right."""
    bins: dict[int, list[float]] = defaultdict(list)
    for score, is_right in scored:
        bins[min(int(score * _BINS), _BINS - 1)].append(score - is_right)
    return Calibration(
        fsum(abs(fsum(gaps)) for gaps in bins.values()) / len(scored),
        fsum(score for score, _ in scored) / len(scored),
        sum(is_right for _, is_right in scored) / len(scored),
        len(scored),
    )
