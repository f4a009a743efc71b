from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.codec import document_to_json
from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read import Source, records

A = {"id": "a", "title": "A net", "abstract": "It is a net."}
B = {"id": "b", "abstract": "It is another."}
FULL = {
    "id": "ijcai2021-paper89",
    "title": "Phonovisual Biases in Language: is the Lexicon Tied to the Visual World?",
    "abstract": "The present paper addresses iconicity.",
    "authors": ["Andrea Gregor de Varda", "Carlo Strapparava"],
    "venue": "ijcai",
    "year": 2021,
    "keywords": ["Computer Vision: Language and Vision", "Morphology"],
    "url": "https://www.ijcai.org/proceedings/2021/89",
}


def read(text: str | bytes, name: str = "x.json") -> list[Document | Issue]:
    return list(records.read(Source.of_bytes(name, text if isinstance(text, bytes) else text.encode())))


def told(items: list[Document | Issue]) -> list[str]:
    return [item.id if isinstance(item, Document) else str(item) for item in items]


def one(**record: Any) -> Document:
    (document,) = read(json.dumps(record))
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([A, B]),
        json.dumps([A, B], indent=2),
        " [ \n" + json.dumps(A) + "\n,\n" + json.dumps(B) + ",\n]\n",
        json.dumps(A) + "\n" + json.dumps(B),
        "\n" + json.dumps(A) + "\r\n\r\n" + json.dumps(B) + "\r\n",
        json.dumps(A, indent=1) + "\n" + json.dumps(B, indent=1) + "\n",
        "\ufeff" + json.dumps(A) + "\n" + json.dumps(B),
    ],
)
def test_lists_lines_and_objects_are_read(text: str) -> None:
    assert records.recognises(text.removeprefix("\ufeff"))
    assert told(read(text)) == ["a", "b"]
    assert [item.text for item in read(text) if isinstance(item, Document)] == [
        "A net\n\nIt is a net.",
        "It is another.",
    ]


def test_utf16_is_read() -> None:
    assert told(read((json.dumps(A) + "\n" + json.dumps(B)).encode("utf-16"))) == ["a", "b"]


@pytest.mark.parametrize("head", ["[Title](url)", "{a} is", "[1] A reference", "@article{x", "", '"a"'])
def test_other_text_is_not_recognised(head: str) -> None:
    assert not records.recognises(head)


def test_every_field_is_read() -> None:
    assert one(**FULL) == Document(
        id="ijcai2021-paper89",  # type: ignore[arg-type]
        text=f"{FULL['title']}\n\n{FULL['abstract']}",
        title=FULL["title"],  # type: ignore[arg-type]
        year=2021,
        venue="ijcai",
        authors=("Andrea Gregor de Varda", "Carlo Strapparava"),
        url="https://www.ijcai.org/proceedings/2021/89",
        keywords=("Computer Vision: Language and Vision", "Morphology"),
        sources=("x.json",),
    )


def test_the_annotation_format_is_read() -> None:
    document = one(id="p1", title="A net", text="It is.", entities=[{"name": "x"}], relations=[], results=[], urls=[])
    assert (document.id, document.title, document.abstract) == ("p1", "A net", "It is.")


def test_its_own_output_is_read_as_it_was() -> None:
    for record in (
        FULL,
        A,
        B,
        {"title": "T"},
        {"text": " as it is \n", "doi": "10.1000/X", "sources": ["a.txt", "b.txt"]},
    ):
        document = one(**record)
        assert read(json.dumps(document_to_json(document)), "other.jsonl") == [document]


def test_a_damaged_line_is_an_issue_and_the_others_are_read() -> None:
    lines = [json.dumps(A), '{"id": "cut", "abstr', "", "no json", "[1]", "7", '{"id": "c"}', json.dumps(B)]
    assert told(read("\n".join(lines), "x.jsonl")) == [
        "a",
        "x.jsonl line 2: damaged JSON (Unterminated string, column 15)",
        "x.jsonl line 4: damaged JSON (Expecting value, column 1)",
        "x.jsonl line 5: not a record (an object with a title or an abstract)",
        "x.jsonl line 6: not a record (an object with a title or an abstract)",
        "x.jsonl line 7: neither a title nor an abstract",
        "b",
    ]


@pytest.mark.parametrize("first", ['{"id": "cut", "abs', "garbage", '{"abstract": "x"', "{"])
def test_the_first_line_may_be_the_damaged_one(first: str) -> None:
    found = told(read(f"{first}\n{json.dumps(A)}\n{json.dumps(B)}"))
    assert found[0].startswith("x.json line 1: damaged JSON (")
    assert found[1:] == ["a", "b"]


def test_a_line_that_is_not_utf8_is_an_issue_and_the_others_are_read() -> None:
    data = b"\n".join([json.dumps(A).encode(), b'{"abstract": "caf\xe9"}', json.dumps(B).encode()])
    assert told(read(data)) == [
        "a",
        "x.json line 2: not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8",
        "b",
    ]


@pytest.mark.parametrize(
    ("end", "issue"),
    [
        (', {"id": "c", "abstract": "cut off', "record 3: damaged JSON (Unterminated string, column 128)"),
        (', {"id": "c"', "record 3: damaged JSON (Expecting ',' delimiter, column 114)"),
        (",", "after record 2: the list is cut off here, or goes on after its end"),
        ("", "after record 2: the list is cut off here, or goes on after its end"),
        ("] [", "after record 2: the list is cut off here, or goes on after its end"),
    ],
)
def test_of_a_list_that_is_cut_in_the_middle_the_whole_records_are_read(end: str, issue: str) -> None:
    found = told(read(json.dumps([A, B]).removesuffix("]") + end))
    assert found[:2] == ["a", "b"]
    assert [message.split("; nothing")[0] for message in found[2:]] == [f"x.json {issue}"]


def test_an_object_over_several_lines_that_is_cut_is_one_issue() -> None:
    assert told(read(json.dumps(A, indent=2)[:-8])) == [
        "x.json record 1: damaged JSON (Unterminated string, line 4, column 15); nothing is read from here on"
    ]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"year": ' + "1" * 5000 + "}", "[" + "1" * 5000])
def test_json_made_to_break_a_parser_is_an_issue(text: str) -> None:
    assert "damaged JSON (nested too deeply, or a number too long)" in told(read(text))[0]


@given(
    st.text(alphabet=st.sampled_from('{}[]",:\\ \n1ab\ud800\x00é')).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    )
)
def test_no_bytes_break_it(data: bytes) -> None:
    try:
        found = read(data)
    except BadDocument as error:
        assert str(error)
    else:
        assert all(isinstance(item, Document | Issue) for item in found)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(alphabet=st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["name", "x"]), inner),
    max_leaves=5,
)
KEYS = ["id", "title", "abstract", "text", "authors", "venue", "year", "keywords", "url", "doi", "arxiv", "sources"]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_no_record_breaks_it_and_what_is_read_can_be_written(record: dict[str, Any]) -> None:
    (found,) = read(json.dumps(record))
    if isinstance(found, Document):
        written = json.dumps(document_to_json(found), ensure_ascii=False).encode()
        assert read(written, "other.json") == [found]
    else:
        assert found.where == "x.json line 1"


@given(st.text().filter(str.strip), st.text().filter(str.strip))
def test_text_stays_as_it_is(title: str, abstract: str) -> None:
    document = one(title=title, abstract=abstract)
    assert (document.title, document.abstract) == (title, abstract)
