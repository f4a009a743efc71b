"""Whether a folder holds already what a build would write, so that nothing need be joined or written again."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import kg
from kg.core import ids
from kg.core.codec import document_to_json, extraction_to_json
from kg.core.schema import ontology_folder
from kg.core.types import Document, Extraction, Issue
from kg.run import program

FILE = ".kg.made"
_NAME = re.compile(r"[\w.-]+")
_OF_NO_EXPORT = (".onnx", ".pyc")


@dataclass(frozen=True, slots=True)
class Made:
    """What a build's files were made of, as a digest, and what went wrong as its graph was put together."""

    of: str
    issues: tuple[Issue, ...]


def digest(read: Iterable[tuple[Document, Extraction]], *settings: str) -> str:
    """The SHA-256 of all that files depend on: the papers, what was read of them, the settings, the program."""
    found = hashlib.sha256("\n".join([_program(), *settings]).encode())
    for document, extraction in read:
        parts = [document_to_json(document), extraction_to_json(extraction)]
        found.update(json.dumps(parts).encode())
    return found.hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of `folder`, by name."""
    return {path.name: _digest(path) for path in sorted(folder.iterdir())}


def note(place: Path, made: Made, files: Mapping[str, str]) -> None:
    """Writes down what the `files` of `place`, given with their digests, were made of."""
    issues = [[issue.stage, issue.where, issue.message] for issue in made.issues]
    text = json.dumps({"of": made.of, "issues": issues, "files": files}, indent=1) + "\n"
    (place / FILE).write_text(text, encoding="utf-8", newline="\n")


def held(folder: Path, of: str) -> Made | None:
    """What the files of `folder` were made of, where that is `of` and all of them are whole."""
    try:
        noted = json.loads((folder / FILE).read_text(encoding="utf-8"))
        made, files = Made(noted["of"], tuple(Issue(*issue) for issue in noted["issues"])), noted["files"]
        is_whole = made.of == of and all(_digest(folder / name) == files[name] for name in files)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return made if is_whole else None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def _program() -> str:
    """A digest of what files depend on beside the graph: code, ontology, Python and libraries."""
    folders = (Path(kg.__file__).parent, ontology_folder())
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix not in _OF_NO_EXPORT}
    code = program.contents(path for path in files if path.is_file())
    below = [*program.platform_and(_libraries()), sqlite3.sqlite_version, zlib.ZLIB_RUNTIME_VERSION]
    return ids.digest("\n".join([kg.__version__, *below, *code]))


def _libraries() -> list[str]:
    try:
        return sorted({found[0] for line in requires("paperkg") or () if (found := _NAME.match(line))})
    except PackageNotFoundError:
        return []
