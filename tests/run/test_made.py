"""A build that would write what is there already writes nothing; where anything differs, all is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kg.run import made
from kg.run.pipeline import Options, build_to
from kg.run.plugins import STORE
from kg.run.progress import Progress

TEXT = "On Nets\nWe propose NetA, which outperforms PEER on ImageNet.\n"


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., dict[str, int]]:
    """Builds one paper; gives when each file was written."""
    (tmp_path / "papers.txt").write_text(TEXT, encoding="utf-8")

    def call(extractor: str = "rules") -> dict[str, int]:
        options = Options(extractor=extractor, jobs=1, cache=tmp_path / "cache")
        build_to(tmp_path / "out", [str(tmp_path / "papers.txt")], options, Progress())
        return {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir() if path.name != ".kg.lock"}

    return call


def test_what_is_there_is_not_written_again(build: Callable[..., dict[str, int]]) -> None:
    first = build()
    assert made.FILE in first
    assert build() == first


@pytest.mark.parametrize("name", ["map.html", "graph.nq.gz", STORE, "manifest.json", made.FILE])
@pytest.mark.parametrize("what", ["gone", "other"])
def test_what_is_not_as_it_was_is_written_again(
    build: Callable[..., dict[str, int]], tmp_path: Path, name: str, what: str
) -> None:
    first = build()
    path = tmp_path / "out" / name
    before = path.read_bytes()
    path.unlink()
    if what == "other":
        path.write_bytes(b"\x00")
    again = build()
    assert not again.items() & first.items()
    assert name == "manifest.json" or name == made.FILE or path.read_bytes() == before


def test_another_paper_extractor_or_program_writes_again(
    build: Callable[..., dict[str, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = [build(), build("rules")]
    (tmp_path / "papers.txt").write_text(TEXT.replace("NetA", "NetB"), encoding="utf-8")
    seen.append(build())
    seen.append(build("both"))
    monkeypatch.setattr(made, "_program", lambda: "a newer one")
    seen.append(build("both"))
    assert seen[0] == seen[1]
    assert all(not left.items() & right.items() for left, right in pairwise(seen[1:]))


def test_a_decision_that_does_not_apply_is_told_each_time(tmp_path: Path) -> None:
    (tmp_path / "papers.txt").write_text(TEXT, encoding="utf-8")
    decisions = tmp_path / "decisions.tsv"
    decisions.write_text("drop\tNetZ\t\tme\t2026-11-30\n", encoding="utf-8")
    options = Options(extractor="rules", jobs=1, cache=tmp_path / "cache", decisions=decisions)
    first, again = (build_to(tmp_path / "out", [str(tmp_path / "papers.txt")], options, Progress()) for _ in range(2))
    assert len(first.issues) == 1
    assert again == first


def test_decisions_and_scores_are_what_files_are_made_of(tmp_path: Path) -> None:
    (tmp_path / "papers.txt").write_text(TEXT, encoding="utf-8")
    options = Options(extractor="rules", jobs=1, cache=tmp_path / "cache")
    decisions = tmp_path / "decisions.tsv"
    decisions.write_text("drop\tImageNet\t\tme\t2026-11-30\n", encoding="utf-8")
    graphs = [
        build_to(tmp_path / "out", [str(tmp_path / "papers.txt")], one, Progress()).graph
        for one in (options, replace(options, decisions=decisions), options, replace(options, min_score=0.99))
    ]
    assert graphs[0] == graphs[2]
    assert [("ImageNet" in {entity.name for entity in graph.entities}) for graph in graphs] == [
        True,
        False,
        True,
        False,
    ]
