from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from kg.core import ids
from kg.core.types import DocId, Document, Extraction, Issue, LocalEntity, LocalId, Mention
from kg.resolve import decisions
from kg.run.cache import Cache, _digests, fingerprint

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


def test_an_issue_is_of_the_paper_that_is_read(tmp_path: Path) -> None:
    cache(tmp_path).put(DOCUMENT, replace(EXTRACTION, issues=(Issue("quote", "p1", "1 not in the text"),)))
    got = cache(tmp_path).get(replace(DOCUMENT, id=DocId("p2")))
    assert got is not None
    assert got.issues == (Issue("quote", "p2", "1 not in the text"),)


@pytest.mark.parametrize("name", ["KG_LLM_URL", "KG_LLM_MODEL"])
def test_another_language_model_is_another_entry_for_the_extractor_that_asks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for extractor in ("llm", "rules"):
        cache(tmp_path, extractor=extractor).put(DOCUMENT, EXTRACTION)
    monkeypatch.setenv(name, "another")
    assert cache(tmp_path, extractor="llm").get(DOCUMENT) is None
    assert cache(tmp_path, extractor="rules").get(DOCUMENT) == EXTRACTION


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
    closed = cache(tmp_path / "file", warnings)
    closed.put(DOCUMENT, EXTRACTION)
    closed.put(replace(DOCUMENT, title="We present"), EXTRACTION)
    assert len(warnings) == 1
    assert "not kept" in warnings[0]


def test_another_version_of_anothers_extractor_is_another_entry(strange: ModuleType, tmp_path: Path) -> None:
    before = {name: fingerprint(name) for name in ("fine", "rules")}
    described = tmp_path / "installed" / "strange-1.0.dist-info" / "METADATA"
    described.write_text(
        described.read_text(encoding="utf-8").replace("Version: 1.0", "Version: 2.0"), encoding="utf-8"
    )
    assert fingerprint("fine") != before["fine"]
    assert fingerprint("rules") == before["rules"]


def test_decisions_change_nothing_that_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "ontology"
    folder.mkdir()
    (folder / "cues.tsv").write_text("one", encoding="utf-8")
    monkeypatch.setattr("kg.run.cache.ontology_folder", lambda: folder)
    without = _digests.__wrapped__()
    (folder / decisions.FILE).write_text("drop\tX\t\tada\t2026-11-30", encoding="utf-8")
    assert _digests.__wrapped__() == without
    (folder / "cues.tsv").write_text("two", encoding="utf-8")
    assert _digests.__wrapped__() != without
