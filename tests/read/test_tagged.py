from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core.types import Document, Issue
from kg.read import Source, medline, ris


def read(reader: object, data: str | bytes) -> list[Document | Issue]:
    source = Source.of_bytes("x.ris", data if isinstance(data, bytes) else data.encode())
    return list(reader.read(source))  # type: ignore[attr-defined]


def titles(found: list[Document | Issue]) -> list[str | None]:
    return [item.title if isinstance(item, Document) else str(item) for item in found]


def test_records_end_where_the_next_begins() -> None:
    text = "TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\nER  - \nTI  - Nobody's\nTY  -\nT1  - Three\n on two lines"
    assert titles(read(ris, text)) == ["One", "Two", "Three on two lines"]


def test_a_record_that_is_not_utf8_is_an_issue_and_the_others_are_read() -> None:
    data = "TY  - JOUR\nTI  - Éva\nER  - \n".encode("latin1") + b"TY  - JOUR\nTI  - Two\nER  - \n"
    assert titles(read(ris, data)) == [
        "x.ris line 1: not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8",
        "Two",
    ]


@pytest.mark.parametrize(
    ("head", "known"), [("\n\nTY  - JOUR\n", True), ("TY  -JOUR\n", True), ("TY - x", False), ("", False)]
)
def test_ris_is_known_by_its_first_tag(head: str, known: bool) -> None:
    assert ris.recognises(head) is known


def test_dates_and_names_are_read_as_they_are_written() -> None:
    (found,) = read(ris, "TY  - BOOK\nTI  - T\nA1  - Doe, J., Jr.\nA1  - One Group\nY1  - 1999/05/01/May\nER  - \n")
    assert isinstance(found, Document)
    assert (found.authors, found.year) == (("J. Doe Jr.", "One Group"), 1999)


PIECES = [
    "TY  - JOUR\n",
    "PMID- 1\n",
    "ER  - \n",
    "TI  - ",
    "AB  - ",
    "AU  - ",
    "x, y",
    "\n",
    "      ",
    "é",
    "<i>",
    "-",
]


@settings(max_examples=50)
@given(st.sampled_from([ris, medline]), st.lists(st.sampled_from(PIECES)))
def test_no_text_breaks_it(reader: object, pieces: list[str]) -> None:
    assert all(isinstance(item, Document | Issue) for item in read(reader, "".join(pieces)))
