"""Extraction by the model that `kg` carries: alone, or with the rules beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from kg.core.types import Document, Extraction
from kg.extract import judged, reading
from kg.extract.trained import Trained

Read = Callable[[Document], Extraction]
WEIGHTS = Path(__file__).with_name("weights")


def model(document: Document) -> Extraction:
    """What the model alone reads out of `document`. Raises DataError where its files cannot be used."""
    return _read(document, with_rules=False)


def both(document: Document) -> Extraction:
    """What the model and the rules read out of `document` together. Raises DataError as `model` does."""
    return _read(document, with_rules=True)


@cache
def trained() -> Trained:
    """The model, loaded once a process. Raises DataError where its files cannot be used."""
    return Trained.load(WEIGHTS)


def _read(document: Document, *, with_rules: bool) -> Extraction:
    own = trained()
    read = reading.read(document, own.tokenizer, own.network, with_rules=with_rules)
    made = judged.extraction(read, own.network, own.least)
    return judged.sure(made, own.calibration)
