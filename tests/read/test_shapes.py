from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core.types import Document, Issue
from kg.read import Source, records
from kg.read.paper import paper
from kg.read.shapes import as_paper, unpacked

KEYS = [
    "id",
    "title",
    "name",
    "abstract",
    "text",
    "authors",
    "author",
    "content",
    "value",
    "replyto",
    "forum",
    "cdate",
    "venue",
    "abstract_inverted_index",
    "doi",
    "DOI",
    "primary_location",
    "source",
    "locations",
    "landing_page_url",
    "authorships",
    "keywords",
    "display_name",
    "externalIds",
    "paperId",
    "authors_parsed",
    "versions",
    "created",
    "submitter",
    "categories",
    "journal-ref",
    "container-title",
    "issued",
    "date-parts",
    "raw",
    "family",
    "given",
    "literal",
    "URL",
    "note",
    "results",
    "notes",
    "data",
    "message",
    "items",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.sampled_from(["", "x", "https://openalex.org/W1", "arXiv:1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6))
def test_no_record_breaks_it(record: dict[str, Any]) -> None:
    for one in unpacked(record):
        if isinstance(one, dict):
            assert isinstance(paper(as_paper(one), "x", "x"), Document | Issue)


def test_an_inverted_index_may_say_any_place() -> None:
    index = {"last": [10**15], "first": [-1, 0], "bad": "no list", "half": [1.5, None]}
    assert as_paper({"abstract_inverted_index": index})["abstract"] == "first first last"


def test_a_list_is_read_piece_by_piece() -> None:
    rows = [{"id": str(number), "title": f"Net {number}", "abstract": "é" * 3000} for number in range(1500)]
    source = Source.of_bytes("x.json", json.dumps(rows, ensure_ascii=False, indent=1).encode())
    assert [item.id for item in records.read(source) if isinstance(item, Document)] == [row["id"] for row in rows]


def test_a_damage_far_into_a_list_has_its_place() -> None:
    rows = ",\n".join(json.dumps({"title": "x" * 1000}) for _ in range(2000))
    source = Source.of_bytes("x.json", f"[{rows},\n{{oops".encode())
    *_, last = records.read(source)
    assert str(last) == (
        "x.json record 2001: damaged JSON (Expecting property name enclosed in double quotes, line 2001, column 2);"
        " nothing is read from here on"
    )
