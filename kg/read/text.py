r"""Plain text and Markdown: one abstract a paragraph, with or without titles.

- A paragraph is lines without a blank line between them. It is an abstract, and stays as it is, line breaks included.
- A short paragraph that does not end as a sentence does is the title of the next one.
- So is the first line over an abstract, where wrapping would not have ended it, or it Is Written as Titles Are.
- A Markdown heading ("# …" to "###### …"), or a line all in bold, is the title of all the text down to the next one.
- "ICML 2026 Papers", a venue and a year, is no title: it says where the papers below it appeared.
- Nor is a title that a deeper heading follows at once, nor the only title of a file of several abstracts, on its top.
- The word "Abstract" on a line of its own is passed over.

A title with no abstract, and a paragraph of a few words, is an issue. Line ends "\r\n" are read as "\n".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.core.types import Document, Issue
from kg.read.paper import STAGE, paper
from kg.read.source import Source

SUFFIXES: tuple[str, ...] = (".txt", ".text", ".md", ".markdown", "")

_FEWEST_WORDS = 5
_LONGEST_TITLE = 300
_MOST_TITLE_WORDS = 40
_FULL_LINE = 0.85
_TITLE_CASE = 0.8
_SENTENCE_END = re.compile(r"[.;:,…][\"'”’)\]}$*_]*$")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*")
_BOLD = re.compile(r"(\*\*|__)(\S.*\S)\1")
_BOLD_LEVEL = 7
_LINK = re.compile(r"\[(.+)\]\((\S+)\)")
_ABSTRACT = re.compile(r"\W{0,9}abstract\W{0,9}", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_VENUE = re.compile(r"[A-Za-z]*[A-Z][A-Za-z]*[A-Z][A-Za-z]*")
_BESIDE_VENUE = re.compile(
    r"abstracts|accepted|annual|at|conference|from|list|main|of|on|orals?|papers?|posters?|proceedings|spotlights?|the"
    r"|track|workshop",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Block:
    """A title, or a text, or one over the other. `line` counts from 1; `level` is 0 where no markup says "title"."""

    line: int
    title: str
    text: str
    level: int = 0


@dataclass(slots=True)
class _Reading:
    """Where reading a file has come to: the title that waits for its abstract, and the last venue and year."""

    source: str
    waiting: _Block | None = None
    about: dict[str, object] = field(default_factory=dict)

    def take(self, block: _Block) -> Iterator[Document | Issue]:
        if block.title:
            yield from self.drop(block.level)
            about = _venue_and_year(block.title)
            self.about = about or self.about
            self.waiting = None if about else block
        if block.text:
            title, self.waiting = self.waiting, None
            yield self._paper(block, title)

    def drop(self, level: int) -> Iterator[Issue]:
        """Gives up the title that waits, for one of `level`; a heading of headings needs no abstract."""
        if self.waiting and not 0 < self.waiting.level < level:
            yield Issue(STAGE, f"{self.source} line {self.waiting.line}", "a title with no abstract below it")
        self.waiting = None

    def _paper(self, block: _Block, title: _Block | None) -> Document | Issue:
        where = f"{self.source} line {title.line if title else block.line}"
        if len(block.text) < 1000 and len(block.text.split()) < _FEWEST_WORDS:
            return Issue(STAGE, where, f"fewer than {_FEWEST_WORDS} words: not an abstract")
        words, url = _unlinked(title.title) if title else (None, None)
        return paper({"title": words, "abstract": block.text, "url": url, **self.about}, self.source, where)


def recognises(head: str) -> bool:
    """Nothing marks plain text, so its suffix must."""
    return False


def read(source: Source) -> Iterator[Document | Issue]:
    blocks = _blocks(source.text().replace("\r\n", "\n").split("\n"))
    reading = _Reading(source.name)
    for block in blocks[1:] if _has_heading(blocks) else blocks:
        yield from reading.take(block)
    yield from reading.drop(0)


def _has_heading(blocks: Sequence[_Block]) -> bool:
    """Whether the first block is a heading of all the others, and no paper's title."""
    if len(blocks) < 2 or not blocks[0].title or blocks[0].text or blocks[0].level:
        return False
    if _venue_and_year(blocks[0].title):
        return False
    titles = [block for block in blocks if block.title]
    return bool(blocks[1].title) or (len(titles) == 1 and len(blocks) > 2)


def _blocks(lines: Sequence[str]) -> list[_Block]:
    blocks: list[_Block] = []
    for heading, start, body in _sections(["" if _ABSTRACT.fullmatch(line) else line for line in lines]):
        if heading is None or _venue_and_year(heading.title):
            blocks += [heading, *_paragraphs(start, body)] if heading else _paragraphs(start, body)
        else:
            text = "\n".join(body).strip()
            blocks += [heading, _Block(start + 1, "", text)] if text else [heading]
    return blocks


def _sections(lines: Sequence[str]) -> Iterator[tuple[_Block | None, int, Sequence[str]]]:
    """The marked titles, each with the lines below it and how many stand before these; first what has no title."""
    heading, start = None, 0
    for number, line in enumerate(lines):
        found = _marked(line, number + 1)
        if found:
            yield heading, start, lines[start:number]
            heading, start = found, number + 1
    yield heading, start, lines[start:]


def _marked(line: str, number: int) -> _Block | None:
    if len(line) > _LONGEST_TITLE or not line.lstrip().startswith(("#", "*", "_")):
        return None
    heading, bold = _HEADING.fullmatch(line), _BOLD.fullmatch(line.strip())
    if heading:
        inner = _BOLD.fullmatch(heading[2])
        return _Block(number, inner[2] if inner else heading[2], "", len(heading[1]))
    return _Block(number, bold[2], "", _BOLD_LEVEL) if bold else None


def _paragraphs(start: int, lines: Sequence[str]) -> list[_Block]:
    blocks = []
    for blank, numbered in itertools.groupby(enumerate(lines, start + 1), lambda item: not item[1].strip()):
        if not blank:
            rows = list(numbered)
            blocks.append(_paragraph(rows[0][0], "\n".join(line for _, line in rows).strip()))
    return blocks


def _paragraph(line: int, text: str) -> _Block:
    if _is_title(text):
        return _Block(line, " ".join(text.split("\n")), "")
    first, _, rest = text.partition("\n")
    if rest and _is_title(first) and _stands_over(first, rest):
        return _Block(line, first.strip(), rest)
    return _Block(line, "", text)


def _is_title(text: str) -> bool:
    return len(text) <= _LONGEST_TITLE and len(text.split()) <= _MOST_TITLE_WORDS and not _SENTENCE_END.search(text)


def _stands_over(first: str, rest: str) -> bool:
    """Whether `first` is a title and not the first line of a paragraph: wrapping would not have ended it there."""
    lines = rest.split("\n")
    words = [word for word in re.findall(r"\w+", first) if len(word) > 3]
    capitals = sum(not word[0].islower() for word in words)
    width = max(map(len, lines))
    fits = len(first) + len(lines[0].split()[0]) < _FULL_LINE * width
    return not lines[0][0].islower() and (fits or capitals >= _TITLE_CASE * len(words))


def _venue_and_year(title: str) -> dict[str, object]:
    """What a heading such as "ICML 2026 Papers" says; nothing where it says more."""
    words = re.findall(r"[^\W_]+", title) if _YEAR.search(title) else []
    years = [word for word in words if _YEAR.fullmatch(word)]
    others = [word for word in words if word not in years and not _BESIDE_VENUE.fullmatch(word)]
    if len(years) == len(others) == 1 and _VENUE.fullmatch(others[0]):
        return {"venue": others[0], "year": years[0]}
    return {}


def _unlinked(title: str) -> tuple[str, str | None]:
    link = _LINK.fullmatch(title)
    return (link[1], link[2]) if link else (title, None)
