"""The shapes that records of papers have in JSON: what services answer and exports hold, as the record of a paper.

Each function takes a record; one that is not of its shape gives None. Markup is resolved where a service is known to
deliver it. JSON of no known origin stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kg.read.fields import people, renamed
from kg.read.latex import from_latex
from kg.read.markup import from_html, unwrapped
from kg.read.people import joined

Json = Mapping[str, Any]

_LISTS = ("results", "notes", "data", "items", "papers", "works", "articles")
_ARXIV = re.compile(r"arxiv[:.]\s*(\S+)|arxiv\.org/abs/(\S+)", re.IGNORECASE)


def unpacked(value: object) -> Iterator[object]:
    """The records in what a service answers: a page of them, or one."""
    if isinstance(value, Mapping) and not {"title", "abstract", "content"} & value.keys():
        message = value.get("message")
        inner: Json = message if isinstance(message, Mapping) else value
        for name in _LISTS:
            if isinstance(inner.get(name), list):
                yield from inner[name]
                return
        yield inner
        return
    yield value


def as_paper(record: Json) -> Json:
    """`record` with the keys that `paper.paper` knows."""
    return next(found for shape in _SHAPES if (found := shape(record)) is not None)


def _openreview(record: Json) -> Json | None:
    content = record.get("content")
    if not isinstance(content, Mapping):
        return None
    if record.get("replyto") and record.get("id") != record.get("forum"):
        return {}
    values = {key: value.get("value") if isinstance(value, Mapping) else value for key, value in content.items()}
    id_ = record.get("forum") or record.get("id")
    dates = (record.get(name) for name in ("pdate", "odate", "cdate", "tcdate"))
    venue = _string(values.get("venue"))
    return {
        **values,
        "id": id_,
        "year": venue if re.search(r"\d{4}", venue) else _year(next(filter(None, dates), None)),
        "url": f"https://openreview.net/forum?id={id_}" if isinstance(id_, str) else None,
    }


def _openalex(record: Json) -> Json | None:
    if "abstract_inverted_index" not in record and not _string(record.get("id")).startswith("https://openalex.org/W"):
        return None
    place = _mapping(record.get("primary_location"))
    places = [place, *(_mapping(other) for other in _list(record.get("locations")))]
    pages = [page for other in places if isinstance(page := other.get("landing_page_url"), str)]
    return {
        "id": _string(record.get("id")).rsplit("/", 1)[-1],
        "title": _plain(record.get("title") or record.get("display_name")),
        "abstract": _plain(_from_index(record.get("abstract_inverted_index"))),
        "authors": people(_mapping(one).get("author") for one in _list(record.get("authorships"))),
        "venue": _mapping(place.get("source")).get("display_name"),
        "year": record.get("publication_year"),
        "doi": record.get("doi"),
        "arxiv": next((page for page in pages if "arxiv.org/" in page), None),
        "url": pages[0] if pages else record.get("id"),
        "keywords": people(_list(record.get("keywords"))),
    }


def _from_index(index: object) -> str | None:
    """The words of an inverted index (word to its places) in their order."""
    if not isinstance(index, Mapping):
        return None
    words = ((place, word) for word, places in index.items() for place in _list(places) if isinstance(place, int))
    return " ".join(word for _, word in sorted(words))


def _semantic_scholar(record: Json) -> Json | None:
    ids = record.get("externalIds") or record.get("externalids")
    if not isinstance(ids, Mapping) and "paperId" not in record:
        return None
    ids = _mapping(ids)
    return {
        **renamed(record),
        "id": record.get("paperId") or record.get("corpusid"),
        "venue": record.get("venue") or _mapping(record.get("publicationVenue")).get("name"),
        "doi": ids.get("DOI"),
        "arxiv": ids.get("ArXiv"),
        "keywords": None,
    }


def _arxiv(record: Json) -> Json | None:
    if "authors_parsed" not in record and not {"submitter", "categories", "abstract"} <= record.keys():
        return None
    versions = [_mapping(version).get("created") for version in _list(record.get("versions"))]
    names = [[*_list(name), "", "", ""] for name in _list(record.get("authors_parsed"))]
    authors = [joined(given, family, suffix) for family, given, suffix, *_ in names]
    return {
        "id": record.get("id"),
        "title": _tex(record.get("title")),
        "abstract": _tex(record.get("abstract")),
        "authors": [from_latex(name) for name in authors] or _split_authors(record.get("authors")),
        "venue": record.get("journal-ref"),
        "year": next(filter(None, versions), None) or record.get("update_date"),
        "doi": record.get("doi"),
        "arxiv": record.get("id"),
        "url": f"https://arxiv.org/abs/{record['id']}" if isinstance(record.get("id"), str) else None,
    }


def _split_authors(authors: object) -> list[str]:
    return (
        re.split(r",\s*(?:and\s+)?|\s+and\s+", from_latex(" ".join(authors.split())))
        if isinstance(authors, str)
        else []
    )


def _csl(record: Json) -> Json | None:
    """CSL-JSON, and Crossref's works, which are nearly that."""
    authors = _list(record.get("author"))
    if not {"container-title", "issued", "citation-key"} & record.keys() and not any(
        isinstance(author, Mapping) and {"family", "literal"} & author.keys() for author in authors
    ):
        return None
    issued = _mapping(record.get("issued"))
    dates = [date for date in _list(issued.get("date-parts")) if isinstance(date, list) and date]
    venue = _one(record.get("container-title")) or record.get("event-title") or record.get("publisher")
    doi, id_ = record.get("DOI"), record.get("citation-key") or record.get("id")
    notes = " ".join(_string(record.get(name)) for name in ("number", "note", "archive_location", "URL"))
    arxiv = _ARXIV.search(notes)
    return {
        "id": None if doi or _string(id_).startswith("http") else id_,
        "title": _plain(_one(record.get("title"))),
        "abstract": _plain(record.get("abstract")),
        "authors": people(authors),
        "venue": _plain(venue),
        "year": dates[0][0] if dates else issued.get("raw") or issued.get("literal"),
        "doi": doi,
        "arxiv": arxiv[1] or arxiv[2] if arxiv else None,
        "url": record.get("URL"),
        "keywords": record.get("keyword"),
    }


def _event(record: Json) -> Json | None:
    """A talk or poster on a conference's site, which has a name."""
    if "title" in record or not isinstance(record.get("name"), str) or not isinstance(record.get("abstract"), str):
        return None
    return {**renamed(record), "title": record["name"]}


_SHAPES: tuple[Callable[[Json], Json | None], ...] = (
    _openreview, _openalex, _semantic_scholar, _arxiv, _csl, _event, renamed,
)  # fmt: skip


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _one(value: object) -> object:
    return " ".join(filter(None, map(_string, value))) if isinstance(value, list) else value


def _mapping(value: object) -> Json:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _plain(value: object) -> object:
    return from_html(unwrapped(value)) if isinstance(value, str) else value


def _tex(value: object) -> object:
    return unwrapped(from_latex(value)) if isinstance(value, str) else value


def _year(milliseconds: object) -> int | None:
    if not isinstance(milliseconds, int | float) or not 0 < milliseconds < 4e12:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).year
