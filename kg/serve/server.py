"""`kg serve`: the application on a port, with the SPARQL server as its child."""

from __future__ import annotations

import importlib.util
import ipaddress
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kg.core.errors import DataError, MissingExtra
from kg.graph.store import reading
from kg.query.index import export_of, index
from kg.serve.app import Site, application
from kg.serve.oxigraph import Oxigraph

_NEEDED = ("starlette", "uvicorn", "jinja2")
_OWN_NAMES = ["localhost", "127.0.0.1", "::1"]
_LAST_ANSWERS = 3
"""Seconds that answers under way have when the server is ended."""


def is_loopback(bind: str) -> bool:
    """Whether only this machine reaches the address `bind`."""
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"


@dataclass(frozen=True, slots=True)
class At:
    """Where to listen, and how many seconds a query may take. Port 0 is any that is free."""

    bind: str
    port: int
    timeout: float


def serve(folder: Path, store: Path, cache: Path, at: At, told: Callable[[str], None]) -> None:
    """Serve the build in `folder`, whose graph is `store`, until the process is ended.

    `told` is given the address when it can be asked. The index that the queries ask is kept in `cache`, and made anew
    when a build has written another graph to `folder`. Raises MissingExtra without the extra `serve`, DataError where
    the graph or its export is missing or damaged, or the address is taken.
    """
    if not all(importlib.util.find_spec(name) for name in _NEEDED):
        raise MissingExtra("serve", "kg serve")
    import uvicorn

    with reading(store):
        pass
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with (
        closing(_listening(at.bind, at.port)) as listening,
        closing(_Index(folder, cache)) as export,
        closing(Oxigraph(export, at.timeout)) as server,
    ):
        site = application(Site(folder, store, server), _OWN_NAMES if is_loopback(at.bind) else ["*"])
        config = uvicorn.Config(site, log_level="error", timeout_graceful_shutdown=_LAST_ANSWERS, server_header=False)
        host, own_port = listening.getsockname()[:2]
        told(f"http://{f'[{host}]' if ':' in host else host}:{own_port}/")
        uvicorn.Server(config).run(sockets=[listening])


def _listening(bind: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((bind, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"cannot listen at {bind}, port {port} ({reason}): choose another with --port") from error


class _Index:
    """The folder of the index of the export in `folder`, as that is when it is asked: in `cache`, or in a temporary
    folder where `cache` cannot be written."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self._folder, self._cache = folder, cache
        self._beside: tempfile.TemporaryDirectory[str] | None = None
        self._seen: object = None
        self._place = cache

    def close(self) -> None:
        if self._beside is not None:
            self._beside.cleanup()

    def __call__(self) -> Path:
        export = export_of(self._folder)
        seen = [(path, (status := path.stat()).st_mtime_ns, status.st_size, status.st_ino) for path in export]
        if seen != self._seen:
            try:
                self._place = index(export, self._cache)
            except OSError:
                self._beside = self._beside or tempfile.TemporaryDirectory(prefix="kg.")
                self._place = index(export, Path(self._beside.name))
            self._seen = seen
        return self._place
