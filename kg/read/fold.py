"""The same paper in several records, of one file or of many, as one document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from typing import Any

from kg.core import ids
from kg.core.codec import document_to_json, text_of
from kg.core.types import DocId, Document, Issue
from kg.read.alike import Pairs, pairs
from kg.read.paper import STAGE, is_preprint_doi

_DETAILS = ("title", "venue", "year", "authors", "url", "doi", "arxiv", "keywords")


def fold(documents: Iterable[Document]) -> tuple[tuple[Document, ...], tuple[Issue, ...]]:
    """The papers among `documents`, each once, by id, whatever order they came in; and what was wrong with ids.

    Which records are one paper, `alike.pairs` says. The paper has the details of the richest record, completed from the
    others, an id that a record gave rather than one made of its words, and the sources of all. Of a preprint and what
    was published of it, it has the DOI of the one and the arXiv number of the other. Different texts under one id stay
    apart: the start of the text's digest is added to the id of each, and an Issue says so.
    """
    found = sorted(documents, key=_order)
    return _with_unique_ids([_merged(group) for group in _groups(found, pairs(found))])


def _order(document: Document) -> tuple[bool, int, str]:
    """Richest first; what has no abstract last; never by the order of reading."""
    details = sum(bool(getattr(document, name)) for name in _DETAILS)
    return not document.abstract.strip(), -details, json.dumps(document_to_json(document))


def _groups(documents: Sequence[Document], alike: Pairs) -> list[list[Document]]:
    """Documents that are the same paper, directly or by way of others, each group in the order of `documents`."""
    first = list(range(len(documents)))

    def root(place: int) -> int:
        while first[place] != place:
            first[place] = first[first[place]]
            place = first[place]
        return place

    for left, right in alike:
        low, high = sorted((root(left), root(right)))
        first[high] = low
    groups: dict[int, list[Document]] = {}
    for place, document in enumerate(documents):
        groups.setdefault(root(place), []).append(document)
    return list(groups.values())


def _merged(group: Sequence[Document]) -> Document:
    def first(name: str, accept: Callable[[Any], object] = bool) -> Any:
        values = [getattr(document, name) for document in group]
        return next(filter(accept, values), None) or next(filter(None, values), values[0])

    title = first("title")
    return Document(
        id=first("id", lambda id_: any(document.id == id_ and not _is_made_of_words(document) for document in group)),
        text=text_of(title, first("abstract")),
        title=title,
        year=first("year"),
        venue=first("venue"),
        authors=first("authors"),
        url=first("url"),
        doi=first("doi", lambda doi: doi and not is_preprint_doi(doi)),
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
