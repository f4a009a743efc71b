from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read import Source, acl, atom, jats, tei

PAPER = "<paper id='1'><title>{0}</title><abstract>{1}</abstract><url>a.1</url></paper>"

PIECES = [
    "<paper>",
    "</paper>",
    "<entry>",
    "</entry>",
    "<title>",
    "</title>",
    "<front>",
    "</front>",
    "<teiHeader>",
    "</teiHeader>",
    "<name/>",
    "x",
    "&lt;",
    "&nope;",
    "\x00",
    "<!--",
    "-->",
    "é",
]


def read(text: str | bytes) -> list[Document | Issue]:
    return list(acl.read(Source.of_bytes("x.xml", text if isinstance(text, bytes) else text.encode())))


def one(title: str, abstract: str = "A.", before: str = "") -> Document:
    (document,) = read(f"{before}<collection id='a'>{PAPER.format(title, abstract)}</collection>")
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("<fixed-case>BERT</fixed-case>: <i>a</i>\n   study &amp; more &lt;x&gt;", "BERT: a study & more <x>"),
        ("<p>One.</p>\n<p>Two.</p>", "One.\nTwo."),
        ("at <tex-math>10^{-5}</tex-math>", "at $10^{-5}$"),
        ("<![CDATA[a < b]]>", "a < b"),
        ("a&nbsp;b&eacute;&unknown;", "a bé&unknown;"),
        ("<x:b xmlns:x='u'>bold</x:b>", "bold"),
    ],
)
def test_markup_is_resolved(written: str, plain: str) -> None:
    assert one(written).title == plain


def test_latin1_and_utf16_are_read_as_the_xml_says() -> None:
    text = f"<collection id='a'>{PAPER.format('Éva', 'x')}</collection>"
    for encoding in ("latin1", "utf-16"):
        (document,) = read(f"<?xml version='1.0' encoding='{encoding}'?>{text}".encode(encoding))
        assert isinstance(document, Document)
        assert document.title == "Éva"


@pytest.mark.parametrize(
    "dtd",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://192.0.2.1/a.dtd"> %a;]>',
    ],
)
def test_entities_are_refused(dtd: str) -> None:
    with pytest.raises(BadDocument, match=r"^XML that declares entities \('a'\)"):
        one("&a;", before=dtd)


@pytest.mark.parametrize("dtd", ['<!DOCTYPE x SYSTEM "http://192.0.2.1/a.dtd">', '<!DOCTYPE x SYSTEM "/etc/hostname">'])
def test_an_outside_dtd_is_not_asked_for(dtd: str) -> None:
    assert one("A&nbsp;net", before=dtd).title == "A net"


def test_what_stands_before_a_damage_is_read() -> None:
    source = Source.of_bytes(
        "x.xml", f"<collection>{PAPER.format('One', 'x')}\n{PAPER.format('Two', 'y')[:-8]}".encode()
    )
    found = acl.read(source)
    assert isinstance(next(found), Document)
    with pytest.raises(BadDocument, match=r"^damaged XML \(line 2: no element found\); nothing is read from here on$"):
        next(found)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(BadDocument, match=r"^XML nested more than 200 deep: not a file of papers$"):
        read("<a>" * 100_000)
    with pytest.raises(BadDocument, match=r"^XML nested more than 200 deep: not a file of papers$"):
        read("<paper>" * 100_000)


@settings(max_examples=50)
@given(
    st.sampled_from([acl, atom, jats, tei]),
    st.lists(st.sampled_from(PIECES)),
)
def test_no_xml_breaks_a_reader(reader: object, pieces: list[str]) -> None:
    source = Source.of_bytes("x.xml", "".join(pieces).encode())
    try:
        assert all(isinstance(item, Document | Issue) for item in reader.read(source))  # type: ignore[attr-defined]
    except BadDocument as error:
        assert str(error)
