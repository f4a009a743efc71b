"""The W3C's tests of the SPARQL 1.1 Protocol: those of queries pass, and every update is refused."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import rdflib

SUITE = Path(__file__).with_name("w3c")
CNT, HT, MF = map(
    rdflib.Namespace,
    (
        "http://www.w3.org/2011/content#",
        "http://www.w3.org/2011/http#",
        "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#",
    ),
)
UT = rdflib.Namespace("http://www.w3.org/2009/sparql/tests/test-update#")

RESULTS = {"application/sparql-results+json", "application/sparql-results+xml"}
TYPES = {
    "boolean": RESULTS,
    "tabular": RESULTS | {"text/csv", "text/tab-separated-values"},
    "RDF": {"text/turtle", "application/n-triples", "application/rdf+xml"},
}
"""Media types of an answer, by what the manifest calls its format."""

MANIFEST = rdflib.Graph().parse(SUITE / "manifest.ttl")


def entries() -> dict[str, rdflib.term.Node]:
    """The tests of the manifest in its order, by their names."""
    (listed,) = MANIFEST.objects(None, MF.entries)
    return {str(entry).rpartition("#")[2]: entry for entry in MANIFEST.items(listed)}


QUERIES = [name for name in entries() if "update" not in name]
UPDATES = [name for name in entries() if "update" in name]


def requests(name: str) -> Iterator[rdflib.term.Node]:
    """The requests of a test, one after another."""
    action = MANIFEST.value(entries()[name], MF.action)
    yield from MANIFEST.items(MANIFEST.value(action, HT.requests))


def sent(site, request: rdflib.term.Node) -> tuple[HTTPResponse, bytes]:
    """What `site` answers to a request of the manifest."""
    headers = {
        str(MANIFEST.value(header, HT.fieldName)): str(MANIFEST.value(header, HT.fieldValue))
        for header in MANIFEST.items(MANIFEST.value(request, HT.headers))
    }
    body = MANIFEST.value(request, HT.body)
    data = None
    if body is not None:
        data = str(MANIFEST.value(body, CNT.chars)).encode(str(MANIFEST.value(body, CNT.characterEncoding)))
    path = str(MANIFEST.value(request, HT.absolutePath)).replace("/sparql/", "/sparql", 1)
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    try:
        connection.request(str(MANIFEST.value(request, HT.methodName)), path, data, headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def expected(request: rdflib.term.Node, name: str) -> set[str]:
    return {str(value).rpartition("#")[2] for value in MANIFEST.objects(MANIFEST.value(request, HT.resp), MF[name])}


@pytest.fixture(scope="module")
def served(serve, tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator:
    """A service on the suite's data, each file a named graph."""
    place = tmp_path_factory.mktemp("w3c")
    graphs = {
        str(MANIFEST.value(data, rdflib.RDFS.label)): Path(str(MANIFEST.value(data, UT.graph))).name
        for data in MANIFEST.objects(None, UT.graphData)
    }
    assert len(graphs) == 3
    quads = "".join(
        line.removesuffix(" .") + f" <{graph}> .\n"
        for graph, file in graphs.items()
        for line in (SUITE / file).read_text(encoding="utf-8").splitlines()
    )
    (place / "graph.nq.gz").write_bytes(gzip.compress(quads.encode()))
    (place / "graph.sqlite").write_bytes((folder / "graph.sqlite").read_bytes())
    with serve(place, place / "cache") as (site, _):
        yield site


def test_the_suite_is_whole() -> None:
    assert (len(QUERIES), len(UPDATES)) == (20, 14)


@pytest.mark.parametrize("name", QUERIES)
def test_query(served, name: str) -> None:
    for request in requests(name):
        response, data = sent(served, request)
        assert f"StatusCode{response.status // 100}xx" in expected(request, "expectedStatus"), data
        for format in expected(request, "expectedFormat"):
            assert response.headers.get_content_type() in TYPES[format]
        for boolean in expected(request, "expectedBoolean"):
            assert json.loads(data)["boolean"] is (boolean == "true")


@pytest.mark.parametrize("name", UPDATES)
def test_update_is_refused(served, name: str) -> None:
    first, *questions = requests(name)
    response, data = sent(served, first)
    assert 400 <= response.status < 500, data
    for request in questions:
        response, data = sent(served, request)
        assert (response.status, json.loads(data)["boolean"]) == (200, False)
