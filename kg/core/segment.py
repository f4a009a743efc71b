"""A text's sentences, as half-open ranges of code points.

A sentence ends at a blank line, and at a full stop, question or exclamation mark, with the brackets and quotation marks
that it closes, where the next word opens a sentence. An abbreviation, an initial, the number of a list's item and a URL
that white space broke ("https://github. com/x") end none. A stop whose space was lost ("data.However, we") ends one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

_END = re.compile(
    r"(?<![.!?\[])[.!?]++[\"'”’»)\]}*_]*+(?=\s)"
    r"|(?<=\w[\w)\]}$%\"”])[.!?](?=[A-Z][a-z]*[ ,])"
    r"|\n\s*\n"
)
_SPACE = re.compile(r"\s*")
_ITEM = r"\(?(?:\d{1,2}|[ivx]{1,4})"
_OPENS = re.compile(
    r"(?:[*•%–-]+\s+)?[\"'“‘«(\[{*_`$%\\]*"
    rf"(?:[0-9A-ZÀ-ÖØ-Þ\u0370-\U0010ffff\\$]|[a-z]{{1,8}}(?:-?[A-Z]|[0-9])|{_ITEM}\)|https?://)"
)
_SURELY_OPENS = re.compile(
    r"(?:An?|And|As|At|Based|Both|But|By|Code|Despite|Each|Experiments|Extensive|Finally|First|For|From|Given|Here|How"
    r"|However|If|In|It|Its|Moreover|One|Our|Results|Second|Since|So|Such|That|The|Then|There|Therefore|These|They"
    rf"|This|Those|Thus|To|Unlike|Using|We|What|When|Where|While|With|[A-Z][a-z]+ly)\b|{_ITEM}\)"
)
_NEVER_ENDS = re.compile(
    r"\b(?:(?i:e\.\s?g|i\.\s?e|w\.\s?r\.\s?t|a\.\s?k\.\s?a|v\.\s?s|cf|vs|viz)|resp|approx|avg|ca|esp|incl|Dr|Prof|Mrs?|Ms|St)\.$"
    rf"|https?://(?:www\.)?[\w-]*\.$|(?:^|\s)\.\.+$|[:;]\s+{_ITEM}\.$"
)
_CITES = re.compile(r"\b(?:al|Alg|Eqs?|Figs?|Figure|Nos?|Refs?|Secs?|Sect|Tab|Table|Thm)\.}*$")
_CITED = re.compile(r"[(\[{]|\d")
_SELDOM_ENDS = re.compile(rf"(?<![\w-])(?<!\d )[A-Z]\.$|\b(?:[a-z]\.\s?)+[a-z]\.$|(?:,|\band)\s+{_ITEM}\.$")
_LIST_ITEM = re.compile(rf"\s*{_ITEM}[.)]\.?")
_LOWER_CASE_WORD = re.compile(r"(?:^|[\s(\-–])[a-z]{2,}[)\]}]?[.!?]$")
_ADDRESS = re.compile(r"[/@\\_]\S*$")
_WINDOW = 48
_REMEMBERED = 4
"""So many texts' sentences are remembered: one paper's are asked for many times in a row."""


@lru_cache(_REMEMBERED)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of `text` in order, without the white space around them."""
    found = []
    start = 0
    for match in _END.finditer(text):
        if match[0].isspace() or _ends(text, start, match.end()):
            found.append(_trim(text, start, match.end()))
            start = match.end()
    found.append(_trim(text, start, len(text)))
    return tuple((a, b) for a, b in found if a < b)


def sentence_at(ranges: tuple[tuple[int, int], ...], position: int) -> tuple[int, int]:
    """The sentence that holds `position`, else the last one before it (the first where there is none).

    `ranges` are what `sentences` found, at least one.
    """
    index = bisect_right(ranges, position, key=lambda sentence: sentence[0]) - 1
    return ranges[max(index, 0)]


def _ends(text: str, start: int, end: int) -> bool:
    """Whether the sentence that began at `start` is over at `end`, just behind a stop."""
    space = _SPACE.match(text, end)
    after = space.end() if space else end
    if after == len(text):
        return True
    before = text[max(start, end - _WINDOW) : end]
    if not _OPENS.match(text, after) or _NEVER_ENDS.search(before) or _LIST_ITEM.fullmatch(text, start, end):
        return False
    if _CITES.search(before) and _CITED.match(text, after):
        return False
    if _SURELY_OPENS.match(text, after):
        return after > end or not _ADDRESS.search(before)
    return not _SELDOM_ENDS.search(before) if after > end else _LOWER_CASE_WORD.search(before) is not None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())
