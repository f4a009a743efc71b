"""The same paper in several files as one document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import Any

from kg.core import ids
from kg.core.codec import document_to_json, text_of
from kg.core.types import DocId, Document, Issue
from kg.read.paper import STAGE

_TELLING = 100
_DETAILS = ("title", "venue", "year", "authors", "url", "doi", "arxiv", "keywords")


def fold(documents: Iterable[Document]) -> tuple[tuple[Document, ...], tuple[Issue, ...]]:
    """The papers among `documents`, each once, by id, whatever order they came in; and what was wrong with ids.

    Documents with the same abstract, but for white space and case, are one paper; where the abstract is so short that
    it may be anybody's ("Not available."), their titles must agree too. One without an abstract joins one with its
    title and its id, DOI or arXiv number. The paper has the details of the richest record, completed from the others,
    an id that a record gave rather than one made of its words, and the sources of all. Different texts under one id
    stay apart: the start of the text's digest is added to the id of each, and an Issue says so.
    """
    groups: dict[str, list[Document]] = {}
    named: dict[str, str] = {}
    for document in sorted(documents, key=_order):
        names = _names(document)
        bare = not document.abstract.strip()
        key = next((named[name] for name in names if name in named), names[0]) if bare else _text_key(document)
        groups.setdefault(key, []).append(document)
        for name in names:
            named.setdefault(name, key)
    return _with_unique_ids([_merged(group) for group in groups.values()])


def _order(document: Document) -> tuple[bool, int, str]:
    """Richest first; what has no abstract last; never by the order of reading."""
    details = sum(bool(getattr(document, name)) for name in _DETAILS)
    return not document.abstract.strip(), -details, json.dumps(document_to_json(document))


def _key(text: str) -> str:
    return "".join(text.split()).casefold()


def _text_key(document: Document) -> str:
    abstract = _key(document.abstract)
    return ids.digest(abstract if len(abstract) >= _TELLING else f"{_key(document.title or '')}\n{abstract}")


def _names(document: Document) -> list[str]:
    """The title with each thing that identifies the paper."""
    title = _key(document.title or "")
    return [f"{title}\n{name}" for name in (document.id, document.doi, document.arxiv) if name]


def _merged(group: Sequence[Document]) -> Document:
    def first(name: str) -> Any:
        return next((value for document in group if (value := getattr(document, name))), getattr(group[0], name))

    title = first("title")
    return Document(
        id=next((document.id for document in group if not _is_made_of_words(document)), group[0].id),
        text=text_of(title, first("abstract")),
        title=title,
        year=first("year"),
        venue=first("venue"),
        authors=first("authors"),
        url=first("url"),
        doi=first("doi"),
        arxiv=first("arxiv"),
        keywords=first("keywords"),
        sources=tuple(sorted({source for document in group for source in document.sources})),
    )


def _is_made_of_words(document: Document) -> bool:
    return document.id == ids.document(document.text, document.title, document.year)


def _with_unique_ids(papers: Iterable[Document]) -> tuple[tuple[Document, ...], tuple[Issue, ...]]:
    by_id: dict[DocId, list[Document]] = {}
    for paper in papers:
        by_id.setdefault(paper.id, []).append(paper)
    found: list[Document] = []
    issues = []
    taken = set(by_id)
    for id_, same in sorted(by_id.items()):
        if len(same) == 1:
            found += same
            continue
        for paper in same:
            free = _free(paper, taken)
            taken.add(free)
            found.append(replace(paper, id=free))
        sources = ", ".join(sorted({source for paper in same for source in paper.sources}))
        issues.append(Issue(STAGE, id_, f"{len(same)} different texts under this id ({sources}): give each its own"))
    return tuple(sorted(found, key=lambda paper: paper.id)), tuple(issues)


def _free(paper: Document, taken: Set[DocId]) -> DocId:
    """The paper's id with as much of its digest as makes it its own."""
    longer = [DocId(f"{paper.id}-{paper.digest[:length]}") for length in range(8, 65, 8)]
    return next((id_ for id_ in longer if id_ not in taken), longer[-1])
