"""The committed exports are what the committed extractions give, byte for byte, and extracting afresh gives those."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from kg.core.codec import extraction_to_json
from kg.core.types import Document, Extraction
from kg.graph.check import check
from kg.graph.store import load
from kg.run import plugins, publish
from kg.run.pipeline import graph_of
from kg.run.pool import extract_one

EXPORTS = Path(__file__).resolve().parent.parent / "exports"
COMPARED = [name for name in plugins.BUILD_WRITES if not name.endswith(".gz")]

Golden = Sequence[tuple[Document, Extraction]]


@pytest.fixture(scope="module")
def rebuilt(golden: Golden, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rebuilt")
    documents, extractions = zip(*golden, strict=True)
    graph = graph_of(documents, extractions, plugins.DEFAULT_MIN_SCORE)
    with publish.staging(folder) as place:
        publish.publish(graph, place, folder, "rules", lambda _: None)
    return folder


def test_there_are_34_papers(golden: Golden) -> None:
    assert len(golden) == 34


@pytest.mark.parametrize("name", COMPARED)
def test_rebuilt_exports_are_the_committed_ones(rebuilt: Path, name: str) -> None:
    assert (rebuilt / name).read_bytes() == (EXPORTS / name).read_bytes()


def test_the_manifest_differs_in_its_time_only(rebuilt: Path) -> None:
    ours, committed = (json.loads((folder / "manifest.json").read_text("utf-8")) for folder in (rebuilt, EXPORTS))
    assert ours.pop("created")
    assert committed.pop("created")
    assert ours == committed


def test_nothing_else_is_committed() -> None:
    text = {path.name for path in EXPORTS.iterdir() if path.suffix not in (".sqlite", ".gz", ".lock")}
    assert text == {*COMPARED, "manifest.json"}


def test_extracting_afresh_gives_the_committed_extractions(golden: Golden) -> None:
    for document, extraction in golden:
        assert extraction_to_json(extract_one("rules", document)) == extraction_to_json(extraction), document.id


def test_a_build_from_the_files_is_the_rebuilt_graph(rebuilt: Path, built: Path) -> None:
    dumps = []
    for folder in (rebuilt, built):
        with sqlite3.connect(f"file:{folder / 'graph.sqlite'}?mode=ro", uri=True) as store:
            dumps.append("\n".join(store.iterdump()))
    assert dumps[0] == dumps[1]


def test_every_quote_stands_at_its_offsets(built: Path) -> None:
    assert check(load(built / "graph.sqlite")) == ()
