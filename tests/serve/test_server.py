"""`kg serve` as a process: who is answered, and that nothing is left when it ends."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from kg.core.errors import DataError, MissingExtra
from kg.query import processes
from kg.serve.oxigraph import Oxigraph
from kg.serve.server import At, is_loopback
from kg.serve.server import serve as run

METHODS = "PREFIX kg: <https://w3id.org/paperkg/ontology#> SELECT (COUNT(*) AS ?n) { ?m a kg:Method }"


def running(folder: Path) -> list[int]:
    """The processes that have the index in `folder` on their command line."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder) in place.read_bytes().decode("utf-8", "replace"):
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_child_ends_with_its_parent_whatever_ends_it(
    serve, folder: Path, tmp_path: Path, how: signal.Signals
) -> None:
    with serve(folder, tmp_path / "cache") as (site, process):
        assert site.get("/sparql?query=ASK%20%7B%7D").status == 200
        assert len(running(tmp_path / "cache")) >= 2
        os.kill(process.pid, how)
        process.wait(60)
        for _ in range(200):
            if not running(tmp_path / "cache"):
                break
            time.sleep(0.1)
        assert running(tmp_path / "cache") == []


def test_a_child_that_was_ended_is_started_again(serve, folder: Path, tmp_path: Path) -> None:
    with serve(folder, tmp_path / "cache") as (site, process):
        for child in set(running(tmp_path / "cache")) - {process.pid}:
            os.kill(child, signal.SIGKILL)
        assert site.get("/sparql?query=ASK%20%7B%7D").status == 200


def test_after_a_build_the_new_graph_is_asked(serve, folder: Path, tmp_path: Path) -> None:
    for name in ("graph.sqlite", "graph.ttl"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with serve(tmp_path, tmp_path / "cache") as (site, process):
        first = set(running(tmp_path / "cache")) - {process.pid}
        assert site.sparql(METHODS, Accept="text/csv").text.split() == ["n", "2"]
        _rewrite(tmp_path / "graph.ttl", (folder / "graph.ttl").read_text() + "id:entity-new a kg:Method .\n")
        assert site.sparql(METHODS, Accept="text/csv").text.split() == ["n", "3"]
        assert not first & set(running(tmp_path / "cache"))
        _rewrite(tmp_path / "graph.ttl", "<a> <b")
        broken = site.sparql(METHODS)
        assert (broken.status, broken.text.count("\n")) == (500, 1)
        assert "graph.ttl cannot be read" in broken.text
        _rewrite(tmp_path / "graph.ttl", (folder / "graph.ttl").read_text())
        assert site.sparql(METHODS, Accept="text/csv").text.split() == ["n", "2"]


def test_without_a_cache_that_can_be_written_nothing_is_left(
    serve, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    cache = tmp_path / "cache"
    cache.write_text("a file")
    with serve(folder, cache) as (site, process):
        assert site.sparql(METHODS, Accept="text/csv").text.split() == ["n", "2"]
        assert [path.name[:3] for path in tmp_path.iterdir() if path != cache] == ["kg."]
        process.terminate()
        assert process.wait(60) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == [cache]


def _rewrite(path: Path, text: str) -> None:
    """As a build does: beside the old file, then renamed."""
    beside = path.with_suffix(".new")
    beside.write_text(text)
    beside.replace(path)


def test_other_machines_are_answered_only_on_request(kg, folder: Path) -> None:
    done = kg("serve", "--graph", folder, "--bind", "0.0.0.0", "--port", "0")
    assert done.returncode == 2
    assert "no authentication" in done.stderr
    assert "add --public" in done.stderr
    assert [is_loopback(at) for at in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "example.org")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


def test_with_the_flag_they_are_and_a_warning_is_given(serve, folder: Path, cache: Path) -> None:
    with serve(folder, cache, "--bind", "0.0.0.0", "--public") as (site, _):
        assert site.get("/", Host="anything.example").status == 200


def test_a_port_that_is_taken_and_a_graph_that_is_missing(kg, site, folder: Path, tmp_path: Path) -> None:
    taken = kg("serve", "--graph", folder, "--port", site.url.rpartition(":")[2])
    assert taken.returncode == 3
    assert "choose another with --port" in taken.stderr
    assert len(taken.stderr.splitlines()) == 1
    (tmp_path / "graph.sqlite").write_bytes((folder / "graph.sqlite").read_bytes())
    missing = kg("serve", "--graph", tmp_path, "--port", "0")
    assert (missing.returncode, missing.stderr.count("\n")) == (3, 1)
    assert "no graph.ttl and no graph.nq.gz" in missing.stderr


def test_an_index_that_is_none_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="oxigraph does not start on"):
        Oxigraph(lambda: tmp_path / "nothing", 1)


def test_without_the_extra_the_command_that_installs_it_is_printed(monkeypatch, folder: Path, tmp_path: Path) -> None:
    monkeypatch.setattr(processes.shutil, "which", lambda *_, **__: None)
    with pytest.raises(MissingExtra, match=r"pip install 'paperkg\[serve\]'"):
        run(folder, folder / "graph.sqlite", tmp_path, At("127.0.0.1", 0, 1), print)
