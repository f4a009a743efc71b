"""What stands around a mention: its sentence, the words before and after it, its place in the paper."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from kg.core import segment
from kg.core.types import Document
from kg.extract.markup import plain_view
from kg.extract.words import Word, word_after, words_of

_WORDS_BEFORE, _WORDS_AFTER = 8, 3
_LEFT, _RIGHT = 120, 260
_WITHIN = 1000
_MARKS = re.compile(r"[\\{}$*`_<]")


@dataclass(frozen=True, slots=True)
class Around:
    """The surroundings of one mention at `start` to `end`.

    `before` holds the nearest words of its sentence first, `after` those behind it, both in lower case; `next` is the
    word or mark right behind it; `left` and `right` are the text beside it without markup; `sentence` is where its
    sentence begins and ends.
    """

    start: int
    end: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    next: str
    left: str
    right: str
    sentence: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """A paper's text with its words and sentences. The title is its first `title_end` characters."""

    text: str
    words: tuple[Word, ...]
    starts: tuple[int, ...]
    sentences: tuple[tuple[int, int], ...]
    title_end: int

    def around(self, start: int, end: int) -> Around:
        first, behind = bisect_left(self.starts, start), bisect_left(self.starts, end)
        begin, stop = self._sentence(start, end)
        before = tuple(w.lower for w in self.words[max(0, first - _WORDS_BEFORE) : first] if w.start >= begin)[::-1]
        after = tuple(w.lower for w in self.words[behind : behind + _WORDS_AFTER] if w.start < stop)
        following = word_after(self.text, self.words, behind - 1) if behind > first else ""
        left = _plain(self.text[max(begin, start - _LEFT) : start])
        right = _plain(self.text[end : end + _RIGHT])
        return Around(start, end, before, after, following, left, right, (begin, stop))

    def _sentence(self, start: int, end: int) -> tuple[int, int]:
        """The sentence that a mention stands in; of an endless one, the part around it."""
        begin, stop = segment.sentence_at(self.sentences, start)
        return max(begin, start - _WITHIN), max(end, min(stop, end + _WITHIN))


def scene_of(document: Document) -> Scene:
    """The words and sentences of `document`."""
    words = words_of(document.text)
    sentences = segment.sentences(document.text)
    return Scene(
        document.text,
        words,
        tuple(word.start for word in words),
        sentences,
        document.abstract_start,
    )


def _plain(piece: str) -> str:
    return plain_view(piece, 0, len(piece)).text if _MARKS.search(piece) else piece
