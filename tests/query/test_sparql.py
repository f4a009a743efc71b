from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.query.sparql import query

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
