"""What `kg check` finds in an export; that pyshacl finds the same is tested with the ontology's shapes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.core.types import Issue
from kg.query import shapes

SMALL = Path(__file__).parent.parent / "export" / "small.ttl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(SMALL, tmp_path / "graph.ttl")
    return tmp_path


def test_an_export_has_no_fault(folder: Path) -> None:
    assert shapes.faults(folder) == ()


def test_faults_are_told_of_each_node_in_order(folder: Path, tmp_path: Path) -> None:
    with (folder / "graph.ttl").open("a", encoding="utf-8") as file:
        file.write("id:entity-peer a kg:Model . id:entity-omnimoe a kg:Model ; skos:altLabel 'OmniMoE' .")
    expected = (
        Issue("check", "https://w3id.org/paperkg/id/entity-omnimoe", "an entity has one type"),
        Issue("check", "https://w3id.org/paperkg/id/entity-peer", "an entity has one type"),
        Issue("check", "https://w3id.org/paperkg/id/entity-omnimoe", "an alias is another name"),
    )
    assert shapes.faults(folder) == expected
    assert shapes.faults(folder, tmp_path / "cache") == expected


def test_a_damaged_export_is_told(folder: Path) -> None:
    (folder / "graph.ttl").write_text("<a> <b>")
    with pytest.raises(DataError, match=r"graph.ttl cannot be read"):
        shapes.faults(folder)


def test_a_constraint_that_is_not_known_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("kg.ttl", "shapes.ttl"):
        shutil.copy(shapes.ontology_folder() / name, tmp_path / name)
    with (tmp_path / "shapes.ttl").open("a", encoding="utf-8") as file:
        file.write("shape:Paper sh:closed true .")
    monkeypatch.setattr(shapes, "ontology_folder", lambda: tmp_path)
    (tmp_path / "graph.ttl").write_text("")
    with pytest.raises(DataError, match="sh:closed is not among the constraints"):
        shapes.faults(tmp_path)
