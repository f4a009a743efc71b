"""More lines than memory holds, sorted: in runs that wait in temporary files and are merged."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO

AT_ONCE = 500_000
"""How many lines are held in memory: of a graph's, some 120 MB."""


def in_order(lines: Iterable[bytes], folder: Path, at_once: int = AT_ONCE) -> Iterator[bytes]:
    """`lines`, each of which ends in a line end, in the order of their bytes; runs of `at_once` wait in `folder`.

    Raises OSError where they cannot.
    """
    rest = iter(lines)
    with ExitStack() as files:
        runs: list[Iterable[bytes]] = []
        while (first := next(rest, None)) is not None:
            runs.append(_run([first, *islice(rest, at_once - 1)], at_once, folder, files))
        yield from heapq.merge(*runs)


def _run(lines: list[bytes], at_once: int, folder: Path, files: ExitStack) -> list[bytes] | IO[bytes]:
    """`lines` sorted; in a file where there may be more to come."""
    lines.sort()
    if len(lines) < at_once:
        return lines
    file = files.enter_context(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115
    file.writelines(lines)
    file.seek(0)
    return file
