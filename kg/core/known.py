"""The names that the field knows, from `ontology/known/*.tsv`, each file with the names of one type, and further short
forms of names, from `ontology/short_forms.tsv`, which tell nothing before papers are compared."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from kg.core import names
from kg.core.errors import DataError
from kg.core.schema import ontology_folder

_TYPE_OF_FILE = {
    "methods": "Method",
    "models": "Model",
    "datasets": "Dataset",
    "benchmarks": "Benchmark",
    "metrics": "Metric",
    "tasks": "Task",
    "concepts": "Concept",
}


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name as the field files it, the other forms it goes by, its type, and where that can be looked up, "common
    usage" where anyone would say so."""

    name: str
    type: str
    aliases: tuple[str, ...]
    source: str

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


@cache
def known_names() -> tuple[KnownName, ...]:
    """Every known name, by file and line. Raises DataError, with the line, where a file is damaged."""
    found = []
    for stem, type_ in _TYPE_OF_FILE.items():
        path = ontology_folder() / "known" / f"{stem}.tsv"
        for name, aliases, source in _rows(path, 3, "expected name, aliases (a|b), source"):
            found.append(KnownName(name, type_, tuple(filter(None, aliases.split("|"))), source))
    return tuple(found)


@cache
def known_short_forms() -> tuple[KnownName, ...]:
    """Full names, each with a short form that papers give it beside those of `known_names`: "ASR" for one thing more.

    Raises DataError as `known_names` does.
    """
    rows = _rows(ontology_folder() / "short_forms.tsv", 4, "expected short form, full name, type, source")
    return tuple(KnownName(full, type_, (short,), source) for short, full, type_, source in rows)


@cache
def known_by_key() -> Mapping[str, KnownName]:
    """Known names by the key of each of their forms.

    Where several share one, a name comes before an alias, "MLLM" before "mLLM", and of two alike the first listed.
    """
    table: dict[str, KnownName] = {}
    for known in known_names():
        table.setdefault(names.key(known.name), known)
    aliases = [(alias, known) for known in known_names() for alias in known.aliases]
    for alias, known in sorted(aliases, key=lambda pair: not pair[0].isupper()):
        table.setdefault(names.key(alias), known)
    return MappingProxyType(table)


def _rows(path: Path, columns: int, expected: str) -> Iterator[list[str]]:
    """The rows of a table; the second column alone may be empty."""
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not row or row[0].startswith("#"):
                continue
            if len(row) != columns or not row[0] or not all(row[2:]):
                raise DataError(f"{path.name} line {number}: {expected}, with tabs between")
            yield row
