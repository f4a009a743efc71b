"""One file as a reader sees it: decompressed, and decoded if the reader asks for text."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from kg.core.errors import BadDocument

NOT_UTF8 = "not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8"
BINARY = "binary, not text: give papers as text, JSON or JSON Lines"

_UTF16 = "utf-16"
_GZIP = b"\x1f\x8b"
_HEAD = 1 << 12
_PIECE = 1 << 20
_LARGEST = 1 << 29
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class Source:
    """A file. `name` is its path below the folder that was given, else its own name, with "/" between steps."""

    def __init__(self, name: str, raw: Callable[[], BinaryIO]) -> None:
        """`raw` opens its bytes, as often as it is called."""
        self.name = _printable(name)
        self._raw = raw

    @classmethod
    def of_file(cls, path: Path, name: str) -> Source:
        """The file at `path`. What can be read but once, such as a pipe, is read here."""
        if path.is_file():
            return cls(name, lambda: path.open("rb"))
        try:
            return cls.of_bytes(name, path.read_bytes())
        except OSError as error:
            raise BadDocument(f"cannot be read: {error.strerror}") from error

    @classmethod
    def of_bytes(cls, name: str, data: bytes) -> Source:
        return cls(name, lambda: io.BytesIO(data))

    @classmethod
    def of_stdin(cls) -> Source:
        return cls.of_bytes("-", sys.stdin.buffer.read())

    @property
    def suffix(self) -> str:
        """The suffix of its name without ".gz", in lower case with its dot."""
        name = PurePosixPath(self.name.lower())
        return PurePosixPath(name.stem).suffix if name.suffix == ".gz" else name.suffix

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Its bytes, decompressed. Raises BadDocument where they cannot be read."""
        try:
            with self._raw() as raw:
                packed = raw.read(len(_GZIP)) == _GZIP
                raw.seek(0)
                if packed:
                    with gzip.GzipFile(fileobj=raw, mode="rb") as unpacked:
                        yield cast(BinaryIO, unpacked)
                else:
                    yield raw
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BadDocument("its gzip is damaged or cut off: compress the file again") from error
        except zipfile.BadZipFile as error:
            raise BadDocument("damaged in its zip: pack it again") from error
        except OSError as error:
            raise BadDocument(f"cannot be read: {error.strerror or error}") from error

    def head(self) -> str:
        """How it begins, some 4096 bytes; those that are no text stand as U+FFFD."""
        head = self._head()
        return head.decode(_encoding(head), "replace")

    def data(self) -> bytes:
        """All its bytes. Raises BadDocument where there are more than can be held at once (512 MiB)."""
        with self.open() as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise BadDocument("larger than 512 MiB: split it, or give one JSON record a line")
        return data

    def text(self) -> str:
        """All its text, from UTF-8 or, with a byte order mark, UTF-16. Raises BadDocument where it is neither."""
        data = self.data()
        encoding = _encoding(data)
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            binary = encoding != _UTF16 and _CONTROL.search(data[:_HEAD])
            raise BadDocument(BINARY if binary else NOT_UTF8) from error
        if "\0" in text:
            raise BadDocument(BINARY)
        return text

    def pieces(self) -> Iterator[str]:
        """Its text, as `text` gives it, piece by piece, however long it is. Raises BadDocument where it is none."""
        if _encoding(self._head()) == _UTF16:
            yield self.text()
            return
        with self.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", newline="") as text:
            try:
                for piece in iter(lambda: text.read(_PIECE), ""):
                    if "\0" in piece:
                        raise BadDocument(BINARY)
                    yield piece
            except UnicodeDecodeError as error:
                raise BadDocument(BINARY if _CONTROL.search(self._head()) else NOT_UTF8) from error

    def lines(self) -> Iterator[str]:
        """Its lines as they are read, each with its "\\n". Bytes that are not UTF-8 stand as lone surrogates.

        Raises BadDocument where it is a binary file, or damaged UTF-16.
        """
        head = self._head()
        encoding = _encoding(head)
        if encoding == _UTF16:
            yield from io.StringIO(self.text(), newline="\n")
            return
        if b"\0" in head:
            raise BadDocument(BINARY)
        with self.open() as stream, io.TextIOWrapper(stream, encoding, "surrogateescape", "\n") as lines:
            yield from iter(lambda: lines.readline(_LARGEST), "")

    def _head(self) -> bytes:
        with self.open() as stream:
            return stream.read(_HEAD)


def _encoding(data: bytes) -> str:
    return _UTF16 if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def _printable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace")
