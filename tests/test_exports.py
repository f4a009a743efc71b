"""The committed exports are what the committed extractions give, byte for byte, and extracting afresh gives those."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kg.core.types import Document, Extraction
from kg.graph.check import check
from kg.graph.store import load
from kg.resolve.decisions import Decisions
from kg.run import plugins, publish
from kg.run.pipeline import Options, build_to, extract, graph_of
from kg.run.progress import Progress

TESTS = Path(__file__).resolve().parent
EXPORTS = TESTS.parent / "exports"
COMPARED = [name for name in plugins.BUILD_WRITES if not name.endswith(".gz")]

Golden = Sequence[tuple[Document, Extraction]]


@pytest.fixture(scope="module")
def rebuilt(golden: Golden, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rebuilt")
    documents, extractions = zip(*golden, strict=True)
    graph, _ = graph_of(documents, extractions, plugins.DEFAULT_MIN_SCORE, Decisions())
    with publish.staging(folder) as place:
        publish.publish(graph, place, folder, plugins.DEFAULT_EXTRACTOR, lambda _: None)
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
    text = {path.name for path in EXPORTS.iterdir() if path.name[0] != "." and path.suffix not in (".sqlite", ".gz")}
    assert text == {*COMPARED, "manifest.json"}


def statements(extraction: Extraction) -> set[tuple[str, ...]]:
    """What is said, without how surely."""
    roles = {(entity.type, entity.role, entity.name) for entity in extraction.entities}
    claims = {(claim.subject, claim.predicate, claim.object) for claim in extraction.claims}
    return roles | claims | {(result.kind, result.value, str(result.system)) for result in extraction.results}


def test_a_build_from_the_files_says_what_is_committed(golden: Golden, tmp_path: Path) -> None:
    """All of it here; a little less on a processor that rounds in other places."""
    files = [str(TESTS / "papers")]
    read = [
        item for item in extract(files, Options(cache=tmp_path, min_score=0.0), Progress()) if isinstance(item, tuple)
    ]
    found = {document.id: statements(extraction) for document, extraction in read}
    committed = {document.id: statements(extraction) for document, extraction in golden}
    assert found.keys() == committed.keys()
    agreed = sum(len(found[doc] & committed[doc]) for doc in found)
    assert agreed >= 0.99 * sum(len(found[doc] | committed[doc]) for doc in found)


def test_what_the_rules_read_is_built_the_same_from_files_and_from_extractions(tmp_path: Path) -> None:
    options = Options(extractor="rules", cache=tmp_path / "cache", jobs=1)
    build_to(tmp_path / "built", [str(TESTS / "papers")], options, Progress())
    read = extract([str(TESTS / "papers")], replace(options, min_score=0.0), Progress())
    documents, extractions = zip(*(item for item in read if isinstance(item, tuple)), strict=True)
    graph, _ = graph_of(documents, extractions, options.min_score, Decisions())
    assert load(tmp_path / "built" / "graph.sqlite") == graph


def test_every_quote_stands_at_its_offsets(rebuilt: Path) -> None:
    assert check(load(rebuilt / "graph.sqlite")) == ()
