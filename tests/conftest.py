"""What the tests share: the 34 papers, their extractions as committed, and a build of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess, run
from sys import executable

import pytest
from hypothesis import settings

from kg.core.codec import document_from_json, extraction_from_json
from kg.core.types import Document, Extraction
from kg.run.pipeline import Options, build_to
from kg.run.progress import Progress

settings.register_profile("kg", deadline=None, derandomize=True)
settings.load_profile("kg")

TESTS = Path(__file__).parent
PAPERS = TESTS / "papers"


@pytest.fixture(scope="session")
def golden() -> tuple[tuple[Document, Extraction], ...]:
    """The 34 papers and what is extracted from them, as committed."""
    pairs = []
    for line in (TESTS / "golden" / "extractions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        document = document_from_json(row["document"])
        pairs.append((document, extraction_from_json(document, row["extraction"])))
    return tuple(pairs)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a build of the two files of `tests/papers`."""
    folder = tmp_path_factory.mktemp("built")
    build_to(folder / "out", [str(PAPERS)], Options(jobs=1, cache=folder / "cache"), Progress())
    return folder / "out"


Kg = Callable[..., CompletedProcess[str]]


@pytest.fixture
def kg(tmp_path: Path) -> Kg:
    """Runs `kg` as a process of its own, in a folder of its own, with a cache of its own."""

    def call(*words: str | Path, stdin: str | bytes | None = None, **environment: str) -> CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = run(
            [executable, "-m", "kg", *map(str, words)],
            input=data if data is not None else b"",
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "KG_CACHE": str(tmp_path / "cache"), **environment},
            timeout=300,
            check=False,
        )
        return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
