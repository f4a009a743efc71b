"""Tables: CSV and TSV with commas, semicolons, tabs or bars between columns.

The names in the first row say what the columns hold. Where they say nothing, the columns are told by their content:
the abstract is the column with the longest texts, the title the next. Or they are given, by name or by number:
`--format csv:title=Paper,abstract=3`.
"""

from __future__ import annotations

import csv
import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.core.errors import UsageError
from kg.core.types import Document, Issue
from kg.read.fields import FIELDS, field_of, renamed
from kg.read.markup import from_html
from kg.read.paper import STAGE, encodable, paper
from kg.read.people import given_family
from kg.read.source import NOT_UTF8, Source

SUFFIXES: tuple[str, ...] = (".csv", ".tsv", ".tab")

_SEPARATORS = "\t,;|"
_SAMPLE = 50
_FEWEST_LETTERS = 60
_NUMBER = re.compile(r" \(\d+\)(?=;|$)")

Row = Sequence[str]


def recognises(head: str) -> bool:
    first = head.split("\n", 1)[0]
    fields = {field_of(name) for name in _cells(first, _separator(first))} - {None}
    return len(fields) > 1 and bool(fields & {"title", "abstract"})


def read(source: Source) -> Iterator[Document | Issue]:
    return Table({}).read(source)


def given(columns: str) -> Table:
    """The reader of tables whose columns are given: "title=Paper,abstract=3". Raises UsageError where they are not."""
    pairs = [pair.split("=", 1) for pair in columns.split(",")]
    unknown = [pair[0] for pair in pairs if len(pair) < 2 or pair[0].strip() not in FIELDS]
    if unknown:
        raise UsageError(
            f"no field '{unknown[0]}': give columns as csv:title=NAME,abstract=NAME with {', '.join(FIELDS)}"
        )
    return Table({field.strip(): name.strip() for field, name in pairs})


@dataclass(frozen=True, slots=True)
class Table:
    """A reader of tables; `columns` are fields and the names or numbers (from 1) of the columns that hold them."""

    columns: Mapping[str, str]

    SUFFIXES = SUFFIXES

    def recognises(self, head: str) -> bool:
        return recognises(head)

    def read(self, source: Source) -> Iterator[Document | Issue]:
        separator = _separator(source.head().split("\n", 1)[0])
        rows = _rows(source, separator)
        sample = list(itertools.islice(rows, _SAMPLE))
        names = next((row for _, row in sample if isinstance(row, list)), [])
        places, has_names = self._places(names, [row for _, row in sample if isinstance(row, list)])
        for number, row in itertools.chain(sample, rows):
            if isinstance(row, Issue):
                yield row
            elif row is not names or not has_names:
                yield _paper(row, places, source.name, f"{source.name} line {number}")

    def _places(self, names: Row, rows: Sequence[Row]) -> tuple[Mapping[str, int], bool]:
        """In which column stands what, and whether the first row holds their names."""
        found = [field_of(name) for name in names]
        if self.columns:
            places = {field: _column(names, column) for field, column in self.columns.items()}
            return places, any(not column.isdecimal() for column in self.columns.values()) or "title" in found
        if {"title", "abstract", "text"} & set(found):
            return {name: place for place, name in enumerate(names)}, True
        return _by_content(rows), False


def _column(names: Row, column: str) -> int:
    folded = [name.strip().casefold() for name in names]
    if column.casefold() in folded:
        return folded.index(column.casefold())
    if column.isdecimal() and int(column) > 0:
        return int(column) - 1
    raise UsageError(f"no column '{column}': the table has {', '.join(names)}")


def _by_content(rows: Sequence[Row]) -> Mapping[str, int]:
    width = max(map(len, rows), default=0)
    letters = [sum(len(row[place]) for row in rows if place < len(row)) / len(rows) for place in range(width)]
    longest = sorted(range(width), key=lambda place: -letters[place])
    if not longest or letters[longest[0]] < _FEWEST_LETTERS:
        return {}
    return dict(zip(("abstract", "title"), longest, strict=False))


def _paper(row: Row, places: Mapping[str, int], name: str, where: str) -> Document | Issue:
    if not all(map(encodable, row)):
        return Issue(STAGE, where, NOT_UTF8)
    record = renamed({field: row[place] for field, place in places.items() if place < len(row)})
    markup = {key: from_html(value) for key, value in record.items() if isinstance(value, str)}
    return paper({**record, **markup, "authors": _authors(markup.get("authors", ""))}, name, where)


def _authors(cell: str) -> list[str]:
    """The names in a cell: between semicolons, else bars, else "and", else commas; without Scopus's number of each."""
    cell = _NUMBER.sub("", cell)
    for separator in (";", "|", " and "):
        if separator in cell:
            return [given_family(name) for name in cell.split(separator)]
    names = cell.split(",")
    return [given_family(cell)] if len(names) == 2 and " " not in names[0].strip() else [name.strip() for name in names]


def _separator(first: str) -> str:
    """What stands between the columns: that which gives the most columns of known names, then the most columns."""

    def known(separator: str) -> tuple[int, int]:
        names = _cells(first, separator)
        return sum(field_of(name) is not None for name in names), len(names)

    return max(_SEPARATORS, key=known)


def _cells(line: str, separator: str) -> Row:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _rows(source: Source, separator: str) -> Iterator[tuple[int, Row | Issue]]:
    """The rows with the line that each begins in; a blank one is passed over."""
    csv.field_size_limit(sys.maxsize)
    rows = csv.reader(_lines(source), delimiter=separator, strict=True)
    while True:
        number = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, Issue(STAGE, f"{source.name} line {number}", f"damaged row ({error}): check its quotes")
        else:
            if any(map(str.strip, row)):
                yield number, row


def _lines(source: Source) -> Iterator[str]:
    for line in source.lines():
        yield line.replace("\r\n", "\n").replace("\0", "\ufffd")
