"""Papers read by the machines of a cluster: two nodes started here, of which one is lost midway."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg.core.errors import DataError, MissingExtra
from kg.core.types import DocId, Document
from kg.run.cache import Cache
from kg.run.pipeline import Options, build_to
from kg.run.pool import extract_all
from kg.run.progress import Progress

ray = pytest.importorskip("ray")

PAPERS = tuple(Document(DocId(f"p{number:02}"), f"Paper {number} is about one thing.") for number in range(60))
BAD = Document(DocId("p99"), "This is a bad paper.")


@pytest.fixture
def cluster(strange: ModuleType) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 80 << 20})
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def extract(papers: tuple[Document, ...], extractor: str, engine: str, cache: Cache | None = None) -> Iterator[Any]:
    return extract_all(papers, extractor, None, cache, lambda _: None, engine)


def test_a_node_that_is_lost_midway_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    cluster.wait_for_nodes()
    cache = Cache(tmp_path, "fine", pytest.fail)
    found = extract(PAPERS, "fine", f"ray:{cluster.address}", cache)
    first = [next(found) for _ in range(10)]
    cluster.remove_node(node, allow_graceful=False)
    assert [*first, *found] == list(extract(PAPERS, "fine", "processes"))
    assert all(cache.has(paper) for paper in PAPERS)


class Losing(Progress):
    """Loses a node of `cluster` when twenty papers are read."""

    def __init__(self, cluster: Any, node: Any) -> None:
        self.cluster, self.node, self.left = cluster, node, 20

    def step(self, name: str, total: int | None = None) -> None:
        self.name = name

    def advance(self) -> None:
        self.left -= self.name == "extract"
        if self.left == 0:
            self.cluster.remove_node(self.node, allow_graceful=False)


def test_the_graph_is_that_of_one_machine_byte_for_byte(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    cluster.wait_for_nodes()
    abstract = "We propose Net{0}, a model that outperforms Net{1} on ImageNet by 2.5%. Net{0} builds on ResNet-50."
    papers = [{"id": f"p{number}", "abstract": abstract.format(number, number // 2)} for number in range(60)]
    (tmp_path / "papers.json").write_text(json.dumps(papers), encoding="utf-8")

    def build(engine: str, progress: Progress) -> dict[str, bytes]:
        out = tmp_path / engine.partition(":")[0]
        options = Options("json", "rules", 2, tmp_path / f"cache-{out.name}", engine=engine)
        build_to(out, [str(tmp_path / "papers.json")], options, progress)
        return {
            path.name: path.read_bytes() for path in out.iterdir() if path.name not in ("manifest.json", ".kg.lock")
        }

    losing = Losing(cluster, node)
    assert build(f"ray:{cluster.address}", losing) == build("processes", Progress())
    assert losing.left < 0


def test_a_paper_that_kills_its_actors_ends_the_run(cluster: Any) -> None:
    with pytest.raises(DataError, match="3 actors on the cluster died on the paper p99"):
        list(extract((*PAPERS[:3], BAD), "killed", f"ray:{cluster.address}"))


def test_what_is_wrong_with_every_paper_ends_the_run(cluster: Any) -> None:
    with pytest.raises(MissingExtra, match="needs the extra 'magic'"):
        list(extract(PAPERS, "missing", f"ray:{cluster.address}"))


def test_this_machine_alone(strange: ModuleType) -> None:
    assert list(extract(PAPERS[:4], "failing", "ray")) == list(extract(PAPERS[:4], "failing", "processes"))
    assert not ray.is_initialized()


def test_no_cluster_there() -> None:
    with pytest.raises(DataError, match=r"cannot use the Ray cluster at 127\.0\.0\.1:1 "):
        list(extract(PAPERS, "rules", "ray:127.0.0.1:1"))
