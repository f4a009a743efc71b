"""Files in the shape in which each service and program writes them, and what is read from them, beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.core.codec import document_to_json
from kg.core.types import Document
from kg.run.pipeline import read

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if path.suffix != ".expected")


def rows(path: Path, format: str | None = None) -> list[object]:
    return [document_to_json(item) if isinstance(item, Document) else str(item) for item in read([str(path)], format)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_is_read_as_what_stands_beside_it(path: Path) -> None:
    expected = (SAMPLES / f"{path.name}.expected").read_text(encoding="utf-8")
    assert rows(path) == [json.loads(line) for line in expected.splitlines()]


@pytest.mark.parametrize("path", [path for path in FILES if path.name != "headless.tsv"], ids=lambda path: path.name)
def test_a_sample_is_known_by_its_content(path: Path, tmp_path: Path) -> None:
    for name in ("x", "x.dat", "x.txt"):
        other = tmp_path / name
        other.write_bytes(path.read_bytes())
        found = json.dumps(rows(other)).replace(f'"{name}', f'"{path.name}')
        assert json.loads(found) == rows(path)
