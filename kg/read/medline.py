"""MEDLINE text, as PubMed saves it under "PubMed" or "MEDLINE" (`.nbib`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.core.types import Document, Issue
from kg.read import tagged
from kg.read.people import given_family
from kg.read.source import Source
from kg.read.tagged import Tags, every, first

SUFFIXES: tuple[str, ...] = (".nbib", ".medline")

_HEAD = re.compile(r"\s*PMID- ?\d")
_DOI = re.compile(r"(10\.\d{4,9}/\S+)\s*\[doi\]")


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    return tagged.papers(source, "PMID", None, _record)


def _record(tags: Tags) -> dict[str, object]:
    pmid = first(tags, "PMID")
    doi = _DOI.search(" ".join([*tags.get("AID", ()), *tags.get("LID", ())]))
    return {
        "id": f"pmid:{pmid}",
        "title": first(tags, "TI", "TT").removesuffix("."),
        "abstract": first(tags, "AB", "OAB"),
        "authors": [given_family(name) for name in every(tags, "FAU")] or every(tags, "AU"),
        "venue": first(tags, "JT", "TA"),
        "year": first(tags, "DP", "DEP"),
        "doi": doi[1] if doi else None,
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        "keywords": [word.lstrip("*") for word in every(tags, "OT")],
    }
