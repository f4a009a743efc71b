"""JSON: one record a line (JSON Lines), a list of records, or records one after the other.

In JSON Lines a damaged line is an issue and the others are read. Elsewhere nothing is read from a damage on.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator

from kg.core.types import Document, Issue
from kg.read.paper import STAGE, encodable, paper
from kg.read.source import NOT_UTF8, Source

SUFFIXES: tuple[str, ...] = (".json", ".jsonl", ".ndjson")

_HEAD = re.compile(r'\s*(?:\{\s*["}]|\[\s*[{\]])')
_SPACE = re.compile(r"\s*")
_BETWEEN = re.compile(r"\s*,?\s*")
_DECODER = json.JSONDecoder()


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    return _from_lines(source) if _is_one_a_line(source) else _from_text(source.name, source.text())


def _is_one_a_line(source: Source) -> bool:
    """Not so for a list, nor where the first object goes on in the second line, with a key or its end."""
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
            record = json.loads(line.rstrip("\n"))
        except (ValueError, RecursionError) as error:
            yield Issue(STAGE, where, _damage(error))
        else:
            yield _paper(record, source.name, where)


def _from_text(name: str, text: str) -> Iterator[Document | Issue]:
    position = _end(_SPACE, text, 0)
    listed = text.startswith("[", position)
    if listed:
        position = _end(_SPACE, text, position + 1)
    number = 0
    while position < len(text) and not (listed and text[position] == "]"):
        number += 1
        where = f"{name} record {number}"
        try:
            record, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            yield Issue(STAGE, where, f"{_damage(error)}; nothing is read from here on")
            return
        yield _paper(record, name, where)
        position = _end(_BETWEEN, text, position)
    if listed and text[position:].rstrip() != "]":
        yield Issue(STAGE, f"{name} after record {number}", "the list is cut off here, or goes on after its end")


def _paper(record: object, name: str, where: str) -> Document | Issue:
    if not isinstance(record, dict):
        return Issue(STAGE, where, "not a record (an object with a title or an abstract)")
    return paper(record, name, where)


def _damage(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return f"damaged JSON ({error.msg.removesuffix(' starting at')}, {line}column {error.colno})"
    return "damaged JSON (nested too deeply, or a number too long)"


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
