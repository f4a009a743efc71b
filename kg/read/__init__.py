"""Files to papers: one module a format, and `fold`, which makes one document of a paper that several files hold."""

from __future__ import annotations

from kg.read.fold import fold
from kg.read.paths import read_paths
from kg.read.reader import Reader
from kg.read.source import Source

__all__ = ["Reader", "Source", "fold", "read_paths"]
