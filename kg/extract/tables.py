"""The vocabulary of the rules: tables in `ontology/`, one row a line, columns parted by tabs, `#` before a remark."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from kg.core.errors import DataError
from kg.core.schema import ontology_folder


def rows(name: str, width: int) -> Iterator[list[str]]:
    """The rows of `ontology/{name}.tsv`, each of `width` cells. Raises DataError, with the line, where one is not."""
    path = ontology_folder() / f"{name}.tsv"
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not row or row[0].startswith("# "):
                continue
            if len(row) != width:
                raise DataError(f"{path.name} line {number}: expected {width} cells with tabs between; install again")
            yield row
