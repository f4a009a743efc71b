"""Paths, as a user gives them, to papers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from kg.core.errors import BadDocument, DataError, UsageError
from kg.core.types import Document, Issue
from kg.read.archive import NESTED, is_archive, members
from kg.read.paper import STAGE
from kg.read.reader import Adjustable, Reader
from kg.read.source import Source

STDIN = "-"
_OF_A_BUILD = {"graph.sqlite", "manifest.json"}
_GIVE = "give papers as text, JSON or JSON Lines"

Choose = Callable[[Source], Reader]


def read_paths(
    paths: Sequence[str], readers: Mapping[str, Reader], format: str | None = None
) -> Iterator[Document | Issue]:
    """The papers of files and folders (`-` is standard input), in the order of `paths`, a folder in that of its names.

    `format` is the reader to use for all of them ("csv", or with what it is given, "csv:title=Paper"); without it, each
    file's content and suffix say which. The files of a zip archive are read as those of a folder are.

    Raises UsageError, at once, where a path does not exist or `format` is none of `readers`. Raises DataError while
    reading where a file is of no known kind (in a folder that is an Issue), and where there is no paper at all.
    """
    reader = None if format is None else _named(readers, format)
    for path in paths:
        if path != STDIN:
            _check(path)
    choose: Choose = partial(_choose, readers) if reader is None else lambda _: reader
    return _unless_empty((item for path in paths for item in _read(path, choose)), paths)


def _named(readers: Mapping[str, Reader], format: str) -> Reader:
    name, _, options = format.partition(":")
    reader = readers.get(name)
    if reader is None:
        raise UsageError(f"no format '{name}': choose one of {', '.join(sorted(readers))}")
    if not options:
        return reader
    if not isinstance(reader, Adjustable):
        raise UsageError(f"the format '{name}' takes nothing after a colon: give --format {name}")
    return reader.given(options)


def _check(path: str) -> None:
    if not path:
        raise UsageError("an empty path: give a file, a folder, or - for stdin")
    try:
        Path(path).stat()
    except (OSError, ValueError) as error:
        raise UsageError(f"no file or folder to read at {path}: {getattr(error, 'strerror', error)}") from error


def _unless_empty(items: Iterator[Document | Issue], paths: Sequence[str]) -> Iterator[Document | Issue]:
    """`items`, where one at least is a Document; issues before the first wait for it."""
    waiting: list[Issue] = []
    for item in items:
        if isinstance(item, Document):
            yield from waiting
            yield item
            yield from items
            return
        waiting.append(item)
    where = paths[0] if len(paths) == 1 else f"{len(paths)} paths"
    more = f" (and {len(waiting) - 1} more)" if len(waiting) > 1 else ""
    raise DataError(f"no paper in {where}: {waiting[0] if waiting else 'give a file or a folder'}{more}")


def _read(path: str, choose: Choose) -> Iterator[Document | Issue]:
    try:
        if path == STDIN:
            yield from _read_source(Source.of_stdin(), choose)
        elif Path(path).is_dir():
            yield from _read_folder(Path(path), choose)
        else:
            yield from _read_source(Source.of_file(Path(path), Path(path).name), choose)
    except _UnknownKind as error:
        raise DataError(f"{path}: {error}") from error


def _read_folder(folder: Path, choose: Choose) -> Iterator[Document | Issue]:
    empty = True
    for path in _files(folder):
        empty = False
        name = path.relative_to(folder).as_posix()
        if not path.is_file():
            yield Issue(STAGE, name, "not a file that can be read")
            continue
        try:
            yield from _read_source(Source.of_file(path, name), choose)
        except _UnknownKind as error:
            yield Issue(STAGE, name, str(error))
    if empty:
        yield Issue(STAGE, folder.as_posix(), f"no file in this folder: {_GIVE}")


def _files(folder: Path) -> list[Path]:
    """The files below `folder`, and folders that cannot be read, sorted; what begins with a dot is passed over, and
    what a build has written."""
    found: list[Path] = []
    closed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if set(names) >= _OF_A_BUILD:
            continue
        found += [Path(parent, name) for name in names if not name.startswith(".")]
    found += [Path(error.filename) for error in closed]
    return sorted(found, key=lambda path: path.parts)


class _UnknownKind(DataError):
    """No reader takes a file."""


def _read_source(source: Source, choose: Choose, packed: bool = False) -> Iterator[Document | Issue]:
    empty = True
    try:
        if not source.head():
            raise BadDocument(f"empty: {_GIVE}")
        if packed and is_archive(source):
            raise BadDocument(NESTED)
        items = _read_archive(source, choose) if is_archive(source) else choose(source).read(source)
        for item in items:
            empty = False
            yield item
        if empty:
            raise BadDocument(f"no paper in it: {_GIVE}")
    except BadDocument as error:
        yield Issue(STAGE, source.name, str(error))


def _read_archive(archive: Source, choose: Choose) -> Iterator[Document | Issue]:
    for member in members(archive):
        if isinstance(member, Issue):
            yield member
            continue
        try:
            yield from _read_source(member, choose, packed=True)
        except _UnknownKind as error:
            yield Issue(STAGE, member.name, str(error))


def _choose(readers: Mapping[str, Reader], source: Source) -> Reader:
    """The first reader that knows content and suffix, else the content, else the suffix."""
    head = source.head()
    by_content = [reader for reader in readers.values() if reader.recognises(head)]
    by_suffix = [reader for reader in readers.values() if source.suffix in reader.SUFFIXES]
    both = [reader for reader in by_content if reader in by_suffix]
    for reader in both or by_content or by_suffix:
        return reader
    kind = f"'{source.suffix}'" if source.suffix else "without a suffix"
    raise _UnknownKind(
        f"a kind of file ({kind}) that no reader takes: name its format with --format ({', '.join(sorted(readers))})"
    )
