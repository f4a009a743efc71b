"""TEI, as GROBID makes it of a PDF; its header is read and the rest passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.core.types import Document, Issue
from kg.read.paper import paper
from kg.read.people import joined
from kg.read.source import Source
from kg.read.trees import Found, elements, text_at, texts_at, words

SUFFIXES: tuple[str, ...] = (".tei",)

_HEAD = re.compile(r"<(?:\w+:)?TEI\b")
_PAPER = "fileDesc/sourceDesc/biblStruct"


def recognises(head: str) -> bool:
    return _HEAD.search(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    for found in elements(source, {"teiHeader", "text"}):
        if found.element.tag == "teiHeader":
            yield paper(_record(found), source.name, f"{source.name} line {found.line}")


def _record(found: Found) -> dict[str, object]:
    header = found.element
    ids = {idno.get("type", "").lower(): words(idno) for idno in header.iterfind(f"{_PAPER}//idno")}
    dates = [date.get("when") or words(date) for date in header.iterfind(f"{_PAPER}/monogr/imprint/date")]
    dates += [date.get("when") or words(date) for date in header.iterfind("fileDesc/publicationStmt/date")]
    return {
        "title": text_at(header, "fileDesc/titleStmt/title") or text_at(header, f"{_PAPER}/analytic/title"),
        "abstract": text_at(header, "profileDesc/abstract"),
        "authors": [_name(author) for author in header.iterfind(f"{_PAPER}/analytic/author/persName")],
        "venue": text_at(header, f"{_PAPER}/monogr/title"),
        "year": next(filter(None, dates), None),
        "doi": ids.get("doi"),
        "arxiv": re.split(r"[\s\[]", ids.get("arxiv", ""))[0],
        "url": next((link.get("target") for link in header.iterfind(f"{_PAPER}//ptr")), None),
        "keywords": texts_at(header, "profileDesc/textClass/keywords//term")
        or text_at(header, "profileDesc/textClass/keywords"),
    }


def _name(person: Element) -> str:
    return joined(*texts_at(person, "forename"), *texts_at(person, "surname"))
