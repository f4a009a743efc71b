"""JSON: one record a line (JSON Lines), a list of records, records one after the other, or a service's answers.

Records have the shapes that `shapes` knows, whatever the file is called. In JSON Lines a damaged line is an issue and
the others are read. Elsewhere nothing is read from a damage on. A list is read piece by piece, however long it is.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator

from kg.core.types import Document, Issue
from kg.read.paper import STAGE, encodable, paper
from kg.read.shapes import as_paper, unpacked
from kg.read.source import NOT_UTF8, Source

SUFFIXES: tuple[str, ...] = (".json", ".jsonl", ".ndjson")

_HEAD = re.compile(r'\s*(?:\{\s*["}]|\[\s*[{\]])')
_SPACE = re.compile(r"\s*")
_BETWEEN = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder()
_LONGEST_TOKEN = 64
_PIECE = 1 << 20


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    return _from_lines(source) if _is_one_a_line(source) else _from_text(source.name, _Window(source.pieces()))


def _is_one_a_line(source: Source) -> bool:
    """Not so for a list, nor where the first object goes on in the second line, with a key or its end."""
    if source.head().lstrip().startswith("["):
        return False
    first, second, *_ = *itertools.islice(filter(None, map(str.strip, source.lines())), 2), "", ""
    return not first.startswith("[") and (first.endswith("}") or not second.startswith(('"', "}")))


def _from_lines(source: Source) -> Iterator[Document | Issue]:
    for number, line in enumerate(source.lines(), 1):
        if line.isspace():
            continue
        where = f"{source.name} line {number}"
        if not encodable(line):
            yield Issue(STAGE, where, NOT_UTF8)
            continue
        try:
            record = json.loads(line.rstrip("\r\n"))
        except (ValueError, RecursionError) as error:
            yield Issue(STAGE, where, _damage(error))
        else:
            yield from _papers(record, source.name, where)


class _Window:
    """The part of a text that is being read; `line` and `column` are where it begins in the whole."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text, self.position, self.line, self.column = "", 0, 1, 1
        self._pieces = pieces

    def next(self) -> str:
        """The next character that is no white space; "" at the end."""
        self.skip(_SPACE)
        return self.text[self.position : self.position + 1]

    def skip(self, pattern: re.Pattern[str]) -> None:
        while True:
            end = _end(pattern, self.text, self.position)
            if end < len(self.text) or not self._grow():
                self.position = end
                return

    def value(self) -> object:
        """The JSON value that begins here. Raises ValueError or RecursionError where none does."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self.text, self.position)
            except json.JSONDecodeError as error:
                cut_off = error.pos > len(self.text) - _LONGEST_TOKEN or error.msg.startswith("Unterminated")
                if not cut_off or not self._grow():
                    raise
            else:
                if end < len(self.text) or not self._grow():
                    self.position = end
                    return value

    def _grow(self) -> bool:
        """Let go of what has been read, and hold twice as much of what comes; False at the end."""
        done, held = self.text[: self.position], self.text[self.position :]
        pieces = list(itertools.islice(self._pieces, 1 + len(held) // _PIECE))
        if not pieces:
            return False
        self.line += done.count("\n")
        self.column = len(done) - done.rindex("\n") if "\n" in done else self.column + len(done)
        self.text, self.position = held + "".join(pieces), 0
        return True


def _from_text(name: str, window: _Window) -> Iterator[Document | Issue]:
    listed = window.next() == "["
    window.position += listed
    number = 0
    while window.next() not in ("", "]" if listed else ""):
        number += 1
        where = f"{name} record {number}"
        try:
            record = window.value()
        except (ValueError, RecursionError) as error:
            yield Issue(STAGE, where, f"{_damage(error, window)}; nothing is read from here on")
            return
        yield from _papers(record, name, where)
        window.skip(_BETWEEN)
    if listed:
        closed = window.next() == "]"
        window.position += closed
        if not closed or window.next():
            yield Issue(STAGE, f"{name} after record {number}", "the list is cut off here, or goes on after its end")


def _papers(value: object, name: str, where: str) -> Iterator[Document | Issue]:
    """The papers of a value: itself, or the records of a page."""
    for number, record in enumerate(unpacked(value), 1):
        place = where if record is value else f"{where} item {number}"
        if not isinstance(record, dict):
            yield Issue(STAGE, place, "not a record (an object with a title or an abstract)")
        else:
            yield paper(as_paper(record), name, place)


def _damage(error: ValueError | RecursionError, window: _Window | None = None) -> str:
    if isinstance(error, json.JSONDecodeError):
        number = error.lineno + (window.line - 1 if window else 0)
        column = error.colno + (window.column - 1 if window and error.lineno == 1 else 0)
        line = f"line {number}, " if number > 1 else ""
        return f"damaged JSON ({error.msg.removesuffix(' starting at')}, {line}column {column})"
    return "damaged JSON (nested too deeply, or a number too long)"


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
