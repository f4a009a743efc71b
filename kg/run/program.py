"""What this program is, for those who keep what it made: code, Python and libraries, line by line."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kg.core import ids


def platform_and(libraries: Iterable[str]) -> list[str]:
    """The machine, Python and these libraries, each with its version."""
    return [platform.machine(), platform.python_version(), *(f"{name} {_version(name)}" for name in libraries)]


def contents(files: Iterable[Path]) -> list[str]:
    """Each file with the SHA-256 of what is in it, sorted."""
    return sorted(f"{path.parent.name}/{path.name} {ids.digest(path.read_bytes())}" for path in files)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "missing"
