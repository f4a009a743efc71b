"""A build that would write what is there already writes nothing; where anything differs, all is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kg.core.types import Graph
from kg.graph import store
from kg.run import made, publish
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


def test_it_is_the_graph_that_is_compared(tmp_path: Path, graph: Graph) -> None:
    with publish.staging(tmp_path) as place:
        publish.publish(graph, place, tmp_path, "rules", lambda _: None)
    assert store.load(tmp_path / STORE) == graph
    assert made.holds(tmp_path, graph, "rules")
    assert not made.holds(tmp_path, graph, "both")
    assert not made.holds(tmp_path, replace(graph, facts=graph.facts[1:]), "rules")
    assert not made.holds(tmp_path / "nowhere", graph, "rules")
