"""What is no name: a quantity, and a head noun with nothing before it that says which."""

from __future__ import annotations

import re

from kg.core import english
from kg.extract import proposing

_NUMBER = r"\d[\d.,]*(?:[kmbt]|\+|x)?"
_FIGURE = re.compile(rf"{_NUMBER}(?:[-–]{_NUMBER})?|\d[\d.,]*[kmb]-[a-z-]+")


def is_quantity(word: str) -> bool:
    """Whether a word in lower case says how many or how large: "seven", "13", "1.5b", "7k-sample", "several"."""
    return word in proposing.words()["quantity"] or _FIGURE.fullmatch(word) is not None


def cannot_begin(word: str) -> bool:
    """Whether a word in lower case before a noun says only how many, how good, or which of them: no name begins so."""
    return is_quantity(word) or word in proposing.words()["never first"]


def is_bare(name: str) -> bool:
    """Whether `name` has only words that say how many or how good, with or without a head noun at the end."""
    *before, last = name.lower().split()
    parts = proposing.words()
    saying_little = parts["adjective"] | parts["saying little"]
    if not all(is_quantity(word) or word in saying_little for word in before):
        return False
    return is_quantity(last) or last in saying_little or english.singular(last) in parts["bare head"]
