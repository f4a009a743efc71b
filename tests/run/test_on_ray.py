"""Papers read by the machines of a cluster: two nodes started here, of which one is lost midway."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

from kg.core.errors import DataError, MissingExtra
from kg.core.types import DocId, Document
from kg.run.pipeline import Options, build_to
from kg.run.pool import extract_all
from kg.run.progress import Progress

ray = pytest.importorskip("ray")

PAPERS = tuple(Document(DocId(f"p{number:02}"), f"Paper {number} is about one thing.") for number in range(60))
BAD = Document(DocId("p99"), "This is a bad paper.")
NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False, "include_log_monitor": False}


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ray tells nobody that it is used, and its sessions leave no file. Its sockets' paths must be short."""
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        monkeypatch.setenv("RAY_TMPDIR", folder)
        yield


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the extractor `placed` leaves a file `PAPER.NODE` for each paper that a node begins to read."""
    folder = tmp_path / "place"
    folder.mkdir()
    monkeypatch.setenv("PLACE", str(folder))
    return folder


@pytest.fixture
def cluster(strange: ModuleType, place: Path) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "no_monitor": True, "env_vars": {"NODE": "first"}})
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def extract(papers: tuple[Document, ...], extractor: str, engine: str) -> list[Any]:
    return list(extract_all(papers, extractor, None, None, lambda _: None, engine))


def lose(cluster: Any, node: Any, place: Path) -> None:
    """Lose `node` when twenty papers have been begun."""
    end = time.monotonic() + 120
    while len(list(place.iterdir())) < 20 and time.monotonic() < end:
        time.sleep(0.01)
    cluster.remove_node(node, allow_graceful=False)


def test_a_node_lost_midway_changes_no_byte_of_the_graph(cluster: Any, place: Path, tmp_path: Path) -> None:
    abstract = "We propose Net{0}, a model that outperforms Net{1} on ImageNet by 2.5%. Net{0} builds on ResNet-50."
    papers = [{"id": f"p{number:02}", "abstract": abstract.format(number, number // 2)} for number in range(60)]
    (tmp_path / "papers.json").write_text(json.dumps(papers), encoding="utf-8")

    def build(extractor: str, engine: str) -> dict[str, bytes]:
        out = tmp_path / extractor
        options = Options("json", extractor, 2, tmp_path / f"cache-{extractor}", engine=engine)
        build_to(out, [str(tmp_path / "papers.json")], options, Progress())
        files = [path for path in out.iterdir() if path.name[0] != "." and path.name != "manifest.json"]
        return {path.name: path.read_bytes() for path in files}

    node = cluster.add_node(**NODE, env_vars={"NODE": "second"})
    cluster.wait_for_nodes()
    losing = Thread(target=lose, args=(cluster, node, place))
    losing.start()
    on_cluster = build("placed", f"ray:{cluster.address}")
    losing.join()

    first, second = (sorted(path.stem for path in place.glob(f"*.{name}")) for name in ("first", "second"))
    done, lost = second
    assert lost in first
    assert first == [paper["id"] for paper in papers if paper["id"] != done]
    assert len(list((tmp_path / "cache-placed").rglob("*.json"))) == len(papers)
    assert on_cluster == build("rules", "processes")


def test_what_no_actor_can_read_ends_the_run(cluster: Any) -> None:
    with pytest.raises(DataError, match="3 actors on the cluster died on the paper p99"):
        extract((*PAPERS[:3], BAD), "killed", f"ray:{cluster.address}")
    with pytest.raises(MissingExtra, match="needs the extra 'magic'"):
        extract(PAPERS, "missing", f"ray:{cluster.address}")


def test_this_machine_alone(strange: ModuleType) -> None:
    assert extract(PAPERS[:4], "failing", "ray") == extract(PAPERS[:4], "failing", "processes")
    assert not ray.is_initialized()


def test_no_cluster_there() -> None:
    with pytest.raises(DataError, match=r"cannot use the Ray cluster at 127\.0\.0\.1:1 .*refused"):
        extract(PAPERS, "rules", "ray:127.0.0.1:1")
