"""What can go wrong. Each message is one line that says what happened and what to do; `code` is the exit code.

KgError
├── UsageError        2  the question is wrong: an option, a name, a query
├── DataError         3  the data or the environment is wrong
│   └── BadDocument   3  one record that cannot be read; a build turns it into an Issue
└── MissingExtra      3  an optional dependency is not installed
"""

from __future__ import annotations


class KgError(Exception):
    """Anything that `kg` reports to its user in one line; `shown` are lines to show below it, as of a query."""

    code = 3
    shown: tuple[str, ...] = ()


class UsageError(KgError):
    """The question cannot be answered as it was asked."""

    code = 2


class DataError(KgError):
    """A file, a graph or the environment is not as it must be."""


class BadDocument(DataError):
    """One record that cannot be read."""


class MissingExtra(KgError):
    """An optional dependency is missing; the message prints the command that installs it."""

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs the extra '{extra}': pip install 'paperkg[{extra}]'")
        self._asked = (extra, what)

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, str]]:
        return type(self), self._asked
