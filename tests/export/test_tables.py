import csv
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from kg.core.types import Graph
from kg.export import tables


def rows(write: Callable[[Graph, Path], None], graph: Graph, folder: Path) -> list[dict[str, str]]:
    write(graph, folder / "table.csv")
    assert b"\r" not in (folder / "table.csv").read_bytes().replace(b"x\ry", b"")
    with (folder / "table.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_entities(small: Graph, tmp_path: Path) -> None:
    found = {row["id"]: row for row in rows(tables.entities, small, tmp_path)}
    assert list(found) == [entity.id for entity in small.entities]
    assert found["entity-mixture-of-experts"] == {
        "id": "entity-mixture-of-experts",
        "name": "Mixture-of-Experts",
        "type": "Method",
        "aliases": "MoE | mixture of experts",
        "papers": "1",
        "mentions": "1",
        "introduced_by": "",
    }
    assert found["entity-nuscenes"]["papers"] == "2"
    assert found["entity-maptr"]["introduced_by"] == "10.48550/arXiv.2208.14437"


def test_facts(small: Graph, tmp_path: Path) -> None:
    found = rows(tables.facts, small, tmp_path)
    assert len(found) == len(small.facts)
    (basis,) = (row for row in found if row["predicate"] == "basedOn")
    assert basis == {
        "subject": "entity-maptr",
        "subject_name": "MapTR",
        "predicate": "basedOn",
        "object": "entity-transformer",
        "object_name": "Transformer",
        "score": "0.80",
        "support": "1",
        "papers": "10.48550/arXiv.2208.14437",
        "paper": "10.48550/arXiv.2208.14437",
        "start": "282",
        "end": "388",
        "quote": "We present MapTR, a structured end-to-end Transformer for efficient online vectorized HD map "
        "construction.",
    }


def test_results(small: Graph, tmp_path: Path) -> None:
    found = rows(tables.results, small, tmp_path)
    assert [(row["value"], row["number"], row["unit"], row["kind"]) for row in found] == [
        ("50.9\\%", "50.9", "%", "value"),
        ("6.7ms", "6.7", "ms", "value"),
        ("10.9$\\times$", "10.9", "x", "ratio"),
    ]
    assert (found[2]["system_name"], found[2]["on"], found[2]["baseline_name"]) == ("OmniMoE", "", "PEER")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=cmd()", "'=cmd()"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+4.6 points", "+4.6 points"),
        ("-0.5%", "-0.5%"),
        ("+10.9$\\times$", "+10.9$\\times$"),
        ('a "b", c', 'a "b", c'),
        ("a\x00\ud800\nb", "a b"),
    ],
)
def test_cells_that_a_spreadsheet_would_run(name: str, cell: str, small: Graph, tmp_path: Path) -> None:
    graph = replace(small, entities=(replace(small.entities[0], name=name),), facts=())
    assert rows(tables.entities, graph, tmp_path)[0]["name"] == cell


def test_hostile_text(hostile: Graph, tmp_path: Path) -> None:
    (fact,) = rows(tables.facts, hostile, tmp_path)
    assert fact["quote"] == "x\ry\n\u2028\x85\ufeff z"
    assert fact["object_name"] == '\'=cmd()|"A1" <b>&amp;</b>\u202e \\u0041'
    assert rows(tables.results, hostile, tmp_path)[0]["number"] == ""


def test_values_in_one_cell_can_be_told_apart(small: Graph, tmp_path: Path) -> None:
    graph = replace(small, entities=(replace(small.entities[0], aliases=("p(x | y)", "q")),), facts=())
    assert rows(tables.entities, graph, tmp_path)[0]["aliases"] == "p(x|y) | q"


def test_no_number_is_not_one(small: Graph, tmp_path: Path) -> None:
    graph = replace(small, results=(replace(small.results[0], number=Decimal("NaN")),))
    assert rows(tables.results, graph, tmp_path)[0]["number"] == ""


def test_an_empty_graph_has_headers(tmp_path: Path) -> None:
    for write in (tables.entities, tables.facts, tables.results):
        assert rows(write, Graph((), (), (), ()), tmp_path) == []
        assert (tmp_path / "table.csv").read_text().count("\n") == 1
