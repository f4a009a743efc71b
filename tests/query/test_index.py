from __future__ import annotations

import gzip
import os
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.core.errors import DataError
from kg.query.index import Export, export_of, index, opened

LINE = "<https://example.org/{0}> <https://example.org/p> <https://example.org/o> .\n"


@pytest.fixture
def export(tmp_path: Path) -> Export:
    (tmp_path / "graph.ttl").write_text(LINE.format("a"), encoding="utf-8")
    return export_of(tmp_path)


@pytest.fixture
def small_files(tmp_path: Path) -> Path:
    """A folder with a graph in three files of quads."""
    folder = tmp_path / "exports"
    folder.mkdir()
    for name, subject in {"graph": "a", "graph-002": "b", "graph-003": "c"}.items():
        (folder / f"{name}.nq.gz").write_bytes(gzip.compress(LINE.format(subject).encode()))
    return folder


def asked(store: ox.Store) -> list[str]:
    return sorted(quad.subject.value.rpartition("/")[2] for quad in store.quads_for_pattern(None, None, None, None))


def test_an_index_is_made_once_and_named_by_what_it_holds(export: Export, tmp_path: Path) -> None:
    first = index(export, tmp_path)
    made = (first / "CURRENT").stat().st_mtime_ns
    assert index(export, tmp_path) == first
    assert (first / "CURRENT").stat().st_mtime_ns == made
    export[0].write_text(LINE.format("b"), encoding="utf-8")
    assert index(export, tmp_path) != first
    assert asked(opened(export, tmp_path)) == ["b"]
    assert sorted(path.name for path in (tmp_path / "sparql").iterdir() if path.name.startswith(".")) == []


@pytest.mark.parametrize("damage", ["CURRENT", "all"])
def test_an_index_that_cannot_be_opened_is_made_again(export: Export, tmp_path: Path, damage: str) -> None:
    place = index(export, tmp_path)
    for file in [place / "CURRENT"] if damage == "CURRENT" else list(place.iterdir()):
        file.write_bytes(b"an older format")
    assert asked(opened(export, tmp_path)) == ["a"]


def test_an_index_that_nobody_asked_for_a_month_is_removed(export: Export, tmp_path: Path) -> None:
    old = index(export, tmp_path)
    os.utime(old, (0, 0))
    export[0].write_text(LINE.format("b"), encoding="utf-8")
    index(export, tmp_path)
    assert not old.exists()


def test_without_a_cache_that_can_be_written_the_export_is_loaded(export: Export, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for cache in (None, tmp_path / "file"):
        assert asked(opened(export, cache)) == ["a"]


def test_a_damaged_export_is_said_so_and_leaves_no_index(export: Export, tmp_path: Path) -> None:
    export[0].write_text("<a> <b", encoding="utf-8")
    with pytest.raises(DataError, match=r"graph.ttl cannot be read \(.*\): build it again"):
        opened(export, tmp_path)
    assert list((tmp_path / "sparql").iterdir()) == []


def test_the_turtle_is_asked_before_the_quads(export: Export, tmp_path: Path) -> None:
    (tmp_path / "graph.nq.gz").write_bytes(gzip.compress(LINE.format("b").encode()))
    assert export_of(tmp_path) == (tmp_path / "graph.ttl",)
    export[0].unlink()
    assert asked(opened(export_of(tmp_path), tmp_path)) == ["b"]


@pytest.mark.parametrize("cached", [True, False])
def test_all_files_of_a_large_graph_are_asked(small_files: Path, tmp_path: Path, cached: bool) -> None:
    export = export_of(small_files)
    assert [path.name for path in export] == ["graph.nq.gz", "graph-002.nq.gz", "graph-003.nq.gz"]
    cache = tmp_path if cached else None
    assert asked(opened(export, cache)) == ["a", "b", "c"]
    export[2].write_bytes(gzip.compress(LINE.format("d").encode()))
    assert asked(opened(export, cache)) == ["a", "b", "d"]
    export[1].write_bytes(b"no gzip")
    with pytest.raises(DataError, match=r"graph-002.nq.gz cannot be read \(.*\): build it again"):
        opened(export, cache)
