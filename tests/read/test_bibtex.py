from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read import Source, bibtex


def read(text: str) -> list[Document | Issue]:
    return list(bibtex.read(Source.of_bytes("x.bib", text.encode())))


def one(fields: str) -> Document:
    (document,) = read(f"@article{{key, title = {{T}}, {fields}}}")
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize(
    ("written", "authors"),
    [
        ("Lovelace, Ada and Alan Turing", ("Ada Lovelace", "Alan Turing")),
        ("van der Berg, Jan\n  and\tKing, Jr., Martin", ("Jan van der Berg", "Martin King Jr.")),
        (r"{\'E}va Szab{\'o} and {Barnes and Noble, Inc.} and others", ("Éva Szabó", "Barnes and Noble, Inc.")),
        ("", ()),
    ],
)
def test_authors_are_given_family(written: str, authors: tuple[str, ...]) -> None:
    assert one(f"author = {{{written}}}").authors == authors


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint = {2005.14165}, archivePrefix = {arXiv}", "2005.14165"),
        ("eprint={hep-th/9901001}, eprinttype={arxiv}", "hep-th/9901001"),
        ("journal = {arXiv preprint arXiv:1706.03762}", "1706.03762"),
        ("journal = {{CoRR}}, volume = {abs/1706.03762}, url = {http://arxiv.org/abs/1706.03762}", "1706.03762"),
        ("eprint = {12345}, eprinttype = {pubmed}", None),
    ],
)
def test_arxiv_numbers_are_found_where_they_are_written(fields: str, arxiv: str | None) -> None:
    assert one(fields).arxiv == arxiv


def test_a_link_keeps_what_latex_would_change() -> None:
    document = one(r"url = {\url{https://a.org/~x/b\_c--d%20e}}, doi = {10.1000/a\_b}")
    assert (document.url, document.doi) == ("https://a.org/~x/b_c--d%20e", "10.1000/a_b")


def test_abbreviations_and_joined_values_are_put_in_place() -> None:
    found = read('@string{a = "Journal"}@STRING(b = a # " of Nets")\n@misc{x, title = "T", journal = B # { (1) }}')
    assert [item.venue for item in found if isinstance(item, Document)] == ["Journal of Nets (1)"]


@pytest.mark.parametrize(
    "damaged",
    ["@article{bad, title = {open", '@article{bad, title = "open', "@article{bad, = }", "@article{bad title}"],
)
def test_a_damaged_entry_is_an_issue_and_the_others_are_read(damaged: str) -> None:
    found = read(f"@misc{{a, title={{A}}}}\n{damaged}\n@misc{{b, title={{B}}}}\n")
    assert [item.id for item in found if isinstance(item, Document)] == ["a", "b"]
    (issue,) = (item for item in found if isinstance(item, Issue))
    assert issue.where == "x.bib line 2"


def test_two_entries_with_one_key_are_both_read() -> None:
    found = read("@misc{a, title={One}}\n@misc{a, title={Two}, title={Three}}\r\n")
    assert [(item.id, item.title) for item in found if isinstance(item, Document)] == [("a", "One"), ("a", "Two")]


@pytest.mark.parametrize(
    ("head", "known"),
    [("% x\n\n @Article{a,", True), ("@misc(a,", True), ("@foo bar", False), ("a @misc{a", False), ("", False)],
)
def test_it_is_known_by_its_first_entry(head: str, known: bool) -> None:
    assert bibtex.recognises(head) is known


@settings(max_examples=50)
@given(
    st.lists(
        st.sampled_from(
            [
                "@article{a,",
                "@string{",
                "title",
                "author",
                "=",
                "{",
                "}",
                '"',
                ",",
                "#",
                "x",
                " and ",
                "\\",
                "\n",
                "é",
                "$",
                "@",
            ]
        )
    )
)
def test_no_text_breaks_it(pieces: list[str]) -> None:
    try:
        assert all(isinstance(item, Document | Issue) for item in read("".join(pieces)))
    except BadDocument as error:
        assert str(error)
