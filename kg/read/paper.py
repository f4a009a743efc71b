"""A record, as readers find it in any format, as a Document.

A record is a mapping with any of the keys id, title, abstract (or text), authors, venue, year, keywords, url, doi,
arxiv and sources; others are passed over. Title and abstract must be text, and stay as they are, character for
character; what else describes the paper is used as far as it can be understood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from kg.core import ids
from kg.core.codec import document_to_json, text_of
from kg.core.errors import BadDocument
from kg.core.types import DocId, Document, Issue

STAGE = "read"
_LONGEST = 2_000_000
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DOI = re.compile(r"(?:^|doi:\s*|doi\.org/)(10\.\d{4,9}/\S+)$", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:^|arxiv:\s*|arxiv\.org/(?:abs|pdf|html)/|10\.48550/arxiv\.)"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?$",
    re.IGNORECASE,
)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[^#]*&)?id=([\w-]+)")


def paper(record: Mapping[str, object], source: str, where: str) -> Document | Issue:
    """The paper that `record`, read at `where` in the file `source`, describes; an Issue where it describes none."""
    try:
        return _document(record, source)
    except BadDocument as error:
        return Issue(STAGE, where, str(error))


def _document(record: Mapping[str, object], source: str) -> Document:
    title, abstract = _text(record, "title"), _text(record, "abstract") or _text(record, "text")
    if title is None and abstract is None:
        raise BadDocument("neither a title nor an abstract")
    text = text_of(title, abstract or "")
    if len(text) > _LONGEST:
        raise BadDocument(
            f"{len(text)} characters, and an abstract has at most {_LONGEST}: give title and abstract only"
        )
    url = _word(record.get("url"))
    doi = (_first(_DOI, record.get("doi"), url) or "").lower() or None
    arxiv = _first(_ARXIV, record.get("arxiv"), url, doi)
    year = _year(record.get("year"))
    id_ = _id(record.get("id")) or doi or arxiv or _first(_OPENREVIEW, url) or ids.document(text, title, year)
    document = Document(
        id=DocId(id_),
        text=text,
        title=title,
        year=year,
        venue=_word(record.get("venue")),
        authors=_names(record.get("authors"), ";"),
        url=url,
        doi=doi,
        arxiv=arxiv,
        keywords=_names(record.get("keywords"), "[;,]"),
        sources=_names(record.get("sources"), "\n") or (source,),
    )
    if not encodable(json.dumps(document_to_json(document), ensure_ascii=False)):
        raise BadDocument(r"half of a character, such as \ud800, in it: write the file again from its source")
    return document


def is_preprint_doi(doi: str) -> bool:
    """Whether it is one that arXiv gave."""
    return doi.startswith("10.48550/")


def openreview_of(document: Document) -> str | None:
    """The paper's id on OpenReview, where its address is there."""
    return _first(_OPENREVIEW, document.url)


def encodable(text: str) -> bool:
    """Whether `text` is made of whole characters only (no lone surrogates)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _text(record: Mapping[str, object], key: str) -> str | None:
    value = record.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise BadDocument(f"its {key} is not text")
    return value if value.strip() else None


def _word(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _id(value: object) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value.strip() else None


def _year(value: object) -> int | None:
    match = _YEAR.search(str(value)) if isinstance(value, str | int | float) else None
    return int(match[0]) if match else None


def _names(value: object, separator: str) -> tuple[str, ...]:
    """The names in a list of strings or of objects with a `name`, or in one string."""
    items = re.split(separator, value) if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    names = (_word(item.get("name") if isinstance(item, Mapping) else item) for item in items)
    return tuple(name for name in names if name)


def _first(pattern: re.Pattern[str], *values: object) -> str | None:
    """What `pattern` finds in the first of `values` in which it finds something."""
    matches = (pattern.search(word) for value in values if (word := _word(value)))
    return next((match[1] for match in matches if match), None)
