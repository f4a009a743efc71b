"""What is asked of the SPARQL service beside what the W3C's tests ask (`test_w3c.py`)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from kg.core.errors import UsageError
from kg.serve.protocol import FORM, QUERY, UPDATE, ReadOnly, WrongMediaType, asked

A, B, C = (f"https://example.org/{name}" for name in "abc")
DEFAULTS = f"default-graph-uri={quote(A, '')}&default-graph-uri={quote(B, '')}"
NAMED = f"named-graph-uri={quote(A, '')}&named-graph-uri={quote(B, '')}"
IN_DEFAULT = f"ASK {{ <{A}> a ?t . <{B}> a ?t }}"
IN_NAMED = f"ASK {{ GRAPH ?g {{ <{A}> a ?t }} GRAPH ?h {{ <{B}> a ?t }} }}"


@pytest.fixture(scope="module")
def graphs(serve, tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator:
    """A service on three named graphs, each of which says of itself that it is a document."""
    place = tmp_path_factory.mktemp("graphs")
    quads = "".join(
        f"<{name}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{A}/D> <{name}> .\n" for name in (A, B, C)
    )
    (place / "graph.nq.gz").write_bytes(gzip.compress(quads.encode()))
    (place / "graph.sqlite").write_bytes((folder / "graph.sqlite").read_bytes())
    with serve(place, place / "cache") as (site, _):
        yield site


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM + "; charset=utf-8", "query=ASK+%7B%7D"),
        (FORM, f"{urlencode({'query': IN_DEFAULT})}&{DEFAULTS}"),
        (FORM, f"{urlencode({'query': IN_NAMED})}&{NAMED}"),
    ],
)
def test_a_form_is_answered(graphs, kind: str, body: str) -> None:
    reply = graphs.get("/sparql", body.encode(), Content_Type=kind)
    assert reply.status == 200, reply.text
    assert json.loads(reply.text)["boolean"] is True


def test_the_protocol_s_dataset_is_the_one_that_is_asked(graphs) -> None:
    query = urlencode({"query": f"ASK {{ <{C}> a ?t }}"})
    assert json.loads(graphs.get(f"/sparql?{query}&{DEFAULTS}").text)["boolean"] is False
    assert json.loads(graphs.get(f"/sparql?{query}").text)["boolean"] is True


@pytest.mark.parametrize(
    ("query", "types"),
    [
        ("SELECT (1 AS ?x) {}", {"application/sparql-results+json", "application/sparql-results+xml", "text/csv"}),
        ("ASK {}", {"application/sparql-results+json", "application/sparql-results+xml"}),
        ("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", {"text/turtle", "application/n-triples", "application/rdf+xml"}),
        (f"DESCRIBE <{A}>", {"text/turtle", "application/n-triples", "application/rdf+xml"}),
    ],
)
def test_an_answer_has_the_type_that_was_asked_for(graphs, query: str, types: set[str]) -> None:
    for kind in sorted(types):
        assert graphs.sparql(query, Accept=kind).type == kind


@pytest.mark.parametrize("accept", ["*/*", "", "image/png, */*;q=0.5", "text/turtle;q=0.1, */*"])
def test_who_takes_anything_gets_json_or_turtle(graphs, accept: str) -> None:
    assert graphs.sparql("ASK {}", Accept=accept).type == "application/sparql-results+json"
    assert graphs.sparql(f"DESCRIBE <{A}>", Accept=accept).type == "text/turtle"


@pytest.mark.parametrize(
    ("method", "url", "kind", "body", "status"),
    [
        ("DELETE", "query=ASK%20%7B%7D", None, None, 405),
        ("GET", "", None, None, 400),
        ("POST", "", "application/octet-stream", b"query=ASK%20%7B%7D", 415),
        ("POST", "", QUERY, b"SELECT ('\xff' AS ?x) {}", 400),
        ("POST", "", FORM, b"query=%FF", 400),
        ("POST", "", FORM, "query=ASK {?s ?p 'é'}".encode(), 400),
        ("POST", "", QUERY, b"SELECT ?x { ?x a }", 400),
        ("POST", "", QUERY, b" " * (1 << 21), 400),
        ("GET", "query=CLEAR%20ALL", None, None, 400),
        ("POST", "", QUERY, b"INSERT DATA { <x:a> <x:b> <x:c> }", 400),
        ("GET", "query=SELECT%20%2A%20%7B%20SERVICE%20%3Chttp%3A%2F%2F127.0.0.1%2F%3E%20%7B%7D%20%7D", None, None, 400),
        ("GET", "query=SELECT%20%2A%20" + "%7B" * 400 + "%7D" * 400, None, None, 400),
    ],
)
def test_what_is_no_query_is_refused(graphs, method: str, url: str, kind: str | None, body: bytes | None, status: int):
    headers = {} if kind is None else {"Content_Type": kind}
    reply = graphs.get(f"/sparql?{url}" if url else "/sparql", body, method, **headers)
    assert reply.status == status
    assert "Traceback" not in reply.text


def test_what_a_request_asks() -> None:
    form = [("query", "ASK {}"), ("default-graph-uri", A)]
    assert asked(None, b"query=ASK%20%7B%7D&default-graph-uri=https://example.org/a&x=y", b"") == form
    assert asked(QUERY, b"default-graph-uri=https://example.org/a", b"ASK {}") == form
    with pytest.raises(ReadOnly):
        asked(UPDATE, b"", b"")
    with pytest.raises(WrongMediaType):
        asked("", b"query=ASK", b"")
    with pytest.raises(UsageError, match="the request has 2 queries"):
        asked(FORM, b"", b"query=ASK%20%7B%7D&query=ASK%20%7B%7D")
