"""Zip archives: their files as sources, one after another, and nothing is written to disk.

What may harm is refused with an issue: a name that climbs out of the archive, an archive within the archive, a file
that is encrypted, one that unpacks to very much more than it takes, and an archive whose files overlap.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from kg.core.errors import BadDocument
from kg.core.types import Issue
from kg.read.paper import STAGE
from kg.read.source import Source

NESTED = "an archive in an archive: not read; unpack it first"

_SUFFIXES = {".zip", ""}
_HEAD = "PK\x03\x04"
_ARCHIVES = {".zip", ".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz", ".zst", ".jar"}
_MOST_FILES = 1_000_000
_LARGEST = 1 << 32
_SMALL = 1 << 24
_MOST_TIMES = 200
_ENCRYPTED = 0x1


def is_archive(source: Source) -> bool:
    return source.suffix in _SUFFIXES and source.head().startswith(_HEAD)


def members(source: Source) -> Iterator[Source | Issue]:
    """The files in an archive, by name; what is hidden is passed over. Raises BadDocument where it is damaged."""
    with source.open() as stream, closing(_opened(stream)) as archive:
        size = stream.seek(0, 2)
        files = sorted((file for file in archive.infolist() if not file.is_dir()), key=lambda file: file.filename)
        if len(files) > _MOST_FILES or sum(file.compress_size for file in files) > size:
            raise BadDocument("a zip whose files overlap or are too many, as in a bomb: not read")
        for file in files:
            name = f"{source.name}/{file.filename}"
            if any(part.startswith((".", "__MACOSX")) and part != ".." for part in _path(file).parts):
                continue
            reason = _refusal(file)
            if reason:
                yield Issue(STAGE, Source.of_bytes(name, b"").name, reason)
            else:
                yield Source(name, partial(_open, archive, file))


def _opened(stream: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise BadDocument(f"a damaged zip ({error}): pack it again") from error


def _open(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> BinaryIO:
    try:
        return cast(BinaryIO, archive.open(file))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadDocument(f"damaged in its zip, or packed in an unknown way ({error}): pack it again") from error


def _path(file: zipfile.ZipInfo) -> PurePosixPath:
    return PurePosixPath(file.filename.replace("\\", "/"))


def _refusal(file: zipfile.ZipInfo) -> str | None:
    """Why a file of an archive is not read, if it is not."""
    path = _path(file)
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return "a name that leads out of the archive: not read"
    if path.suffix.lower() in _ARCHIVES:
        return NESTED
    if file.flag_bits & _ENCRYPTED:
        return "encrypted: not read; unpack it first"
    if file.file_size > _LARGEST or file.file_size > max(_SMALL, _MOST_TIMES * file.compress_size):
        return f"unpacks from {file.compress_size} to {file.file_size} bytes, as a bomb does: not read"
    return None
