from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.types import Graph
from kg.run import plugins, writing


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_PAPERS_WORTH_A_PROCESS", 1)


def test_several_processes_write_the_same_bytes_as_one(many: None, graph: Graph, tmp_path: Path) -> None:
    written = {}
    for jobs in (1, 2):
        place = tmp_path / str(jobs)
        place.mkdir()
        assert sorted(writing.write(graph, place, jobs)) == sorted(plugins.BUILD_WRITES)
        written[jobs] = {path.name: path.read_bytes() for path in place.iterdir()}
    assert written[1] == written[2]


def test_no_room_is_told_from_another_process(many: None, graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").mkdir()
    with pytest.raises(OSError, match=r"graph\.ttl"):
        list(writing.write(graph, tmp_path, 2))


def test_few_papers_are_written_by_this_process(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(writing, "leashed")
    assert list(writing.write(graph, tmp_path, 2)) == list(plugins.BUILD_WRITES)
