from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.errors import UsageError
from kg.core.types import Document, Issue
from kg.read import Source, table
from kg.run.pipeline import read as read_paths

LONG = "We introduce FooNet, which reads all the papers that there are, and some that there are not."


def read(text: str | bytes, columns: str = "") -> list[Document | Issue]:
    source = Source.of_bytes("x.csv", text if isinstance(text, bytes) else text.encode())
    return list(table.given(columns).read(source) if columns else table.read(source))


def papers(text: str, columns: str = "") -> list[tuple[str | None, str]]:
    return [(item.title, item.abstract) for item in read(text, columns) if isinstance(item, Document)]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_columns_are_told_by_their_names(separator: str, end: str) -> None:
    rows = [["Year", "Abstract", "Title"], ["2020", LONG.replace(",", ""), "FooNet"], [], ["2021", "", "Bar"]]
    text = end.join(separator.join(row) for row in rows)
    assert table.recognises(text)
    assert papers(text) == [("FooNet", LONG.replace(",", "")), ("Bar", "")]


def test_columns_are_told_by_their_content_where_names_say_nothing() -> None:
    assert papers(f'FooNet,1,"{LONG}"\nBarNet,2,"{LONG}"\n') == [("FooNet", LONG), ("BarNet", LONG)]


def test_columns_may_be_given_by_name_or_number(tmp_path: Path) -> None:
    text = f'Paper,Zusammenfassung\nFooNet,"{LONG}"\n'
    assert papers(text, "title=paper,abstract=2") == [("FooNet", LONG)]
    (tmp_path / "x.txt").write_text(text)
    (document,) = read_paths([str(tmp_path / "x.txt")], "csv:title=Paper,abstract=Zusammenfassung")
    assert isinstance(document, Document)
    assert document.title == "FooNet"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("name=Paper", "^no field 'name': give columns as csv:title=NAME,"),
        ("title", "^no field 'title': give columns as csv:title=NAME,"),
        ("title=Missing", "^no column 'Missing': the table has a, b$"),
    ],
)
def test_columns_that_there_are_not_are_a_usage_error(columns: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read("a,b\n1,2\n", columns)


def test_a_format_that_takes_nothing_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("x")
    with pytest.raises(UsageError, match=r"^the format 'text' takes nothing after a colon: give --format text$"):
        list(read_paths([str(tmp_path / "x.txt")], "text:a=b"))


def test_a_cell_of_10_megabytes_is_an_issue_and_the_others_are_read() -> None:
    found = read(f'title,abstract\nA,"{"x" * 10_000_000}"\nB,y\n')
    assert [str(item) if isinstance(item, Issue) else item.title for item in found] == [
        "x.csv line 2: 10000003 characters, and an abstract has at most 2000000: give title and abstract only",
        "B",
    ]


def test_a_row_that_is_not_utf8_is_an_issue_and_the_others_are_read() -> None:
    found = read(b"title,abstract\nA,caf\xe9\nB,y\n")
    assert [str(item) if isinstance(item, Issue) else item.title for item in found] == [
        "x.csv line 2: not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8",
        "B",
    ]


def test_utf16_with_tabs_is_read() -> None:
    (document,) = read("Title\tAbstract\nÉva\tx\n".encode("utf-16"))
    assert isinstance(document, Document)
    assert document.title == "Éva"


def test_a_quote_that_is_not_closed_is_an_issue() -> None:
    found = read('title,abstract\nA,x\nB,"open\nC,y\n')
    assert [str(item) if isinstance(item, Issue) else item.title for item in found] == [
        "A",
        "x.csv line 3: damaged row (unexpected end of data): check its quotes",
    ]
