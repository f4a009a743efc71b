"""Papers spread over the cores of this machine: processes that hold one extractor each.

The processes end with their parent, however it ends: each holds one end of a pipe and is gone when the other is closed.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from threading import Thread

from kg.core.errors import DataError, UsageError
from kg.core.types import Document, Extraction
from kg.run.pool import WINDOW, Keep, extract_one, workers

_Waiting = deque[tuple[Document, "Future[Extraction]"]]


def extract(
    documents: Sequence[Document], extractor: str, jobs: int | None, address: str, keep: Keep
) -> Iterator[Extraction]:
    """An engine, as `plugins.ENGINES` describes it. Raises DataError where a process is killed."""
    if address:
        raise UsageError(f"the engine 'processes' is this machine: leave out ':{address}', or choose 'ray:{address}'")
    count = workers(jobs, os.cpu_count() or 1, len(documents))
    if count > 1:
        yield from _spread(documents, extractor, count, keep)
        return
    for document in documents:
        extraction = extract_one(extractor, document)
        keep(document, extraction)
        yield extraction


def _spread(documents: Sequence[Document], extractor: str, count: int, keep: Keep) -> Iterator[Extraction]:
    waiting: _Waiting = deque()
    try:
        with leashed(count) as pool:
            for document in documents:
                waiting.append((document, pool.submit(extract_one, extractor, document)))
                if len(waiting) == WINDOW * count:
                    yield _first(waiting, keep)
            while waiting:
                yield _first(waiting, keep)
    finally:
        for document, future in waiting:
            if not future.cancelled() and future.exception() is None:
                keep(document, future.result())


@contextmanager
def leashed(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this one. Raises DataError where one is killed."""
    end, leash = Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin, initargs=(end,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise DataError("a process was killed, perhaps for want of memory: build again with --jobs 1") from error
    finally:
        leash.close()
        pool.shutdown(cancel_futures=True)
        end.close()


def _first(waiting: _Waiting, keep: Keep) -> Extraction:
    """What the longest waiting is to become; it waits no longer once that is there."""
    document, future = waiting[0]
    extraction = future.result()
    keep(document, extraction)
    waiting.popleft()
    return extraction


def _begin(end: Connection) -> None:
    """A process begins: Ctrl-C is for its parent to answer, with which it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(end,), daemon=True).start()


def _end_with(end: Connection) -> None:
    try:
        end.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
