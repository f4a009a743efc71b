from __future__ import annotations

import hashlib
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import (
    Claim,
    DocId,
    Document,
    Evidence,
    Extraction,
    Fact,
    Issue,
    LocalEntity,
    LocalId,
    Mention,
    NodeId,
    Result,
    Span,
)


def test_cut_is_the_words_at_a_span() -> None:
    document = Document(DocId("p1"), "naïve 𝒢-nets, “à la carte”")
    assert document.cut(6, 12, "known", 0.5) == Evidence(Span(DocId("p1"), 6, 12), "𝒢-nets", "known", 0.5)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (2, 1), (-1, 2), (0, 6), (5, 6)])
def test_cut_outside_the_text_raises(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=rf"no words at {start}:{end} in p1 \(5 characters\)"):
        Document(DocId("p1"), "words").cut(start, end, "known")


@given(st.text(min_size=1), st.data())
def test_a_quote_stands_at_its_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    evidence = Document(DocId("p"), text).cut(start, end, "rule:x")
    assert text[evidence.span.start : evidence.span.end] == evidence.quote


def test_digest_is_of_the_text_alone() -> None:
    document = Document(DocId("p1"), "é")
    assert document.digest == hashlib.sha256("é".encode()).hexdigest()
    assert replace(document, id=DocId("p2"), year=2025).digest == document.digest
    assert replace(document, text="e").digest != document.digest


def test_digest_of_half_a_character_does_not_fail() -> None:
    assert Document(DocId("p"), "\ud800").digest == hashlib.sha256(b"\xed\xa0\x80").hexdigest()


@pytest.mark.parametrize(
    ("text", "title", "start", "abstract"),
    [("T\n\nA b", "T", 3, "A b"), ("A b", None, 0, "A b"), ("T\n\n", "T", 3, ""), ("T", "T", 1, "")],
)
def test_abstract_is_what_follows_the_title(text: str, title: str | None, start: int, abstract: str) -> None:
    document = Document(DocId("p"), text, title)
    assert (document.abstract_start, document.abstract) == (start, abstract)


def test_values_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Document(DocId("p"), "text").text = "other"  # type: ignore[misc]


def test_papers_of_a_fact_are_sorted_and_each_once() -> None:
    pieces = [Document(DocId(id_), "some words").cut(0, 4, "known") for id_ in ("b", "a", "b")]
    fact = Fact(NodeId("entity-x"), "partOf", NodeId("entity-y"), tuple(pieces), 0.5)
    assert fact.papers == ("a", "b")


def test_evidence_of_an_extraction_is_all_of_it_in_order() -> None:
    document = Document(DocId("p"), "abcdef")
    a, b, c, d = (document.cut(start, start + 1, "known") for start in range(4))
    entity = LocalEntity(LocalId("a"), "Model", "uses", "a", (Mention("Model", a),), (b,), 1.0)
    claim = Claim(LocalId("a"), "partOf", LocalId("a"), (c,), 1.0)
    result = Result(None, None, None, "d", None, None, "value", None, (d,))
    assert list(Extraction(DocId("p"), (entity,), (claim,), (result,)).evidence()) == [a, b, c, d]


def test_an_issue_is_read_as_place_and_message() -> None:
    assert str(Issue("read", "a.json line 3", "damaged")) == "a.json line 3: damaged"
