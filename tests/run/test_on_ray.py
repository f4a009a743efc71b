"""Papers read by the machines of a cluster: two nodes started here, of which one is lost midway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kg.core.errors import DataError, MissingExtra
from kg.core.types import DocId, Document
from kg.run.cache import Cache
from kg.run.pool import extract_all

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
