"""The map: one offline HTML file that shows how papers share concepts."""

from __future__ import annotations

import os
from pathlib import Path

from kg.core.types import Graph
from kg.export.map.part import part
from kg.export.map.template import VIEWS, page

__all__ = ["VIEWS", "html", "page", "part"]


def html(graph: Graph, path: Path, view: str = VIEWS[0]) -> None:
    """Write the map of `graph`, which opens in `view`, to `path`.

    Raises OSError where it cannot be written; the file there before stays.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(page(graph, view), encoding="utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
