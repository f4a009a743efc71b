"""The words of a text, with where they stand and what stands beside them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(
    r"https?://\S+(?:\s(?:com|org|io|net|ai)/\S+)?|\\[A-Za-z]+|['’]s\b"  # links, also broken ones, LaTeX, possessives
    r"|([^\W_]+(?:(?:[-‐-–./+&@_]|['’](?!s\b))[^\W_]+)*)"
)
TEXT_START, TEXT_END = "^", "$"


class Word(NamedTuple):
    """A word at `start` to `end`, its text in lower case, and whether only white space stands before it."""

    start: int
    end: int
    lower: str
    joined: bool


@lru_cache(maxsize=8)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of `text` in its order; links and LaTeX commands are none."""
    found: list[Word] = []
    previous = 0
    for match in _WORD.finditer(text):
        if match[1] is None:
            continue
        start, end = match.span()
        gap = text[previous:start] if found else ""
        found.append(Word(start, end, match[0].lower(), gap.isspace() and gap.count("\n") < 2))
        previous = end
    return tuple(found)


def word_before(text: str, words: tuple[Word, ...], index: int) -> str:
    """What stands before a word: the punctuation mark there, else the word before it in lower case."""
    gap = text[words[index - 1].end if index else 0 : words[index].start].strip()
    return gap[-1] if gap else words[index - 1].lower if index else TEXT_START


def word_after(text: str, words: tuple[Word, ...], index: int) -> str:
    """What stands after a word: the punctuation mark there, else the word after it in lower case."""
    is_last = index == len(words) - 1
    gap = text[words[index].end : len(text) if is_last else words[index + 1].start].strip()
    return gap[0] if gap else TEXT_END if is_last else words[index + 1].lower
