"""Text as a reader sees it, without LaTeX, Markdown and HTML markup, and where each of its characters stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKUP = re.compile(
    r"\\[A-Za-z]+\s*(?=\{)"  # \textbf{…}
    r"|</?[A-Za-z]{1,6}>"
    r"|\\(?=[&%#_$ ])"
    r"|[{}$*`]"
    r"|(?<![0-9A-Za-z])_+|_+(?![0-9A-Za-z])"
)
_EMPHASISED = re.compile(r"\\(?:textbf|underline|mathbf)\s*\{+([^{}]*)\}|\*\*([^*]+)\*\*|<b>([^<]*)</b>")
_OPENER = re.compile(r"(?:\\[A-Za-z]+\s*)?\{$")
_PAIRED = ("***", "**", "*", "$", "`", "_")


@dataclass(frozen=True, slots=True)
class Plain:
    """`text` without markup; `at[i]` is where its character i stands in the whole text."""

    text: str
    at: tuple[int, ...]
    source: tuple[int, int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the whole text that holds characters `start` to `end`."""
        return self.at[start], self.at[end - 1] + 1

    def emphasised(self, text: str) -> tuple[str, ...]:
        """The parts of the source that stand in bold or underlined."""
        return tuple(next(filter(None, found), "") for found in _EMPHASISED.findall(text, *self.source))


def plain_view(text: str, start: int, end: int) -> Plain:
    """What `text` from `start` to `end` says, without its markup."""
    pieces: list[str] = []
    at: list[int] = []
    position = start
    for mark in _MARKUP.finditer(text, start, end):
        pieces.append(text[position : mark.start()])
        at.extend(range(position, mark.start()))
        position = mark.end()
    pieces.append(text[position:end])
    at.extend(range(position, end))
    return Plain("".join(pieces), tuple(at), (start, end))


def balanced(text: str, start: int, end: int) -> tuple[int, int]:
    """The range from `start` to `end`, with the markup beside it whose other half it holds."""
    while _unopened(text[start:end]) and (opener := _OPENER.search(text, max(0, start - 24), start)):
        start = opener.start()
    while _unopened(text[start:end]) < 0 and text[end : end + 1] == "}":
        end += 1
    for mark in _PAIRED:
        if text[start:end].count(mark) % 2:
            if text.endswith(mark, 0, start):
                start -= len(mark)
            elif text.startswith(mark, end):
                end += len(mark)
    return start, end


def _unopened(piece: str) -> int:
    """How many braces the piece closes without opening them; negative: how many it leaves open."""
    depth = 0
    unopened = 0
    for brace in re.findall(r"[{}]", piece):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            unopened, depth = unopened + 1, 0
    return unopened or -depth
