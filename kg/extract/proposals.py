"""A guess that some words of a paper name a thing; every proposer, rule or model, gives these."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Proposal:
    """The guess that `text[start:end]` is a mention of a thing of type `type`.

    `by` names what made it (`known`, `rule:…`, `model`); `score` is the probability that it is right.
    """

    start: int
    end: int
    type: str
    by: str
    score: float
