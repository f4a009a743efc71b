"""Other people's clients of SPARQL services ask a served graph."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from SPARQLWrapper import JSON, POST, POSTDIRECTLY, TURTLE, URLENCODED, SPARQLWrapper

METHODS = "PREFIX kg: <https://w3id.org/paperkg/ontology#> SELECT ?m { ?m a kg:Method } ORDER BY ?m"
OMNI, PEER = (f"https://w3id.org/paperkg/id/entity-{name}" for name in ("omnimoe", "peer"))


@pytest.mark.parametrize(("method", "how"), [("GET", URLENCODED), (POST, URLENCODED), (POST, POSTDIRECTLY)])
def test_sparqlwrapper(site, method: str, how: str) -> None:
    client = SPARQLWrapper(f"{site.url}/sparql", returnFormat=JSON)
    client.setMethod(method)
    client.setRequestMethod(how)
    client.setQuery(METHODS)
    rows = client.queryAndConvert()["results"]["bindings"]
    assert [row["m"]["value"] for row in rows] == [OMNI, PEER]


def test_sparqlwrapper_is_given_triples(site) -> None:
    client = SPARQLWrapper(f"{site.url}/sparql", returnFormat=TURTLE)
    client.setQuery(f"DESCRIBE <{PEER}>")
    assert f"<{PEER}>".encode() in client.queryAndConvert()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl(site) -> None:
    def curl(*words: str) -> str:
        command = ["curl", "-sS", "--fail", f"{site.url}/sparql", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    query = f"query={METHODS}"
    assert curl("-H", "Accept: text/csv", "--data-urlencode", query).split() == ["m", OMNI, PEER]
    assert curl("-G", "-H", "Accept: text/csv", "--data-urlencode", query).split() == ["m", OMNI, PEER]
    assert '"bindings"' in curl("-H", "Content-Type: application/sparql-query", "--data-binary", METHODS)
