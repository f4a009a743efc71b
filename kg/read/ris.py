"""RIS, as Zotero, EndNote, Mendeley, Scopus and publishers export it. The end tag of a record may be missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.core.types import Document, Issue
from kg.read import tagged
from kg.read.people import given_family
from kg.read.source import Source
from kg.read.tagged import Tags, every, first

SUFFIXES: tuple[str, ...] = (".ris",)

_HEAD = re.compile(r"\s*TY  - ?[A-Z]{2,6}\s")


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    return tagged.papers(source, "TY", "ER", _record)


def _record(tags: Tags) -> dict[str, object]:
    return {
        "title": first(tags, "TI", "T1", "CT", "BT"),
        "abstract": first(tags, "AB", "N2"),
        "authors": [given_family(name) for name in every(tags, "AU", "A1")],
        "venue": first(tags, "T2", "JO", "JF", "C3", "JA", "J2", "BT"),
        "year": first(tags, "PY", "Y1", "DA"),
        "doi": first(tags, "DO"),
        "arxiv": first(tags, "AN", "M1"),
        "url": first(tags, "UR", "LK"),
        "keywords": every(tags, "KW"),
    }
