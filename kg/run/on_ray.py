"""Papers spread over the machines of a Ray cluster: actors that hold one extractor each.

An actor is given one paper at a time, and a paper whose actor is lost is given to another. Each actor that is lost is
replaced; the new one gets its first paper when it says that it is there, so that a cluster which shrank goes on with
the actors that it has, and one which grew again has more.
"""

from __future__ import annotations

import logging
import os
import re
import socket
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kg.core.errors import DataError, MissingExtra
from kg.core.types import Document, Extraction
from kg.run.cache import fingerprint
from kg.run.pool import WINDOW, Keep, extract_one, workers

_ATTEMPTS = 3
_MEMORY_FOR_OBJECTS = 128 << 20
_READY = -1
_HOST_AND_PORT = re.compile(r"(?:ray://)?\[?([^/\]]+)\]?:(\d+)")
_SECONDS_TO_ANSWER = 5


def extract(
    documents: Sequence[Document], extractor: str, jobs: int | None, address: str, keep: Keep
) -> Iterator[Extraction]:
    """An engine, as `plugins.ENGINES` describes it: on the cluster at `address`, else on this machine's own.

    Raises MissingExtra without Ray, DataError where there is no such cluster, where its machines have another version
    of kg, and where actors die again and again.
    """
    if not documents:
        return
    with _cluster(address) as ray:
        cores = int(ray.cluster_resources().get("CPU", 1))
        crew = _Crew(ray, documents, extractor, keep)
        try:
            yield from crew.extractions(workers(jobs, cores, len(documents)))
        finally:
            crew.dismiss()


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Ray, connected. A connection that is there already is used, and left as it is."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("ray", "the engine 'ray'") from error
    if ray.is_initialized():
        yield ray
        return
    own = {} if address else {"include_dashboard": False, "object_store_memory": _MEMORY_FOR_OBJECTS}
    try:
        _reach(address)
        ray.init(address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        where = f"cannot use the Ray cluster at {address}" if address else "cannot start Ray on this machine"
        raise DataError(f"{where} ({_first_line(error)}): `ray start --head` starts a cluster") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Raises OSError where nothing listens at `address`: Ray itself would try for a quarter of an hour."""
    if named := _HOST_AND_PORT.fullmatch(address):
        host, port = named.groups()
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()


class _Actor:
    """What runs on the cluster: one extractor, loaded with its first paper."""

    def __init__(self, extractor: str) -> None:
        self._extractor = extractor

    def ready(self) -> str:
        return fingerprint(self._extractor)

    def extract(self, document: Document) -> Extraction:
        return extract_one(self._extractor, document)


class _Crew:
    """The actors at work on `documents`: which are idle, what the others do, and what is done but not yet given out."""

    def __init__(self, ray: Any, documents: Sequence[Document], extractor: str, keep: Keep) -> None:
        self._ray, self._documents, self._extractor, self._keep = ray, documents, extractor, keep
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(_Actor)
        self._idle: list[Any] = []
        self._busy: dict[Any, tuple[Any, int]] = {}
        self._next = 0
        self._again: deque[int] = deque()
        self._lost: Counter[int] = Counter()
        self._done: dict[int, Extraction] = {}

    def extractions(self, size: int) -> Iterator[Extraction]:
        """The extraction of each document, in their order, made by `size` actors."""
        for _ in range(size):
            self._hire()
        for number in range(len(self._documents)):
            while number not in self._done:
                self._give(min(number + WINDOW * size, len(self._documents)))
                self._take()
            yield self._done.pop(number)

    def dismiss(self) -> None:
        """End all actors, in the midst of a paper or not."""
        for actor in (*self._idle, *(actor for actor, _ in self._busy.values())):
            self._ray.kill(actor)

    def _hire(self) -> None:
        actor = self._actor.remote(self._extractor)
        self._busy[actor.ready.remote()] = actor, _READY

    def _give(self, end: int) -> None:
        """A paper before number `end` to every idle actor, while there are any; first those that were lost."""
        while self._idle and (self._again or self._next < end):
            if self._again:
                number = self._again.popleft()
            else:
                number = self._next
                self._next += 1
            actor = self._idle.pop()
            self._busy[actor.extract.remote(self._documents[number])] = actor, number

    def _take(self) -> None:
        """Wait until one actor is done, and take what it has."""
        errors = self._ray.exceptions
        (reference, *_), _ = self._ray.wait(list(self._busy), num_returns=1)
        actor, number = self._busy.pop(reference)
        try:
            answer = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from error
        except errors.RayError as error:
            self._replace(actor, number, error)
            return
        self._idle.append(actor)
        if number == _READY:
            self._lost[_READY] = 0
            if answer != fingerprint(self._extractor):
                raise DataError("a machine of the cluster has another paperkg, or other libraries: install the same")
        else:
            self._done[number] = answer
            self._keep(self._documents[number], answer)

    def _replace(self, actor: Any, number: int, error: Exception) -> None:
        self._lost[number] += 1
        if self._lost[number] == _ATTEMPTS:
            what = "before its first paper" if number == _READY else f"on the paper {self._documents[number].id}"
            raise DataError(f"{_ATTEMPTS} actors on the cluster died {what}: {_first_line(error)}") from error
        if number != _READY:
            self._again.append(number)
        self._ray.kill(actor)
        self._hire()


def _first_line(error: Exception) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__).strip()
