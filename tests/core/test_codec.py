from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.codec import document_from_json, document_to_json, extraction_from_json, extraction_to_json, text_of
from kg.core.types import Claim, DocId, Document, Extraction, Issue, LocalEntity, LocalId, Mention, Result

TEXT = "We introduce FooNet.\nIt beats BarNet by 4.6 points on CIFAR-10."

any_text = st.text(alphabet=st.characters(codec=None))
maybe_text = st.none() | any_text
texts = st.lists(any_text).map(tuple)


def extraction(document: Document) -> Extraction:
    foo = document.cut(13, 19, "rule:introduces", 0.9)
    bar = document.cut(30, 36, "known")
    sentence = document.cut(21, len(document.text), "rule:outperforms", 0.75)
    value = document.cut(40, 50, "rule:gain")
    return Extraction(
        document.id,
        (
            LocalEntity(LocalId("foonet"), "Model", "introduces", "FooNet", (Mention("Model", foo),), (foo,), 0.9),
            LocalEntity(
                LocalId("barnet"), "Model", "comparesWith", "BarNet", (Mention("Method", bar),), (sentence,), 0.5
            ),
        ),
        (Claim(LocalId("foonet"), "outperforms", LocalId("barnet"), (sentence,), 0.75),),
        (
            Result("foonet", None, None, "4.6 points", Decimal("4.60"), "points", "gain", "barnet", (sentence, value)),
            Result(None, None, None, "many", None, None, "value", None, (sentence,)),
        ),
        ("https://github.com/a/b",),
        (Issue("extract", "p1", "a number\nwas cut"),),
    )


def test_document_to_json_has_the_shape_that_read_prints() -> None:
    document = Document(
        DocId("p1"), "T\n\nA", "T", 2025, "ICML", ("A B",), "https://x", "10.1/x", "2501.00001", ("k",), ("f",)
    )
    assert document_to_json(document) == {
        "id": "p1",
        "title": "T",
        "text": "A",
        "authors": ["A B"],
        "year": 2025,
        "venue": "ICML",
        "doi": "10.1/x",
        "arxiv": "2501.00001",
        "url": "https://x",
        "keywords": ["k"],
        "sources": ["f"],
    }


@pytest.mark.parametrize(
    ("title", "abstract", "text"),
    [("T", "A", "T\n\nA"), (None, "A", "A"), ("T", "", "T\n\n"), ("", "A", "\n\nA"), ("a\n\nb", "c", "a\n\nb\n\nc")],
)
def test_text_is_title_blank_line_abstract(title: str | None, abstract: str, text: str) -> None:
    assert text_of(title, abstract) == text
    assert Document(DocId("p"), text, title).abstract == abstract


@given(any_text, maybe_text, any_text, st.none() | st.integers(), maybe_text, texts, texts)
def test_any_document_comes_back_exactly(
    id_: str,
    title: str | None,
    abstract: str,
    year: int | None,
    word: str | None,
    names: tuple[str, ...],
    sources: tuple[str, ...],
) -> None:
    text = text_of(title, abstract)
    document = Document(DocId(id_), text, title, year, word, names, word, word, word, names, sources)
    record = json.loads(json.dumps(document_to_json(document)))
    assert document_from_json(record) == document
    assert record["text"] == abstract


@pytest.mark.parametrize("record", [{}, {"id": "x"}, document_to_json(Document(DocId("x"), "A")) | {"authors": 5}])
def test_what_is_no_document_raises(record: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError)):
        document_from_json(record)


def test_an_extraction_comes_back_exactly() -> None:
    document = Document(DocId("p1"), TEXT)
    written = extraction_to_json(extraction(document))
    assert extraction_from_json(document, json.loads(json.dumps(written))) == extraction(document)
    assert written["entities"][0]["mentions"] == [["Model", 13, 19, "rule:introduces", 0.9]]
    assert written["results"][0]["number"] == "4.60"


def test_quotes_are_cut_afresh_from_the_text() -> None:
    document = Document(DocId("p1"), TEXT)
    written = extraction_to_json(extraction(document))
    other = Document(DocId("p1"), TEXT.replace("FooNet", "QuxNet"))
    assert extraction_from_json(other, written).entities[0].mentions[0].evidence.quote == "QuxNet"


def test_an_extraction_that_points_outside_the_text_raises() -> None:
    written = extraction_to_json(extraction(Document(DocId("p1"), TEXT)))
    with pytest.raises(ValueError, match=r"no words at 13:19 in p1 \(5 characters\)"):
        extraction_from_json(Document(DocId("p1"), "short"), written)
