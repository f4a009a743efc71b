"""How sure a statement is that several papers make."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

MOST_CERTAIN = 0.99
"""No statement is surer than this, however many papers make it."""


def at_least_one(scores: Iterable[float]) -> float:
    """The probability that at least one of independent statements is right, `MOST_CERTAIN` at most."""
    return min(1 - prod(1 - score for score in scores), MOST_CERTAIN)
