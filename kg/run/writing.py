"""The exports of a build, each written by itself: side by side where there are many papers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import as_completed
from functools import lru_cache
from pathlib import Path

from kg.core.garbage import not_collecting
from kg.core.types import Graph
from kg.graph import store
from kg.run import plugins
from kg.run.plugins import STORE
from kg.run.processes import leashed

_PAPERS_WORTH_A_PROCESS = 500


def write(graph: Graph, place: Path, jobs: int | None) -> Iterator[str]:
    """Write the store and every export of `graph` to `place`, in at most `jobs` processes, as many as there are cores
    where None; yields the name of each export when it is there. Raises OSError, and DataError where a process is
    killed."""
    store.save(graph, place / STORE)
    count = min(jobs or os.cpu_count() or 1, len(graph.papers) // _PAPERS_WORTH_A_PROCESS)
    if count < 2:
        for name, exporter in plugins.BUILD_WRITES.items():
            _write(graph, exporter, place / name)
            yield name
        return
    with leashed(count) as pool:
        made = {
            pool.submit(_write_stored, place / STORE, exporter, place / name): name
            for name, exporter in plugins.BUILD_WRITES.items()
        }
        for one in as_completed(made):
            one.result()
            yield made[one]


def _write_stored(stored: Path, exporter: str, path: Path) -> None:
    _write(_loaded(stored), exporter, path)


@lru_cache(maxsize=1)
def _loaded(stored: Path) -> Graph:
    return store.load(stored)


def _write(graph: Graph, exporter: str, path: Path) -> None:
    with not_collecting():
        plugins.load("exporters", exporter)(graph, path)
