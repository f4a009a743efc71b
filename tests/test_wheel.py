"""The wheel works where no checkout is near."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_it_carries_the_ontology_and_the_map_s_template_but_no_trainer(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "kg/ontology/kg.ttl" in names
    assert "kg/ontology/known/models.tsv" in names
    assert any(name.startswith("kg/ontology/queries/") for name in names)
    assert any(name.startswith("kg/export/map/web/") for name in names)
    assert not any(name.startswith(("kg/train/", "tests/")) for name in names)


def test_it_builds_looks_up_and_asks_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    work = tmp_path / "work"
    work.mkdir()
    for name in ("icml-2026-a.txt", "icml-2026-b.txt"):
        (work / name).write_bytes((ROOT / "tests" / "papers" / name).read_bytes())

    def kg(*words: str) -> str:
        command = [sys.executable, "-c", "from kg.cli.app import main; main()", *words]
        environment = {**os.environ, "PYTHONPATH": str(site), "KG_CACHE": str(tmp_path / "cache")}
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = subprocess.run(
        [sys.executable, "-c", "import kg; print(kg.__file__)"],
        cwd=work, env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert where.startswith(str(site))
    kg("build", ".", "-o", "out")
    assert "UniMedVL  (Model)" in kg("lookup", "UniMedVL", "--graph", "out")
    assert kg("sparql", "--graph", "out", "SELECT (COUNT(?p) AS ?n) { ?p a kg:Paper }", "--format", "csv") == "n\n34\n"
