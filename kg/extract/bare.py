"""What is no name: a quantity, and a head noun with nothing before it that says which."""

from __future__ import annotations

import re

from kg.core import english
from kg.extract import proposing

_FIGURE = re.compile(r"\d[\d.,]*(?:[kmbt]|\+|x)?|\d[\d.,]*[kmb]-[a-z-]+")


def is_quantity(word: str) -> bool:
    """Whether a word in lower case says how many or how large: "seven", "13", "1.5b", "7k-sample", "several"."""
    return word in proposing.words()["quantity"] or _FIGURE.fullmatch(word) is not None


def is_bare(name: str) -> bool:
    """Whether `name` has only words that say how many or how good, with or without a head noun at the end."""
    *before, last = name.lower().split()
    parts = proposing.words()
    saying_little = parts["adjective"] | parts["saying little"]
    if not all(is_quantity(word) or word in saying_little for word in before):
        return False
    return is_quantity(last) or english.singular(last) in parts["bare head"]
