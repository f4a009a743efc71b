"""A paper with given entities, for what is read between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.core.types import DocId, Document, LocalEntity, LocalId, Mention

PAPERS = Path(__file__).parents[1] / "papers"
Row = tuple[str, ...]
Annotated = tuple[Document, tuple[LocalEntity, ...]]
Annotate = Callable[..., Annotated]


@pytest.fixture
def annotate() -> Annotate:
    """`annotate(text, (name, type, role, *other forms), …)`: a document and its entities, wherever they stand."""

    def make(text: str, *rows: Row, title: str | None = None) -> Annotated:
        document = Document(DocId("p"), text, title)
        entities = []
        for name, type_, role, *forms in rows:
            pattern = "|".join(re.escape(form) for form in sorted((name, *forms), key=len, reverse=True))
            mentions = tuple(
                Mention(type_, document.cut(*found.span(), "test"))
                for found in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text)
            )
            entities.append(LocalEntity(LocalId(name), type_, role, name, mentions, (), 1.0))
        return document, tuple(entities)

    return make


@pytest.fixture(scope="session")
def abstract() -> Callable[[str], str]:
    """The one abstract of the ICML 2026 papers that holds given words."""
    lines = {line for path in sorted(PAPERS.glob("*.txt")) for line in path.read_text(encoding="utf-8").splitlines()}

    def find(words: str) -> str:
        (found,) = (line for line in lines if words in line)
        return found

    return find
