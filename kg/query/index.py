"""The RDF export of a build as a store that can be asked: on disk, so that only the first query has to load it.

An index is named by the digest of the export and by the library that made it, and may be thrown away at any time: one
that is missing or cannot be opened is made again.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias, cast

from kg.core.errors import DataError

if TYPE_CHECKING:
    import pyoxigraph

Export: TypeAlias = tuple[Path, ...]
"""The files that hold a graph together."""

_DAMAGED = (SyntaxError, EOFError, gzip.BadGzipFile, zlib.error)
_UNUSABLE = (OSError, RuntimeError)
"""What the library raises of an index that is missing, damaged or of another format."""

_UNUSED = 30 * 24 * 3600
"""Seconds after which an index that nobody asked is removed."""


def export_of(folder: Path) -> Export:
    """What queries ask: `graph.ttl`, else `graph.nq.gz` with the files that a large graph has beside it.

    Raises DataError where there is neither.
    """
    for name, beside in (("graph.ttl", ()), ("graph.nq.gz", sorted(folder.glob("graph-*.nq.gz")))):
        if (folder / name).is_file():
            return (folder / name, *beside)
    raise DataError(f"no graph.ttl and no graph.nq.gz in {folder}: make them with `kg build`")


def opened(export: Export, cache: Path | None) -> pyoxigraph.Store:
    """`export` to be asked: its index in `cache`, or loaded into memory where there is no cache to write to.

    Raises DataError where the export is damaged.
    """
    import pyoxigraph as ox

    if cache is not None:
        with suppress(*_UNUSABLE):
            return ox.Store.read_only(str(index(export, cache)))
    store = ox.Store()
    for path in export:
        try:
            _load(store, path)
        except OSError as error:
            raise _unreadable(path, error) from error
    return store


def index(export: Export, cache: Path) -> Path:
    """The folder in `cache` with the index of `export`, which is made where there is none that can be opened.

    Raises DataError where the export is damaged, OSError where it cannot be opened or `cache` cannot be written.
    """
    import pyoxigraph as ox

    digest = hashlib.sha256()
    for path in export:
        with path.open("rb") as file:
            hashlib.file_digest(file, lambda: digest)
    place = cache / "sparql" / f"{digest.hexdigest()[:32]}-{ox.__version__}"
    try:
        ox.Store.read_only(str(place))
    except _UNUSABLE:
        _make(export, place)
        _remove_unused(place.parent)
    os.utime(place)
    return place


def _make(export: Export, place: Path) -> None:
    """Load `export` beside `place` and rename it; another process that was faster has made the same."""
    import pyoxigraph as ox

    beside = place.with_name(f".{place.name}.{os.getpid()}")
    beside.parent.mkdir(parents=True, exist_ok=True)
    try:
        store = ox.Store(str(beside))
        for path in export:
            _load(store, path)
        store.flush()
        del store
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            beside.replace(place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _remove_unused(folder: Path) -> None:
    for place in sorted(folder.iterdir()):
        with suppress(OSError):
            if place.stat().st_mtime < time.time() - _UNUSED:
                shutil.rmtree(place)


def _load(store: pyoxigraph.Store, path: Path) -> None:
    import pyoxigraph as ox

    try:
        if path.suffix == ".gz":
            with gzip.open(path) as lines:
                store.bulk_load(input=cast(IO[bytes], lines), format=ox.RdfFormat.N_QUADS)
        else:
            store.bulk_load(path=path, format=ox.RdfFormat.TURTLE)
    except _DAMAGED as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> DataError:
    return DataError(f"{path} cannot be read ({error}): build it again")
