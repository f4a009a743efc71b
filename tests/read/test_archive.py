from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.core.types import Document
from kg.run.pipeline import read
from kg.run.plugins import READERS

RECORD = '{"id": "p1", "title": "A net"}'


def packed(*files: tuple[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def told(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    return [item.id if isinstance(item, Document) else str(item) for item in read([str(path)])]


def test_the_files_of_a_zip_are_read_by_name_and_by_their_content(tmp_path: Path) -> None:
    data = packed(
        ("b/x.ris", "TY  - JOUR\nTI  - A RIS net\nER  - \n"),
        ("a.json", RECORD),
        ("__MACOSX/a.json", "junk"),
        (".hidden", "junk"),
        ("d.bin", b"\0"),
        ("e.json", ""),
    )
    for name in ("x.zip", "x"):
        assert told(tmp_path / name, data) == [
            "p1",
            "a-ris-net",
            f"{name}/d.bin: a kind of file ('.bin') that no reader takes: name its format with --format"
            f" ({', '.join(sorted(READERS))})",
            f"{name}/e.json: empty: give papers as text, JSON or JSON Lines",
        ]
    document = next(read([str(tmp_path / "x.zip")]))
    assert isinstance(document, Document)
    assert document.sources == ("x.zip/a.json",)


@pytest.mark.parametrize(
    "name", ["../evil.json", "/etc/evil.json", "a/../../evil.json", "C:/evil.json", "..\\evil.json"]
)
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    found = told(tmp_path / "x.zip", packed((name, RECORD), ("good.json", RECORD)))
    assert "p1" in found
    assert [line for line in found if "a name that leads out of the archive: not read" in line]


@pytest.mark.parametrize("name", ["inner.zip", "inner.tar", "inner.7z"])
def test_an_archive_in_an_archive_is_refused(tmp_path: Path, name: str) -> None:
    found = told(tmp_path / "x.zip", packed((name, packed(("a.json", RECORD))), ("good.json", RECORD)))
    assert sorted(found) == ["p1", f"x.zip/{name}: an archive in an archive: not read; unpack it first"]


def test_an_archive_in_an_archive_without_a_suffix_is_not_read(tmp_path: Path) -> None:
    found = told(tmp_path / "x.zip", packed(("inner", packed(("a.json", RECORD))), ("good.json", RECORD)))
    assert sorted(found) == ["p1", "x.zip/inner: an archive in an archive: not read; unpack it first"]


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    found = told(tmp_path / "x.zip", packed(("bomb.json", b"0" * 40_000_000), ("good.json", RECORD)))
    assert found[0].startswith("x.zip/bomb.json: unpacks from ")
    assert found[0].endswith(" to 40000000 bytes, as a bomb does: not read")
    assert found[1:] == ["p1"]


def test_files_that_overlap_are_refused(tmp_path: Path) -> None:
    data = packed(("a.txt", bytes(range(256)) * 4))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        start = archive.start_dir
    entry = data[start : data.index(b"PK\x05\x06")]
    end = bytearray(data[data.index(b"PK\x05\x06") :])
    end[8:12] = (9).to_bytes(2, "little") * 2
    end[12:16] = (9 * len(entry)).to_bytes(4, "little")
    path = tmp_path / "x.zip"
    path.write_bytes(data[:start] + entry * 9 + bytes(end))
    with pytest.raises(DataError, match="a zip whose files overlap or are too many, as in a bomb: not read"):
        list(read([str(path)]))


@pytest.mark.parametrize("cut", [30, -10])
def test_a_damaged_zip_is_one_line(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(packed(("a.json", RECORD))[:cut])
    with pytest.raises(DataError, match=r"a damaged zip \(.*\): pack it again"):
        list(read([str(path)]))


def test_a_damaged_file_in_a_zip_is_an_issue(tmp_path: Path) -> None:
    data = bytearray(packed(("a.json", RECORD), ("b.json", RECORD)))
    data[36:46] = b"\xff" * 10
    found = told(tmp_path / "x.zip", bytes(data))
    assert len(found) == 2
    assert found[0].startswith("x.zip/a.json: ")
    assert found[1] == "p1"
