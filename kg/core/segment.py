"""A text's sentences, as half-open ranges of code points."""

from __future__ import annotations

import re
from bisect import bisect_right

_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s)|\n\s*\n")
_OPENS = re.compile(r"[\"'“‘(\[*_`$\\]*[0-9A-Z\u0370-\uffff\\$]|[\"'“‘(\[*_`]*(?:i|e|u|v|x|q|k|d|l|m)[A-Z]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.\s?g|i\.\s?e|cf|vs|viz|etc|approx|resp|al|Fig|Figs|Eq|Eqs|Sec|Tab|No|Dr|Prof|Mr|Ms|St|w\.r\.t|a\.k\.a)"
    r"|\b[A-Z])\.$"
)
_BROKEN_URL = re.compile(r"https?://\S*$")


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of `text`, without the white space around them. A blank line ends one; an abbreviation does not."""
    found = []
    start = 0
    for match in _END.finditer(text):
        if not match[0].isspace() and not _ends(text, start, match.end()):
            continue
        found.append(_trim(text, start, match.end()))
        start = match.end()
    found.append(_trim(text, start, len(text)))
    return tuple((a, b) for a, b in found if a < b)


def sentence_at(ranges: tuple[tuple[int, int], ...], position: int) -> tuple[int, int]:
    """The sentence that holds `position`, else the last one before it (the first where there is none)."""
    index = bisect_right(ranges, (position, len(ranges) and ranges[-1][1] + 1)) - 1
    return ranges[max(index, 0)]


def _ends(text: str, start: int, end: int) -> bool:
    before = text[max(start, end - 80) : end]
    if _BROKEN_URL.search(before) or (_ABBREVIATION.search(before) and not before.endswith(("etc.", "al."))):
        return False
    rest = text[end:].lstrip()
    return not rest or _OPENS.match(rest) is not None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())
