from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.query.sparql import Limits, declared, explain, query

TURTLE = """
@prefix id: <https://w3id.org/paperkg/id/> .
@prefix kg: <https://w3id.org/paperkg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
id:paper-omnimoe a kg:Paper ; kg:introduces id:entity-omnimoe .
id:entity-omnimoe a kg:Method ; skos:prefLabel "OmniMoE" ; kg:outperforms id:entity-peer .
id:entity-peer a kg:Method ; skos:prefLabel "PEER" ; skos:altLabel "a\\n\\"b\\",c" ; kg:of <https://example.org/a?b> .
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    (place / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    return place


def test_the_gzipped_quads_answer_where_there_is_no_turtle(tmp_path: Path) -> None:
    line = "<https://w3id.org/paperkg/id/paper-1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{}Paper>{} .\n"
    lines = [line.format("https://w3id.org/paperkg/ontology#", graph) for graph in ("", " <https://example.org/g>")]
    for one in lines:
        (tmp_path / "graph.nq.gz").write_bytes(gzip.compress(one.encode()))
        assert query(tmp_path, "SELECT ?p { ?p a kg:Paper }").text("table") == "p\n----------\nid:paper-1\n"


def test_a_missing_or_damaged_export_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no graph.ttl and no graph.nq.gz in .*: make them with `kg build`"):
        query(tmp_path, "ASK {}")
    for data in (b"no gzip", gzip.compress(TURTLE.encode())[:60], gzip.compress(b"<a> <b>")):
        (tmp_path / "graph.nq.gz").write_bytes(data)
        with pytest.raises(DataError, match=r"graph.nq.gz cannot be read \(.*\): build it again"):
            query(tmp_path, "ASK {}")
    (tmp_path / "graph.ttl").write_text("<a> <b> <c", encoding="utf-8")
    with pytest.raises(DataError, match=r"graph.ttl cannot be read"):
        query(tmp_path, "ASK {}")


def test_a_declared_prefix_wins(folder: Path) -> None:
    assert query(folder, "PREFIX kg: <https://example.org/> SELECT (kg:a AS ?a) {}").rows()[1] == (
        ("https://example.org/a",),
    )


def test_what_cannot_be_carried_out_is_said_so(folder: Path) -> None:
    with pytest.raises(DataError, match="the query cannot be carried out: The custom function <https://x> is not"):
        query(folder, "SELECT (<https://x>(1) AS ?x) {}")


ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{i} ?b{i} ?c{i} ." for i in range(9)) + " }"
STREAM = "SELECT * { " + " ".join(f"?a{i} ?b{i} ?c{i} ." for i in range(9)) + " }"


@pytest.mark.parametrize("text", [ENDLESS, STREAM, ENDLESS.replace("COUNT(*)", "MAX(?a1)")])
def test_a_query_that_never_ends_is_stopped(folder: Path, text: str) -> None:
    with pytest.raises(DataError, match=r"no answer within 0\.5 seconds: ask for less, or give it longer"):
        query(folder, text, Limits(0.5))


def test_only_so_many_rows_or_triples(folder: Path) -> None:
    for format in ("json", "csv", "tsv", "xml"):
        names = "SELECT ?e ?none ?name { ?e skos:prefLabel ?name } ORDER BY ?name"
        assert query(folder, names, Limits(rows=2)).text(format) == query(folder, names).text(format)
    terms = "SELECT ?x { VALUES ?x { 'a'@en 1 'b' <https://example.org/> <<( <a:a> <a:b> 'c' )>> } }"
    assert query(folder, terms, Limits(rows=9)).text("json") == query(folder, terms).text("json")
    assert len(query(folder, "SELECT ?s { ?s ?p ?o }", Limits(rows=1)).rows()[1]) == 1
    assert query(folder, STREAM, Limits(rows=2)).text("csv").count("\n") == 3
    assert query(folder, "CONSTRUCT WHERE { ?s ?p ?o }", Limits(rows=3)).data.count(b"\n") == 3


def test_prefixes_are_declared_but_for_those_that_a_query_declares() -> None:
    text = declared("prefix KG: <https://example.org/>\nPREFIX kg: <https://example.org/> ASK {}", " ")
    assert text.count(" kg: <") == 1
    assert text.count("\n") == 1
    assert "PREFIX skos: <http://www.w3.org/2004/02/skos/core#>" in text


def test_how_a_query_is_carried_out(folder: Path, tmp_path: Path) -> None:
    told = explain(folder, "SELECT ?e { ?e a kg:Method }", cache=tmp_path)
    assert [line.partition("  (")[0] for line in told.splitlines()] == [
        "Project(?e)",
        "  QuadPattern(?e <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://w3id.org/paperkg/ontology#Method>)",
    ]
    assert "(2 rows, " in told
    assert explain(folder, "ASK { ?e a kg:Method }")
    assert explain(folder, "DESCRIBE id:entity-peer")
