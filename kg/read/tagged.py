"""Files of tagged lines ("AU  - Lovelace, Ada"), which RIS and MEDLINE are: records of tags and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kg.core.types import Document, Issue
from kg.read.markup import from_html, unwrapped
from kg.read.paper import STAGE, encodable, paper
from kg.read.source import NOT_UTF8, Source

_TAGGED = re.compile(r"(?=.{4}-)([A-Z][A-Z0-9]{1,3}) *-(?: (.*))?")

Tags = Mapping[str, Sequence[str]]


def papers(
    source: Source, start: str, end: str | None, record: Callable[[Tags], Mapping[str, object]]
) -> Iterator[Document | Issue]:
    """The papers of `source`, whose records begin with the tag `start` and end before the next, or with `end`."""
    for number, tags in _records(source, start, end):
        where = f"{source.name} line {number}"
        if all(encodable(value) for values in tags.values() for value in values):
            yield paper(record(tags), source.name, where)
        else:
            yield Issue(STAGE, where, NOT_UTF8)


def _records(source: Source, start: str, end: str | None) -> Iterator[tuple[int, Tags]]:
    """Each record, with the line that it begins in. What goes on over several lines has them, in one value."""
    begun = 0
    tags: dict[str, list[list[str]]] = {}
    for number, line in enumerate(source.lines(), 1):
        match = _TAGGED.match(line.rstrip("\r\n"))
        if match and match[1] in (start, end):
            if tags:
                yield begun, _joined(tags)
            begun, tags = number, {}
        if match and (tags or match[1] == start):
            value = [(match[2] or "").strip()]
            tags.setdefault(match[1], []).append(value)
        elif tags and line.strip():
            value.append(line.strip())
    if tags:
        yield begun, _joined(tags)


def _joined(tags: Mapping[str, Sequence[Sequence[str]]]) -> Tags:
    return {tag: ["\n".join(lines) for lines in values] for tag, values in tags.items()}


def first(tags: Tags, *names: str) -> str:
    """The first value of the first of these tags that has one, as plain text on one line."""
    return next((from_html(unwrapped(value)) for name in names for value in tags.get(name, ()) if value), "")


def every(tags: Tags, *names: str) -> list[str]:
    """All values of the first of these tags that has any; each line is one."""
    found = next((tags[name] for name in names if any(tags.get(name, ()))), ())
    return [from_html(line) for value in found for line in value.split("\n")]
