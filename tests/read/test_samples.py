"""Files in the shape in which each service and program writes them, and what is read from them, beside them."""

from __future__ import annotations

import codecs
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.core.codec import document_to_json
from kg.core.errors import DataError
from kg.core.types import Document
from kg.read import Source
from kg.read.paths import _choose
from kg.run import plugins
from kg.run.pipeline import read

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(path for path in SAMPLES.iterdir() if path.suffix != ".expected")
TEXTS = [path for path in FILES if path.suffix not in (".gz", ".pdf", ".zip")]
TOLD_BY_SUFFIX = {"abstracts.txt", "headless.tsv", "library.zip", "notes.md"}
STORED: dict[str, Callable[[str], bytes]] = {
    "with Windows line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "with a byte order mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "as UTF-16": lambda text: text.replace('"UTF-8"?', '"UTF-16"?').replace("'UTF-8'?", "'UTF-16'?").encode("utf-16"),
    "gzipped": lambda text: gzip.compress(text.encode()),
}


def rows(path: Path) -> list[object]:
    return [document_to_json(item) if isinstance(item, Document) else str(item) for item in read([str(path)])]


def expected(path: Path) -> list[object]:
    lines = (SAMPLES / f"{path.name}.expected").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_is_read_as_what_stands_beside_it(path: Path) -> None:
    assert rows(path) == expected(path)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.name not in TOLD_BY_SUFFIX], ids=lambda path: path.name
)
def test_a_sample_is_known_by_its_content(path: Path, tmp_path: Path) -> None:
    for name in ("x", "x.dat", "x.txt"):
        other = tmp_path / name
        other.write_bytes(path.read_bytes())
        found = json.dumps(rows(other)).replace(f'"{name}', f'"{path.name}')
        assert json.loads(found) == expected(path)


@pytest.mark.parametrize("stored", STORED)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_sample_is_read_the_same_however_it_is_stored(path: Path, stored: str, tmp_path: Path) -> None:
    other = tmp_path / path.name
    other.write_bytes(STORED[stored](path.read_text(encoding="utf-8")))
    assert rows(other) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_that_is_cut_off_is_read_or_told_of(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    other = tmp_path / path.name
    for part in range(1, 12):
        other.write_bytes(data[: len(data) * part // 12])
        try:
            found = rows(other)
        except DataError as error:
            found = [str(error)]
        assert found
        assert all(path.name in str(item) for item in found)


def test_every_reader_has_a_sample() -> None:
    readers = {name: plugins.load("readers", name) for name in plugins.READERS}
    chosen = {_choose(readers, Source.of_file(path, path.name)) for path in FILES if path.suffix != ".zip"}
    assert chosen == set(readers.values())
