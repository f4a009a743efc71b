from __future__ import annotations

from typing import Any

import pytest

from kg.core.types import Document, Issue
from kg.read.paper import paper

ABSTRACT = "We introduce FooNet, a network."


def of(**record: Any) -> Document:
    found = paper({"abstract": ABSTRACT} | record, "x.json", "x.json line 1")
    assert isinstance(found, Document)
    return found


def issue(**record: Any) -> str:
    found = paper(record, "x.json", "x.json line 1")
    assert isinstance(found, Issue)
    assert (found.stage, found.where) == ("read", "x.json line 1")
    return found.message


@pytest.mark.parametrize(
    ("record", "id_"),
    [
        ({"id": "p 1/ü", "doi": "10.1000/x"}, "p 1/ü"),
        ({"id": 17}, "17"),
        ({"id": " ", "doi": "10.1000/X.Y", "arxiv": "2501.00001"}, "10.1000/x.y"),
        ({"id": True, "doi": "https://doi.org/10.1000/X"}, "10.1000/x"),
        ({"id": ["x"], "doi": "doi:10.1000/x"}, "10.1000/x"),
        ({"url": "https://dx.doi.org/10.1109/CVPR.2016.90"}, "10.1109/cvpr.2016.90"),
        ({"arxiv": "arXiv:2501.00001v2", "url": "https://openreview.net/forum?id=abc"}, "2501.00001"),
        ({"arxiv": "hep-th/9901001"}, "hep-th/9901001"),
        ({"url": "http://arxiv.org/abs/cs.CL/0301001v1"}, "cs.CL/0301001"),
        ({"url": "https://arxiv.org/pdf/2501.00001v3.pdf"}, "2501.00001"),
        ({"url": "https://openreview.net/forum?id=yoVR-rEgix"}, "yoVR-rEgix"),
        ({"url": "https://openreview.net/pdf?noteId=1&id=yoVR_rEgix#x"}, "yoVR_rEgix"),
        ({"title": "A Net, Again!", "year": "2025"}, "a-net-again-2025"),
        (
            {"doi": "not one", "arxiv": "nor this", "url": "https://example.org/2501.00001x"},
            "we-introduce-foonet-a-network",
        ),
        ({"abstract": "一个网络。"}, "dae97777396a04a0"),
    ],
)
def test_id_is_the_records_else_one_that_identifies_it_else_its_words(record: dict[str, Any], id_: str) -> None:
    assert of(**record).id == id_


def test_what_identifies_a_paper_is_found_in_its_address_too() -> None:
    document = of(url="https://doi.org/10.48550/arXiv.2501.00001")
    assert (document.doi, document.arxiv) == ("10.48550/arxiv.2501.00001", "2501.00001")


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2025, 2025),
        ("2025", 2025),
        (2025.0, 2025),
        ("2025-06-01", 2025),
        ("June 2025", 2025),
        (None, None),
        ("to appear", None),
        (25, None),
        (20251, None),
        (True, None),
        (float("nan"), None),
        ([2025], None),
    ],
)
def test_year(value: object, year: int | None) -> None:
    assert of(year=value).year == year


@pytest.mark.parametrize(
    ("value", "authors"),
    [
        (["Ada Lovelace", " Alan Turing ", "", None, 5], ("Ada Lovelace", "Alan Turing")),
        ("Ada Lovelace; Alan Turing;", ("Ada Lovelace", "Alan Turing")),
        ("Lovelace, Ada", ("Lovelace, Ada",)),
        ([{"name": "Ada Lovelace", "id": 1}, {"id": 2}], ("Ada Lovelace",)),
        (None, ()),
        (5, ()),
        ({"name": "Ada"}, ()),
    ],
)
def test_authors(value: object, authors: tuple[str, ...]) -> None:
    assert of(authors=value).authors == authors


def test_keywords_are_a_list_or_one_string() -> None:
    assert of(keywords="graphs, nets; trees").keywords == ("graphs", "nets", "trees")
    assert of(keywords=["Morphology, and more"]).keywords == ("Morphology, and more",)


def test_sources_are_the_records_else_the_file() -> None:
    assert of().sources == ("x.json",)
    assert of(sources=["a.txt", "b.txt"]).sources == ("a.txt", "b.txt")


def test_text_is_the_abstract_where_there_is_none() -> None:
    assert of(text="Other.").abstract == ABSTRACT
    assert of(abstract=None, text="Other.").abstract == "Other."
    assert of(abstract=" ", text="Other.").abstract == "Other."


def test_a_title_alone_is_a_paper() -> None:
    document = of(title="A Net", abstract=None)
    assert (document.text, document.title, document.abstract, document.id) == ("A Net\n\n", "A Net", "", "a-net")


def test_text_is_not_touched() -> None:
    document = of(title="  A <b>Net</b> ", abstract="\t\\textbf{It}  is & was\r\n\u200b a net. ")
    assert document.text == "  A <b>Net</b> \n\n\t\\textbf{It}  is & was\r\n\u200b a net. "


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "neither a title nor an abstract"),
        ({"id": "x", "title": None, "abstract": None, "text": " \n"}, "neither a title nor an abstract"),
        ({"title": 1984, "abstract": ABSTRACT}, "its title is not text"),
        ({"abstract": [ABSTRACT]}, "its abstract is not text"),
        ({"title": "T", "text": {"a": 1}}, "its text is not text"),
        (
            {"abstract": "a \ud800 b"},
            r"half of a character, such as \ud800, in it: write the file again from its source",
        ),
        (
            {"title": "T", "venue": "\udfff"},
            r"half of a character, such as \ud800, in it: write the file again from its source",
        ),
        (
            {"abstract": "a" * 2_000_001},
            "2000001 characters, and an abstract has at most 2000000: give title and abstract only",
        ),
    ],
)
def test_a_damaged_record_is_an_issue(record: dict[str, Any], message: str) -> None:
    assert issue(**record) == message
