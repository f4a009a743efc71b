"""The names that the field knows, from `ontology/known/*.tsv`; each file holds the names of one type."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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
    """A name as the field files it, the other forms it goes by, its type, and where that can be looked up."""

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
        with path.open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
                if not row or row[0].startswith("#"):
                    continue
                if len(row) != 3 or not row[0] or not row[2]:
                    raise DataError(
                        f"{path.name} line {number}: expected name, aliases (a|b), source, with tabs between"
                    )
                found.append(KnownName(row[0], type_, tuple(filter(None, row[1].split("|"))), row[2]))
    return tuple(found)


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
