"""The competency queries of `ontology/queries/*.rq`: questions that have a name, a title and parameters.

A file begins with comments: `# title: …`, and for each parameter `# param NAME: what it is (default VALUE)`. Wherever
the query then says `$NAME`, the value is put in: as a number where the default is one, as an IRI where the default is
one (`<…>`, `id:…`, `kg:…`), else as a string. A parameter without a default has to be given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg.core import ids
from kg.core.errors import DataError, UsageError
from kg.core.schema import ontology_folder
from kg.query.reply import PREFIXES
from kg.query.syntax import CLOSED

_TITLE = re.compile(r"^# title:\s*(.+?)\s*$", re.MULTILINE)
_PARAMETER = re.compile(r"^# param (\w+):\s*(.+?)(?:\s*\(default (.*)\))?\s*$", re.MULTILINE)
_PLACE = re.compile(rf"{CLOSED}|\$(?P<name>\w+)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a query can be asked with; `default` is None where it has to be given."""

    name: str
    about: str
    default: str | None


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query of the ontology; `name` is its file's stem."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    text: str

    def bind(self, params: Mapping[str, str]) -> str:
        """The query with `params` in their places, the rest at their defaults. A value stays one term whatever it
        holds. Raises UsageError where one is unknown, missing, or no number or IRI where one has to stand."""
        known = {parameter.name: parameter for parameter in self.parameters}
        unknown = sorted(set(params) - set(known))
        if unknown:
            has = f"it takes {', '.join(known)}" if known else "it takes none"
            raise UsageError(f"query {self.name} has no parameter '{unknown[0]}': {has}")
        terms = {name: _term(parameter, params.get(name)) for name, parameter in known.items()}
        return _PLACE.sub(lambda match: terms.get(match["name"], match[0]), self.text)


@cache
def queries() -> tuple[NamedQuery, ...]:
    """The named queries by name. Raises DataError where a file has no title."""
    return tuple(_read(path) for path in sorted((ontology_folder() / "queries").glob("*.rq")))


def named(name: str) -> NamedQuery:
    """The query called `name`. Raises UsageError, with the names that there are, where there is none."""
    for query in queries():
        if query.name == name:
            return query
    raise UsageError(f"no query '{name}': choose one of {', '.join(query.name for query in queries())}")


def _read(path: Path) -> NamedQuery:
    text = path.read_text(encoding="utf-8")
    title = _TITLE.search(text)
    if title is None:
        raise DataError(f"{path.name}: it has no line `# title: …`")
    parameters = tuple(Parameter(*found.groups()) for found in _PARAMETER.finditer(text))
    return NamedQuery(path.stem, title[1], parameters, text)


def _term(parameter: Parameter, given: str | None) -> str:
    import pyoxigraph as ox

    value = parameter.default if given is None else given
    if value is None:
        raise UsageError(f"parameter '{parameter.name}' has to be given: {parameter.about}")
    default = parameter.default or ""
    if _NUMBER.fullmatch(default):
        if not _NUMBER.fullmatch(value):
            raise UsageError(f"parameter '{parameter.name}' has to be a number, and '{value}' is none")
        return value
    try:
        return str(ox.NamedNode(_iri(value)) if _is_iri(default) else ox.Literal(value))
    except ValueError as error:
        raise UsageError(f"parameter '{parameter.name}' cannot be '{value}': {error}") from error


def _is_iri(text: str) -> bool:
    prefix, colon, _ = text.partition(":")
    return text.startswith("<") or bool(colon and prefix in PREFIXES)


def _iri(text: str) -> str:
    """An IRI as it may be given: whole, in brackets, as a prefixed name, or as a node's id."""
    prefix, colon, local = text.partition(":")
    if colon and prefix in PREFIXES:
        return PREFIXES[prefix] + local
    if text.startswith(("entity-", "paper-")):
        return ids.iri(text)
    return text.removeprefix("<").removesuffix(">")
