"""JATS XML, as PubMed Central and publishers deliver articles; their front matter is read and the rest passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.core.types import Document, Issue
from kg.read.paper import paper
from kg.read.people import joined
from kg.read.source import Source
from kg.read.trees import Found, elements, text_at, texts_at, words

SUFFIXES: tuple[str, ...] = (".nxml", ".jats")

_HEAD = re.compile(
    r"<!DOCTYPE\s+(?:pmc-)?article|<article\b[^>]*(?:article-type|dtd-version|jats|xlink)|<pmc-articleset\b"
)
_PAPER = "article-meta/"
_BESIDE_ABSTRACT = re.compile(r"\Aabstract\.?\n|\n(?:DOI:\s*)?https?://(?:dx\.)?doi\.org/\S+\Z", re.IGNORECASE)


def recognises(head: str) -> bool:
    return _HEAD.search(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    for found in elements(source, {"front", "sub-article", "response", "body", "back"}):
        if found.element.tag == "front":
            yield paper(_record(found), source.name, f"{source.name} line {found.line}")


def _record(found: Found) -> dict[str, object]:
    front = found.element
    ids = {id_.get("pub-id-type", ""): words(id_) for id_ in front.iterfind(f"{_PAPER}article-id")}
    years = [text_at(date, "year") for date in front.iterfind(f"{_PAPER}pub-date")]
    subtitle = text_at(front, f"{_PAPER}title-group/subtitle")
    title = text_at(front, f"{_PAPER}title-group/article-title")
    return {
        "title": f"{title}: {subtitle}" if subtitle else title,
        "abstract": _abstract(front),
        "authors": [_name(person) for person in front.iterfind(f"{_PAPER}contrib-group/contrib")],
        "venue": text_at(front, "journal-meta/journal-title-group/journal-title")
        or text_at(front, "journal-meta/journal-title"),
        "year": min(filter(None, years), default=None),
        "doi": ids.get("doi"),
        "arxiv": ids.get("arxiv"),
        "id": None if ids.get("doi") or not ids.get("pmid") else f"pmid:{ids['pmid']}",
        "keywords": texts_at(front, f"{_PAPER}kwd-group/kwd"),
    }


def _abstract(front: Element) -> str:
    """The abstract itself, not the graphical one or the summary for the public, without its heading and its own DOI."""
    abstracts = list(front.iterfind(f"{_PAPER}abstract"))
    main = next((abstract for abstract in abstracts if not abstract.get("abstract-type")), None)
    if main is None:
        return ""
    for number in main.findall("object-id"):
        main.remove(number)
    return _BESIDE_ABSTRACT.sub("", words(main)).strip()


def _name(person: Element) -> str:
    if person.get("contrib-type", "author") != "author":
        return ""
    name = person.find("name")
    if name is None:
        return text_at(person, "collab") or text_at(person, "string-name")
    return joined(text_at(name, "given-names"), text_at(name, "surname"), text_at(name, "suffix"))
