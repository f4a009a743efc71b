"""The XML of the ACL Anthology: collections of volumes of papers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kg.core.types import Document, Issue
from kg.read.paper import paper
from kg.read.people import joined
from kg.read.source import Source
from kg.read.trees import Found, elements, text_at

SUFFIXES: tuple[str, ...] = ()

_HEAD = re.compile(r"<collection\s+id=")
_SITE = "https://aclanthology.org/"


def recognises(head: str) -> bool:
    return _HEAD.search(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    volume: dict[str, object] = {}
    for found in elements(source, {"meta", "frontmatter", "paper"}):
        if found.element.tag == "meta":
            volume = {"venue": text_at(found.element, "booktitle"), "year": text_at(found.element, "year")}
        elif found.element.tag == "paper":
            yield paper(_record(found, volume), source.name, f"{source.name} line {found.line}")


def _record(found: Found, volume: Mapping[str, object]) -> dict[str, object]:
    one = found.element
    link = text_at(one, "url")
    return {
        **volume,
        "id": link if link and "/" not in link else None,
        "title": text_at(one, "title"),
        "abstract": text_at(one, "abstract"),
        "authors": [joined(text_at(author, "first"), text_at(author, "last")) for author in one.iterfind("author")],
        "doi": text_at(one, "doi"),
        "url": link if "/" in link or not link else f"{_SITE}{link}/",
    }
