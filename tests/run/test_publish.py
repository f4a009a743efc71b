from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.core.types import Graph
from kg.export.rdf import nquads_gz
from kg.run import plugins, publish

EMPTY = Graph((), (), (), ())


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".kg.")}


def write(folder: Path) -> None:
    with publish.staging(folder) as place:
        publish.publish(EMPTY, place, folder, "rules", lambda _: None)


def test_every_file_is_there_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path / "new" / "out")
    assert set(files(tmp_path / "new" / "out")) == {"graph.sqlite", "manifest.json", *plugins.BUILD_WRITES}


def test_more_files_of_quads_than_before_and_then_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def large(graph: Graph, path: Path) -> None:
        nquads_gz(graph, path)
        path.with_name("graph-002.nq.gz").write_bytes(path.read_bytes())

    load = plugins.load
    monkeypatch.setattr(plugins, "load", lambda group, name: large if name == "nquads" else load(group, name))
    write(tmp_path)
    assert set(files(tmp_path)) == {"graph.sqlite", "manifest.json", "graph-002.nq.gz", *plugins.BUILD_WRITES}
    monkeypatch.undo()
    write(tmp_path)
    assert set(files(tmp_path)) == {"graph.sqlite", "manifest.json", *plugins.BUILD_WRITES}


def test_a_second_build_is_refused_while_one_runs(tmp_path: Path) -> None:
    with publish.staging(tmp_path), pytest.raises(DataError, match="another build is writing"):
        write(tmp_path)
    write(tmp_path)


def test_what_was_there_stays_whole_when_a_build_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path)
    before = files(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(plugins, "load", lambda *_: full)
    with pytest.raises(DataError, match="No space left on device"):
        write(tmp_path)
    assert files(tmp_path) == before
    assert not (tmp_path / ".kg.building").exists()


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(DataError, match="cannot write to"):
        write(tmp_path / "out")
