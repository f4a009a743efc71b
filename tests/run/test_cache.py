from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.core import ids
from kg.core.types import DocId, Document, Extraction, LocalEntity, LocalId, Mention
from kg.run.cache import Cache

DOCUMENT = Document(DocId("p1"), "We present UniMedVL, the first unified medical model.")
NAME = DOCUMENT.cut(11, 19, "rule:coined", 0.9)
EXTRACTION = Extraction(
    DOCUMENT.id,
    (LocalEntity(LocalId("unimedvl"), "Model", "introduces", "UniMedVL", (Mention("Model", NAME),), (NAME,), 0.9),),
)


def cache(folder: Path, warnings: list[str] | None = None, extractor: str = "rules") -> Cache:
    return Cache(folder, extractor, (warnings if warnings is not None else []).append)


def test_what_is_put_is_got(tmp_path: Path) -> None:
    assert cache(tmp_path).get(DOCUMENT) is None
    cache(tmp_path).put(DOCUMENT, EXTRACTION)
    assert cache(tmp_path).get(DOCUMENT) == EXTRACTION


def test_the_same_text_under_another_id_is_cut_from_that_paper(tmp_path: Path) -> None:
    cache(tmp_path).put(DOCUMENT, EXTRACTION)
    other = replace(DOCUMENT, id=DocId("p2"))
    got = cache(tmp_path).get(other)
    assert got is not None
    assert got.doc == "p2"
    assert {piece.span.doc for piece in got.evidence()} == {"p2"}


def test_another_extractor_or_title_is_another_entry(tmp_path: Path) -> None:
    cache(tmp_path).put(DOCUMENT, EXTRACTION)
    assert cache(tmp_path, extractor="other").get(DOCUMENT) is None
    assert cache(tmp_path).get(replace(DOCUMENT, title="We present")) is None


def test_a_damaged_entry_is_a_miss_and_a_warning(tmp_path: Path) -> None:
    cache(tmp_path).put(DOCUMENT, EXTRACTION)
    (entry,) = tmp_path.rglob("*.json")
    whole = entry.read_text(encoding="utf-8")
    for damage in ("", whole[:-5], whole.replace("UniMedVL", "UniMedVX"), "\x00\xff"):
        entry.write_text(damage, encoding="utf-8")
        warnings: list[str] = []
        assert cache(tmp_path, warnings).get(DOCUMENT) is None
        assert len(warnings) == 1
        assert "read again" in warnings[0]


@pytest.mark.parametrize(
    "payload", ["[" * 100_000, '{"entities": [], "claims": [], "results": [{"number": "abc"}]}', "7"]
)
def test_an_entry_of_another_shape_is_a_miss_and_a_warning(tmp_path: Path, payload: str) -> None:
    cache(tmp_path).put(DOCUMENT, EXTRACTION)
    (entry,) = tmp_path.rglob("*.json")
    entry.write_text(f"{ids.digest(payload)}\n{payload}", encoding="utf-8")
    warnings: list[str] = []
    assert cache(tmp_path, warnings).get(DOCUMENT) is None
    assert len(warnings) == 1


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    warnings: list[str] = []
    cache(tmp_path / "file", warnings).put(DOCUMENT, EXTRACTION)
    assert len(warnings) == 1
    assert "not kept" in warnings[0]
