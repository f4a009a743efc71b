"""The SPARQL server behind the pages: `oxigraph serve-read-only` on a port of its own, which only this machine reaches.

It runs as a child that ends with this process, whatever ends that. A query that it does not stop in time ends it; the
next query starts it anew.
"""

from __future__ import annotations

import http.client
import socket
import subprocess
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from urllib.parse import urlencode

from kg.core.errors import DataError
from kg.query.processes import oxigraph, stop

HOST = "127.0.0.1"
_START = 20.0
"""Seconds within which the child has to listen."""
_GRACE = 1.0
"""Seconds more than the time limit that the child has to stop a query by itself."""
_PIECE = 1 << 16


class Late(DataError):
    """A query that took longer than it may."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the child answered: an HTTP status, a media type, and the body as it comes."""

    status: int
    type: str
    body: Generator[bytes, None, None]


class Oxigraph:
    """The child on the index in the folder that `index` tells; a query may take `timeout` seconds.

    `index` is asked before each query, and where it tells another folder a child on that takes the place of the first.
    Raises MissingExtra where the program is not installed, DataError where it does not start.
    """

    def __init__(self, index: Callable[[], Path], timeout: float) -> None:
        self._index = index
        self._timeout = timeout
        self._lock = Lock()
        self._served = index()
        self._process, self.port = self._started()

    def close(self) -> None:
        """End the child."""
        stop(self._process)

    def ask(self, form: Sequence[tuple[str, str]], accept: str) -> Answer:
        """What the child answers to the SPARQL protocol's parameters `form`; safe to call from many threads.

        A query beside which the child ended is asked once more. Raises Late where it takes too long, DataError where
        the child ends twice.
        """
        for _ in range(2):
            process, port = self._running()
            connection = http.client.HTTPConnection(HOST, port, timeout=self._timeout + _GRACE)
            try:
                connection.request("POST", "/query", urlencode(form), _headers(accept))
                response = connection.getresponse()
            except TimeoutError as error:
                self._end(process)
                raise Late(f"no answer within {self._timeout:g} seconds: ask for less") from error
            except (OSError, http.client.HTTPException):
                connection.close()
                self._end(process)
                continue
            kind = response.headers.get("content-type", "text/plain; charset=utf-8")
            return Answer(response.status, kind, self._body(connection, response, process))
        raise DataError("the query ends the SPARQL server: simplify it")

    def _body(
        self,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        process: subprocess.Popen[bytes],
    ) -> Generator[bytes, None, None]:
        try:
            while piece := response.read1(_PIECE):
                yield piece
        except TimeoutError as error:
            self._end(process)
            raise Late("the rest of the answer took too long") from error
        except (OSError, http.client.HTTPException) as error:
            raise DataError("the SPARQL server ended within an answer") from error
        finally:
            connection.close()

    def _running(self) -> tuple[subprocess.Popen[bytes], int]:
        with self._lock:
            index = self._index()
            if index != self._served or self._process.poll() is not None:
                stop(self._process)
                self._served = index
                self._process, self.port = self._started()
            return self._process, self.port

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            stop(process)

    def _started(self) -> tuple[subprocess.Popen[bytes], int]:
        port = _free_port()
        words = ["serve-read-only", "--location", str(self._served), "--union-default-graph"]
        words += ["--bind", f"{HOST}:{port}", "--timeout-s", str(max(round(self._timeout), 1))]
        process = oxigraph(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        last = time.monotonic() + _START
        while process.poll() is None and time.monotonic() < last:
            with suppress(OSError):
                socket.create_connection((HOST, port), 1).close()
                return process, port
            time.sleep(0.02)
        stop(process)
        raise DataError(f"oxigraph does not start on {self._served}: delete that folder, and try again")


def _headers(accept: str) -> dict[str, str]:
    return {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept}


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listening:
        return int(listening.getsockname()[1])
