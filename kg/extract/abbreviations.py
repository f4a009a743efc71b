"""Abbreviations that a text defines: "direct preference optimization (DPO)", "DPO (direct preference optimization)".

After the idea of Schwartz and Hearst (2003): an abbreviation in brackets is made of letters of the words beside it.
Here words are aligned as wholes, and the cheapest alignment wins: a letter that begins a word is free, a capital within
a word and a word left out cost. Markup around and within either form is looked through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kg.extract.markup import Plain, balanced, plain_view

_BRACKETS = re.compile(r"\(([^()]{2,240})\)")
_BEFORE = 260
_SHORT = re.compile(r"[^\W_][\w@+./&-]{1,14}")
_LEAD = re.compile(r"(?:or|i\.e\.,?|a\.k\.a\.|aka|short for|termed|dubbed|denoted(?: as| by)?|abbreviated(?: as)?)\s+")
_ARTICLE = re.compile(r"(?:an?|the|our)\s+", re.IGNORECASE)
_STOP = re.compile(r"[.:!?;()\[\]]\s|\n\s*\n")
_WORD = re.compile(r"\b(?<!['’])[^\W\d_]+|\d+")
_GAP = re.compile(r"(?:['’]s)?[\s\"'“”‘’-]*")
_CLAUSE_END = re.compile(r"[;,:]\s")
_LAST_WORD = re.compile(r"[^\W_][\w@+./&-]{1,14}$")
_FUNCTION = re.compile(
    r"a|an|and|as|at|based|by|for|from|in|into|of|on|or|over|per|the|through|to|toward|towards|using|via|with"
)
_HEADS = re.compile(r"algorithm|approach|architecture|framework|mechanism|method|models?|module|networks?")
_SPOKEN = {"2": ("to", "two"), "4": ("for", "four")}
_INNER_CAPITAL, _LEFT_OUT, _HEAD_LEFT_OUT = 0.7, 1.0, 0.5
_NEVER = 1e9
_REMEMBERED = 4
"""So many texts' definitions are remembered: one paper's are asked for twice in a row."""

_Words = list[tuple[str, int, int]]
"""Words with where they begin and end in a plain view."""


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a short form and the long form that explains it stand, as half-open ranges of code points."""

    short: tuple[int, int]
    long: tuple[int, int]


@lru_cache(_REMEMBERED)
def find(text: str) -> tuple[Definition, ...]:
    """The abbreviations that `text` defines, in its order. Spans hold no outer markup and no article."""
    return tuple(found for brackets in _BRACKETS.finditer(text) if (found := _definition(text, brackets)))


def _definition(text: str, brackets: re.Match[str]) -> Definition | None:
    before = plain_view(text, max(0, brackets.start() - _BEFORE), brackets.start())
    inside = plain_view(text, brackets.start(1), brackets.end(1))
    return _short_inside(text, before, inside) or _long_inside(text, before, inside)


def _short_inside(text: str, before: Plain, inside: Plain) -> Definition | None:
    lead = _LEAD.match(inside.text)
    word = _SHORT.match(inside.text, lead.end() if lead else 0)
    if word is None or inside.text[word.end() : word.end() + 1] not in ("", ",", ";", ":") or not _is_short(word[0]):
        return None
    end = len(before.text.rstrip(" \"'“”‘’"))
    begin = max((stop.end() for stop in _STOP.finditer(before.text, 0, end)), default=0)
    words = _words(before, begin, end)
    if not words or not _GAP.fullmatch(before.text, words[-1][2], end):
        return None
    best = min(
        (
            (cost, start, stop)
            for letters in _letters(word[0])
            for cost, start, stop in _alignments(letters, before, words)
        ),
        key=lambda found: (found[0], -found[1]),
        default=None,
    )
    if best is None:
        return None
    _, start, stop = best
    if not word[0].rstrip("s").isupper() and _shares_initial(before, words, start):
        start -= 1
    long = before.span(words[start][1], words[stop - 1][2])
    return Definition(balanced(text, *inside.span(*word.span())), balanced(text, *long))


def _long_inside(text: str, before: Plain, inside: Plain) -> Definition | None:
    short = _LAST_WORD.search(before.text.rstrip())
    if short is None or not _is_short(short[0]):
        return None
    lead = _LEAD.match(inside.text) or _ARTICLE.match(inside.text)
    begin = lead.end() if lead else 0
    stop = _CLAUSE_END.search(inside.text, begin)
    words = _words(inside, begin, stop.start() if stop else len(inside.text))
    if len(words) < 2:
        return None
    long = inside.span(words[0][1], words[-1][2])
    aligned = any(_cost(form, words, 0)[0] <= _limit(form) / 2 for form in _letters(short[0]))
    if not aligned and not _made_of(short[0], inside.emphasised(text), [word for word, *_ in words]):
        return None
    return Definition(balanced(text, *before.span(*short.span())), balanced(text, *long))


def _words(view: Plain, begin: int, end: int) -> _Words:
    return [(found[0], *found.span()) for found in _WORD.finditer(view.text, begin, end)]


def _shares_initial(before: Plain, words: _Words, start: int) -> bool:
    """Whether the word before `start` is part of the name, as in "Adaptive Activation Cache (Acache)"."""
    if not start:
        return False
    (word, _, end), (first, begin, _) = words[start - 1], words[start]
    return before.text[end:begin] == " " and word[0] == first[0] and word[0].isupper()


def _is_short(word: str) -> bool:
    return sum(map(str.isalpha, word)) >= 2 and any(map(str.isupper, word))


def _letters(short: str) -> Iterator[str]:
    """The letters to account for: without a plural's s first, then all."""
    letters = "".join(filter(str.isalnum, short))
    if len(letters) > 2 and letters.endswith("s") and letters[-2].isupper():
        yield letters[:-1]
    yield letters


def _limit(letters: str) -> float:
    return 0.5 * len(letters) if len(letters) > 2 else _INNER_CAPITAL


def _alignments(letters: str, before: Plain, words: _Words) -> Iterator[tuple[float, int, int]]:
    """Cost, first word and the word after the last, for each word that the long form may start with."""
    for start in range(len(words) - 1, max(-1, len(words) - 2 * len(letters) - 6), -1):
        begin = words[start][1]
        if begin and before.text[begin - 1] in "-‐‑":
            continue
        if _FUNCTION.fullmatch(words[start][0].lower()) and not before.text.startswith("-", words[start][2]):
            continue
        cost, stop = _cost(letters, words, start)
        if cost <= _limit(letters):
            yield cost, start, stop


def _cost(letters: str, words: _Words, start: int) -> tuple[float, int]:
    """The least cost of spelling `letters` with the words from `start`, which must be used, and where the form ends."""
    count = len(words)
    # best[k]: the cost of spelling letters[k:] with the words after the current one, and where the form then ends
    best = [(_NEVER, count)] * len(letters) + [(0.0, count)]
    for index in range(count - 1, start - 1, -1):
        word = words[index][0]
        row = [_skipped(best[k], word, index, k == len(letters), count) for k in range(len(letters) + 1)]
        for k in range(len(letters)):
            for used, cost in _spelled(letters, k, word):
                rest = best[k + used]
                row[k] = min(row[k], (cost + rest[0], rest[1]))
        if index == start:
            return min(
                ((cost + best[used][0], best[used][1]) for used, cost in _spelled(letters, 0, word)),
                default=(_NEVER, count),
            )
        best = row
    return _NEVER, count


def _skipped(rest: tuple[float, int], word: str, index: int, at_end: bool, count: int) -> tuple[float, int]:
    cost, end = rest
    if at_end and _HEADS.fullmatch(word.lower()) and end == index + 1:
        return cost + _HEAD_LEFT_OUT, index
    if at_end and index < count - 1:
        return _NEVER, count
    return cost + (0.0 if _FUNCTION.fullmatch(word.lower()) and not at_end else _LEFT_OUT), end


def _spelled(letters: str, k: int, word: str) -> Iterator[tuple[int, float]]:
    """How many of the letters from `k` the word can spell, and what that costs."""
    if word.lower() in _SPOKEN.get(letters[k], ()):
        yield 1, 0.0
        return
    if letters[k].casefold() != word[0].casefold():
        return
    yield 1, 0.0
    lower = word.lower() if len(word.lower()) == len(word) else word
    cost, at = 0.0, 1
    for used in range(k + 1, len(letters)):
        letter = letters[used]
        capital = word.find(letter.upper(), at)
        found = capital if capital >= 0 and not word.isupper() else lower.find(letter.casefold(), at)
        if found < 0:
            return
        cost += _INNER_CAPITAL if letter.isupper() and word[found].islower() else 0.0
        at = found + 1
        yield used + 1 - k, cost


def _made_of(short: str, emphasised: tuple[str, ...], words: list[str]) -> bool:
    """Whether the emphasised parts of the long form, in any order and among whole words, spell the short form."""
    rest = _folded(short)
    must = [part for part in map(_folded, emphasised) if part]
    may = [_folded(word) for word in words if len(word) > 1]
    while rest:
        part = max((part for part in (*must, *may) if rest.startswith(part)), key=len, default=None)
        if part is None:
            return False
        (must if part in must else may).remove(part)
        rest = rest.removeprefix(part)
    return bool(emphasised) and not must


def _folded(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
