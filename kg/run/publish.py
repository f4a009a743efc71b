"""A build's files appear all at once: written into a folder beside the old ones, and moved when all are whole.

One build at a time writes to a folder; a second is refused. Until the folder with the new files is renamed to `READY`,
the old ones stand; from then on the new ones do, and should the move be cut short, `finish` goes on with it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import kg
from kg.core import ids
from kg.core.errors import DataError
from kg.core.types import Graph
from kg.run import made, writing
from kg.run.made import Made

MANIFEST = "manifest.json"
_LOCK = ".kg.lock"
_STAGING = ".kg.building"
READY = ".kg.ready"
_MORE_QUADS = "graph-*.nq.gz"
"""Files that a large graph has beside `graph.nq.gz`."""

_NOT_COMPARABLE = (".sqlite", ".gz")
"""Files whose bytes depend on the version of a library, so that the manifest gives no digest of them."""


@contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """An empty folder inside `folder` to write into; no other build can have one until the block ends.

    Raises DataError where `folder` cannot be written or another build has it.
    """
    import filelock

    lock = filelock.FileLock(folder / _LOCK, blocking=False)
    place = folder / _STAGING
    with _told_of(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise DataError(f"another build is writing to {folder}: wait for it, or choose another with -o") from error
    try:
        with _told_of(folder):
            _move(folder)
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.release()


def publish(
    graph: Graph,
    place: Path,
    folder: Path,
    extractor: str,
    tick: Callable[[str], None],
    *,
    jobs: int | None = 1,
    of: Made | None = None,
) -> None:
    """Write every export of `graph` to `place`, in `jobs` processes, and when all are whole move them into `folder`.

    `tick` is told each file's name; `of`, what they are made of, is noted. Raises DataError where they cannot be
    written.
    """
    with _told_of(folder):
        for name in writing.write(graph, place, jobs):
            tick(name)
        digests = made.digests(place)
        manifest = _manifest(graph, digests, extractor)
        (place / MANIFEST).write_text(manifest, encoding="utf-8", newline="\n")
        if of:
            made.note(place, of, {**digests, MANIFEST: ids.digest(manifest)})
        place.rename(folder / READY)
        _move(folder)


def finish(folder: Path) -> None:
    """Move what a build that was cut short has left ready in `folder`, unless a build is at work there.

    Raises DataError where it cannot be moved.
    """
    if not (folder / READY).is_dir():
        return
    import filelock

    with _told_of(folder), suppress(filelock.Timeout), filelock.FileLock(folder / _LOCK, blocking=False):
        _move(folder)


def _move(folder: Path) -> None:
    ready = folder / READY
    if ready.is_dir():
        for path in sorted(ready.iterdir()):
            path.replace(folder / path.name)
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        for path in folder.glob(_MORE_QUADS):
            if path.name not in listed:
                path.unlink()
        ready.rmdir()


@contextmanager
def _told_of(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataError(f"cannot write to {folder}: {error.strerror or error}; choose another with -o") from error


def _manifest(graph: Graph, digests: Mapping[str, str], extractor: str) -> str:
    files = {name: {} if name.endswith(_NOT_COMPARABLE) else {"sha256": digest} for name, digest in digests.items()}
    content = {
        "paperkg": kg.__version__,
        "extractor": extractor,
        "papers": len(graph.papers),
        "entities": len(graph.entities),
        "facts": len(graph.facts),
        "results": len(graph.results),
        "files": files,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return json.dumps(content, indent=2) + "\n"
