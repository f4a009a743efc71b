"""The competency queries, each with its answer on the 34 papers."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kg.query.queries import NamedQuery, named, queries
from kg.query.sparql import query

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "queries"
NONE = {"shared-datasets"}
"""No two of the 34 papers test on the same dataset."""


def rows(folder: Path, query_name: str, /, **params: str) -> list[dict[str, str]]:
    return list(csv.DictReader(query(folder, named(query_name).bind(params)).text("csv").splitlines()))


@pytest.mark.parametrize("one", queries(), ids=lambda one: one.name)
def test_answer_is_the_golden_one(built: Path, one: NamedQuery) -> None:
    answer = query(built, one.bind({})).text("csv")
    assert answer == (GOLDEN / f"{one.name}.csv").read_text(encoding="utf-8")
    assert (len(answer.splitlines()) > 1) == (one.name not in NONE)


def test_what_outperforms_peer(built: Path) -> None:
    (row,) = rows(built, "outperforms", name="PEER")
    assert row["winner"] == "OmniMoE"
    assert row["quote"].startswith("Validated on seven benchmarks, OmniMoE (with 1.7B active parameters) achieves 50.9")


def test_papers_that_test_on_nuscenes(built: Path) -> None:
    (row,) = rows(built, "shared-dataset", name="nuscenes")
    assert row["paper"].startswith("MapGR")
    assert row["quote"].startswith("Evaluations on the nuScenes and Argoverse2 datasets")


def test_results_on_a_benchmark(built: Path) -> None:
    (row,) = rows(built, "results-on", name="FutureOmni")
    assert (row["metric"], row["kind"], row["value"]) == ("accuracy", "value", "64.8%")


def test_what_is_shared_most(built: Path) -> None:
    first = rows(built, "shared-entities")[0]
    assert (first["name"], first["papers"]) == ("large language model", "13")


def test_code_of_a_paper_whose_link_is_broken_in_the_text(built: Path) -> None:
    links = {row["code"] for row in rows(built, "code")}
    assert "https://github.com/pUmpKin-Co/SparsityAndCoD" in links
    assert "https://github.com/skyshoumeng/MapGR" in links
