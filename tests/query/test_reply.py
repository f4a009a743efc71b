from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.core.errors import UsageError
from kg.query.sparql import FORMATS, query

TURTLE = """
@prefix id: <https://w3id.org/paperkg/id/> .
@prefix kg: <https://w3id.org/paperkg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
id:paper-omnimoe a kg:Paper ; kg:introduces id:entity-omnimoe .
id:entity-omnimoe a kg:Method ; skos:prefLabel "OmniMoE" ; kg:outperforms id:entity-peer .
id:entity-peer a kg:Method ; skos:prefLabel "PEER" ; skos:altLabel "a\\n\\"b\\",c" ; kg:of <https://example.org/a?b> .
"""
NAMES = "SELECT ?e ?name { ?e a kg:Method ; skos:prefLabel ?name } ORDER BY ?name"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    (place / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    return place


def test_rows_as_a_table(folder: Path) -> None:
    assert query(folder, NAMES).text() == (
        "e                  name\n-----------------  -------\nid:entity-omnimoe  OmniMoE\nid:entity-peer     PEER\n"
    )
    assert query(folder, "SELECT ?v ?w { id:entity-peer skos:altLabel|kg:of ?v } ORDER BY DESC(?v)").text() == (
        'v                          w\n-------------------------  -\na "b",c\n<https://example.org/a?b>\n'
    )


def test_wide_characters_take_two_columns(folder: Path) -> None:
    assert query(folder, 'SELECT ?a ?b { VALUES (?a ?b) { ("表" "x") ("abc" "y") } }').text() == (
        "a    b\n---  -\n表   x\nabc  y\n"
    )


def test_rows_as_csv_tsv_json_and_xml(folder: Path) -> None:
    assert query(folder, "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a kg:Paper }").text("csv") == "n\n1\n"
    assert query(folder, "SELECT ?a { id:entity-peer skos:altLabel ?a }").text("csv") == 'a\n"a\n""b"",c"\n'
    assert query(folder, NAMES).text("tsv").splitlines() == [
        "?e\t?name",
        '<https://w3id.org/paperkg/id/entity-omnimoe>\t"OmniMoE"',
        '<https://w3id.org/paperkg/id/entity-peer>\t"PEER"',
    ]
    assert [row["name"]["value"] for row in json.loads(query(folder, NAMES).text("json"))["results"]["bindings"]] == [
        "OmniMoE",
        "PEER",
    ]
    assert "<literal>OmniMoE</literal>" in query(folder, NAMES).text("xml")


def test_rows_as_values(folder: Path) -> None:
    assert query(folder, "SELECT ?name ?none { ?e skos:prefLabel ?name } ORDER BY ?name").rows() == (
        ("name", "none"),
        (("OmniMoE", None), ("PEER", None)),
    )


def test_booleans(folder: Path) -> None:
    yes, no = query(folder, "ASK { ?p a kg:Paper }"), query(folder, "ASK { ?p a kg:Dataset }")
    assert (yes.kind, yes.yes, no.yes) == ("boolean", True, False)
    assert [yes.text(format) for format in ("table", "csv", "tsv")] == ["true\n"] * 3
    assert json.loads(no.text("json"))["boolean"] is False
    assert "<boolean>true</boolean>" in yes.text("xml")


def test_triples(folder: Path) -> None:
    found = query(folder, "CONSTRUCT { ?s kg:outperforms ?o } { ?s kg:outperforms ?o }")
    assert found.kind == "triples"
    expected = (
        "@prefix id: <https://w3id.org/paperkg/id/> .\n"
        "@prefix kg: <https://w3id.org/paperkg/ontology#> .\n"
        "id:entity-omnimoe kg:outperforms id:entity-peer .\n"
    )
    assert found.text("table") == found.text("turtle") == expected
    assert json.loads(found.text("json"))[0]["@id"] == "https://w3id.org/paperkg/id/entity-omnimoe"
    assert "rdf:RDF" in found.text("xml")
    assert query(folder, "DESCRIBE id:entity-nobody").yes is False


def test_whether_there_is_any_row(folder: Path) -> None:
    assert query(folder, NAMES).yes is True
    assert query(folder, "SELECT ?d { ?d a kg:Dataset }").yes is False
    assert query(folder, "SELECT ?d { ?d a kg:Dataset }").text() == "d\n-\n"


def test_a_format_that_cannot_hold_the_answer(folder: Path) -> None:
    for text, format, message in (
        (NAMES, "turtle", "a SELECT gives rows, not triples: choose table, json, csv, tsv or xml"),
        ("ASK {}", "turtle", "an ASK gives yes or no, not triples: choose table, json, csv, tsv or xml"),
        ("DESCRIBE id:x", "csv", "CONSTRUCT and DESCRIBE give triples, not rows: choose turtle, json or xml"),
        (NAMES, "yaml", f"no format 'yaml': choose one of {', '.join(FORMATS)}"),
    ):
        with pytest.raises(UsageError) as error:
            query(folder, text).text(format)
        assert str(error.value) == message
