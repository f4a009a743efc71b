"""The Atom feed that arXiv's API answers with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.core.types import Document, Issue
from kg.read.latex import from_latex
from kg.read.paper import paper
from kg.read.source import Source
from kg.read.trees import Found, elements, text_at, texts_at

SUFFIXES: tuple[str, ...] = (".atom",)

_HEAD = re.compile(r"<(?:\w+:)?feed\b[^>]*http://www\.w3\.org/2005/Atom")


def recognises(head: str) -> bool:
    return _HEAD.search(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    for found in elements(source, {"entry"}):
        yield paper(_record(found), source.name, f"{source.name} line {found.line}")


def _record(found: Found) -> dict[str, object]:
    entry = found.element
    url = text_at(entry, "id")
    return {
        "title": from_latex(text_at(entry, "title")),
        "abstract": from_latex(text_at(entry, "summary")),
        "authors": texts_at(entry, "author/name"),
        "venue": text_at(entry, "journal_ref"),
        "year": text_at(entry, "published"),
        "doi": text_at(entry, "doi"),
        "arxiv": url,
        "url": re.sub(r"(arxiv\.org/abs/.+)v\d+$", r"\1", url),
    }
