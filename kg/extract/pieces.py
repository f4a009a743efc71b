"""A paper cut into the pieces that the model reads: their numbers, their places, the shapes of their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.core.types import Document

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WINDOW, _SHARED = 510, 128
_SHAPES: tuple[tuple[int, Callable[[str], object]], ...] = (
    (1, re.compile(r"[^\W\d_A-Z]+(?:['’-][^\W\d_A-Z]+)*").fullmatch),
    (2, re.compile(r"[A-Z][a-z]+").fullmatch),
    (3, re.compile(r"[A-Z]{2,}").fullmatch),
    (4, re.compile(r"[A-Z]{2,}s").fullmatch),
    (5, re.compile(r"\d+(?:[.,]\d+)*").fullmatch),
    (6, re.compile(r"(?=.*\d)(?=.*[A-Za-z])\w+").fullmatch),
    (7, re.compile(r"[A-Z]?[a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]\w+").fullmatch),
    (8, re.compile(r"[A-Z]").fullmatch),
)
_OTHER = 9
_WORD = re.compile(r"\w+|\S")
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which no tokenizer takes."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a paper in their order.

    `ids` and `shapes` are numbers, one a piece, of which 0 is the shape of a mark between parts. A piece stands at
    `starts[i]` to `ends[i]` of the text (such a mark where the next piece begins); `goes_on[i]`: it is the inner part
    of a word, so that no name begins or ends before it.
    """

    ids: tuple[int, ...]
    shapes: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    goes_on: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.ids)


def pieces_of(document: Document, tokenizer: Tokenizer) -> Pieces:
    """The pieces of title and abstract, a mark before, between and behind them."""
    first, last = _marks(tokenizer)
    rows: list[tuple[int, int, int, int, bool]] = [(first, 0, 0, 0, False)]
    for begin, stop in ((0, document.abstract_start), (document.abstract_start, len(document.text))):
        rows += _part(document.text[begin:stop], begin, tokenizer)
        if stop > begin:
            rows.append((last, 0, stop, stop, False))
    return Pieces(*zip(*rows, strict=True))


def windows(length: int) -> Iterator[tuple[int, int, int, int]]:
    """The ranges that are read at once, each with the part of it that counts: start, end, from where, to where.

    The parts that count follow one another without a gap.
    """
    step = WINDOW - _SHARED
    starts = [0, *range(step, max(length - _SHARED, 1), step)]
    for index, start in enumerate(starts):
        end = min(start + WINDOW, length)
        yield (
            start,
            end,
            start + (_SHARED // 2 if index else 0),
            end if index == len(starts) - 1 else end - _SHARED // 2,
        )


def shape_of(word: str) -> int:
    """The number of a word's shape: lower case, capitalised, capitals, with digits, …"""
    return next((number for number, fits in _SHAPES if fits(word)), _OTHER)


def _part(text: str, begin: int, tokenizer: Tokenizer) -> Iterator[tuple[int, int, int, int, bool]]:
    coded = tokenizer.encode(_SURROGATE.sub("\ufffd", text), add_special_tokens=False)
    shapes = _shapes(text)
    before: int | None = None
    for number, (start, end), word in zip(coded.ids, coded.offsets, coded.word_ids, strict=True):
        if start == end:
            continue
        yield number, shapes[start], begin + start, begin + end, word == before
        before = word


def _shapes(text: str) -> Sequence[int]:
    """The shape of the word at each character."""
    found = [_OTHER] * len(text)
    for word in _WORD.finditer(text):
        found[word.start() : word.end()] = [shape_of(word[0])] * len(word[0])
    return found


def _marks(tokenizer: Tokenizer) -> tuple[int, int]:
    for first, last in (("<s>", "</s>"), ("[CLS]", "[SEP]")):
        number, other = tokenizer.token_to_id(first), tokenizer.token_to_id(last)
        if number is not None and other is not None:
            return number, other
    raise ValueError("the tokenizer has no mark for the start and the end of a text")
