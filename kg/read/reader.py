"""What a module must be to read one format.

Such a module turns each paper of a file into a mapping with the keys that `paper.paper` knows, and hands it over there:

    SUFFIXES: tuple[str, ...] = (".bib",)

    def recognises(head: str) -> bool:
        return head.lstrip().startswith("@")

    def read(source: Source) -> Iterator[Document | Issue]:
        for number, entry in enumerate(_entries(source.text()), 1):
            yield paper(entry, source.name, f"{source.name} entry {number}")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from kg.core.types import Document, Issue
from kg.read.source import Source


class Reader(Protocol):
    """A module of this room; `kg.run.plugins` lists them by the name of their format."""

    SUFFIXES: tuple[str, ...]
    """The suffixes of its files, in lower case with their dot; "" is a file without one, such as standard input."""

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with `head` is surely of this format; bytes that are no text stand as U+FFFD."""
        ...

    def read(self, source: Source) -> Iterator[Document | Issue]:
        """The papers of a file, in its order, and what is damaged. Raises BadDocument where no more can be read."""
        ...


@runtime_checkable
class Adjustable(Protocol):
    """A reader that takes more than its name: `--format csv:title=Paper`."""

    def given(self, options: str) -> Reader:
        """The reader as `options`, what stands after the colon, makes it. Raises UsageError where they are wrong."""
        ...
