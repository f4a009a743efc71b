"""Papers made of the names that they use."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.core import names
from kg.core.types import DocId, Document, Extraction, LocalEntity, LocalId, Mention

Named = tuple[str, str, str, list[str]]
"""A name, its type, its role and its mentions."""
Paper = Callable[..., Extraction]


def extraction_of(doc: str, *named: Named, score: float = 1.0) -> Extraction:
    text, found = "", []
    for name, type_, role, mentions in named:
        places = []
        for mention in mentions:
            places.append((len(text), len(text) + len(mention)))
            text += mention + "; "
        found.append((name, type_, role, places))
    document = Document(DocId(doc), text)
    return Extraction(
        document.id,
        tuple(
            LocalEntity(
                LocalId(names.key(name)),
                type_,
                role,
                name,
                tuple(Mention(type_, document.cut(start, end, "test")) for start, end in places),
                (),
                score,
            )
            for name, type_, role, places in found
        ),
    )


@pytest.fixture
def paper() -> Paper:
    return extraction_of
