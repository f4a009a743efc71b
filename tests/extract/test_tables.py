from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.core.schema import schema
from kg.extract import proposing, tables


def test_rows_without_remarks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ontology_folder", lambda: tmp_path)
    (tmp_path / "x.tsv").write_text('# a\tb\n#\t"\n\nq\tr\n', encoding="utf-8")
    assert list(tables.rows("x", 2)) == [["#", '"'], ["q", "r"]]


def test_a_damaged_row_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ontology_folder", lambda: tmp_path)
    (tmp_path / "x.tsv").write_text("a\tb\nc\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.tsv line 2: expected 2 cells"):
        list(tables.rows("x", 2))


def test_head_nouns_are_sorted_singulars_of_known_types() -> None:
    heads = [head for head, _ in tables.rows("heads", 2)]
    assert heads == sorted(set(heads))
    assert {type_ for _, type_ in tables.rows("heads", 2)} <= set(schema().types)


def test_words_of_proposing() -> None:
    parts = proposing.words()
    assert "propose" in parts["verb"]
    assert parts["ends object"] < parts["after object"]
