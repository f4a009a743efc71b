"""Other processes that carry queries out. Each can be ended, and ends with this one, whatever ends that."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Timer
from typing import IO, Any, cast

from kg.core.errors import DataError, MissingExtra, UsageError

_LARGEST = 1 << 28
"""Bytes of an answer. A cartesian product would fill the memory otherwise."""

_ERRORS: dict[str, type[Exception]] = {"UsageError": UsageError, "SyntaxError": SyntaxError}


def ask_worker(question: Mapping[str, Any], timeout: float) -> tuple[str, bytes]:
    """The kind of the answer and its bytes, as `kg.query.worker` has them for `question`.

    Raises what the worker says was wrong (UsageError, DataError, SyntaxError), and DataError for an answer that takes
    longer than `timeout` seconds, is too large, or ends the worker.
    """
    process = _start("kg.query.worker", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    stdin, stdout, stderr = (cast(IO[bytes], stream) for stream in (process.stdin, process.stdout, process.stderr))
    try:
        with suppress(BrokenPipeError):
            stdin.write(json.dumps(question).encode() + b"\n")
            stdin.flush()
        kind, data = "", b""
        if stdout.readline() == b"ready\n":
            with limited(process.kill, timeout):
                kind = stdout.readline().decode().strip()
                data = stdout.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise DataError(f"the answer is larger than {_LARGEST >> 20} MB: ask for less, or set --limit")
        if process.wait():
            raise _told(process.returncode, stderr.read())
        return kind, data
    finally:
        process.kill()
        process.communicate()


@contextmanager
def limited(end: Callable[[], None], timeout: float) -> Iterator[None]:
    """`end` is called when the block has lasted `timeout` seconds. Raises DataError then."""
    late = []

    def ring() -> None:
        late.append(True)
        end()

    timer = Timer(timeout, ring)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if late:
            raise DataError(f"no answer within {timeout:g} seconds: ask for less, or give it longer with --timeout")


def oxigraph(*words: str, **streams: Any) -> subprocess.Popen[bytes]:
    """The program `oxigraph` running, to be ended with `stop`. Raises MissingExtra where it is not installed."""
    program = shutil.which("oxigraph", path=sysconfig.get_path("scripts")) or shutil.which("oxigraph")
    if program is None:
        raise MissingExtra("serve", "the program oxigraph")
    return _start("kg.query.minder", program, *words, **streams)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End what `oxigraph` started, and wait until it has ended."""
    with suppress(BrokenPipeError):
        cast(IO[bytes], process.stdin).close()
    process.wait()


def _start(module: str, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
    """A module running as a process that no Ctrl-C reaches, and that ends when its stdin does."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *words], stdin=subprocess.PIPE, start_new_session=True, **streams
    )


def _told(code: int, stderr: bytes) -> Exception:
    lines = stderr.decode("utf-8", "replace").splitlines()
    try:
        said = json.loads(lines[-1])
        return _ERRORS.get(said["error"], DataError)(said["message"])
    except (LookupError, ValueError, TypeError):
        return DataError(f"the query needs more memory or nests deeper than can be (exit {code}): simplify it")
