"""Whether a folder holds already what a build would write, so that nothing need be written again."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import sqlite3
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import kg
from kg.core import ids
from kg.core.schema import ontology_folder
from kg.core.types import Graph
from kg.graph import store
from kg.run.plugins import STORE

FILE = ".kg.made"
_NAME = re.compile(r"[\w.-]+")
_OF_NO_EXPORT = (".onnx", ".pyc")


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of `folder`, by name."""
    return {path.name: _digest(path) for path in sorted(folder.iterdir())}


def note(place: Path, extractor: str, files: Mapping[str, str]) -> None:
    """Writes down what made the `files` of `place`, given with their digests."""
    made = {"by": _maker(extractor), "files": files}
    (place / FILE).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8", newline="\n")


def holds(folder: Path, graph: Graph, extractor: str) -> bool:
    """Whether `folder` has every file of `graph`, whole, as this program writes them."""
    try:
        made = json.loads((folder / FILE).read_text(encoding="utf-8"))
        files = made["files"]
        if made["by"] != _maker(extractor) or any(_digest(folder / name) != files[name] for name in files):
            return False
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return store.load(folder / STORE) == graph


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _maker(extractor: str) -> str:
    return f"{extractor} {_program()}"


@cache
def _program() -> str:
    """A digest of what files depend on beside the graph: code, ontology, Python and libraries."""
    folders = (Path(kg.__file__).parent, ontology_folder())
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix not in _OF_NO_EXPORT}
    code = sorted(f"{path.parent.name}/{path.name} {_digest(path)}" for path in files if path.is_file())
    below = [platform.machine(), platform.python_version(), sqlite3.sqlite_version, zlib.ZLIB_RUNTIME_VERSION]
    return ids.digest("\n".join([kg.__version__, *below, *_libraries(), *code]))


def _libraries() -> list[str]:
    try:
        names = sorted({found[0] for line in requires("paperkg") or () if (found := _NAME.match(line))})
    except PackageNotFoundError:
        return []
    return [f"{name} {_version(name)}" for name in names]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "missing"
