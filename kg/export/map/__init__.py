"""The map: one offline HTML file that shows how papers share concepts."""

from __future__ import annotations

import os
from pathlib import Path

from kg.core.types import Graph
from kg.export.map.template import page

__all__ = ["html", "page"]


def html(graph: Graph, path: Path) -> None:
    """Write the map of `graph` to `path`. Raises OSError where it cannot be written; the file there before stays."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(page(graph), encoding="utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
