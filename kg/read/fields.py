"""What files call the fields of a paper, where no standard says it: in JSON of any origin, tables, front matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kg.read.people import of_mapping

FIELDS: Mapping[str, Sequence[str]] = {
    "id": ("id", "paper id", "paperid", "key", "uid", "identifier", "item key", "citation key", "bibtex key"),
    "title": ("title", "paper title", "article title", "document title", "primary title", "titre"),
    "abstract": ("abstract", "summary", "abstract note", "abstract text", "paper abstract", "resume"),
    "text": ("text",),
    "authors": ("author full names", "authors", "author", "author s", "author names", "creator", "creators"),
    "venue": (
        "venue", "conference", "booktitle", "journal", "publication title", "source title", "container title",
        "event", "proceedings", "journal title", "journal book",
    ),
    "year": ("year", "publication year", "published", "date", "publication date", "issued", "conf year", "pub year"),
    "doi": ("doi", "doi link"),
    "arxiv": ("arxiv", "arxiv id", "eprint", "arxiv url", "arxiv number"),
    "url": (
        "url", "link", "site", "pdf", "pdf url", "paper url", "openreview", "forum", "html url", "pdf link", "urls",
        "proceeding", "oa", "virtualsite url",
    ),
    "keywords": ("keywords", "keyword", "author keywords", "manual tags", "tags", "topics"),
    "sources": ("sources",),
}  # fmt: skip
"""The keys of a record (`paper.paper`), and the names that a file may give them, the likeliest first."""

_WORDS = re.compile(r"[^0-9a-z]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAMES = {name: field for field, names in FIELDS.items() for name in names}


def field_of(name: str) -> str | None:
    """The field that a column or key called `name` is likely to hold."""
    return _NAMES.get(_word(name))


def renamed(record: Mapping[str, object]) -> dict[str, object]:
    """`record` with its keys as the fields that they are; of several for one field, the likeliest that has a value."""
    words = {_word(str(key)): value for key, value in reversed(list(record.items()))}
    found = {
        field: next((words[name] for name in names if words.get(name) not in (None, "", [])), None)
        for field, names in FIELDS.items()
    }
    return {**found, "authors": people(found["authors"])}


def people(value: object) -> object:
    """A list of names, where `value` is a list of names or of records of people."""
    return (
        [of_mapping(person) for person in value]
        if isinstance(value, Iterable) and not isinstance(value, str | Mapping)
        else value
    )


def _word(name: str) -> str:
    return _WORDS.sub(" ", _CAMEL.sub(" ", name).lower()).strip()
