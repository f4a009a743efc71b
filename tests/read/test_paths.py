from __future__ import annotations

import gzip
import io
import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from kg.core.errors import DataError, UsageError
from kg.core.types import Document, Issue
from kg.read import fold, read_paths, records, text

PAPERS = Path(__file__).parent.parent / "papers"
READERS = {"json": records, "text": text}
ABSTRACT = "We introduce FooNet, a network that reads."
RECORD = json.dumps({"id": "p1", "abstract": ABSTRACT})


def read(*paths: Path | str, format: str | None = None) -> list[Document | Issue]:
    return list(read_paths([str(path) for path in paths], READERS, format))


def told(items: list[Document | Issue]) -> list[str]:
    return [item.id if isinstance(item, Document) else str(item) for item in items]


def failure(*paths: Path | str, format: str | None = None) -> str:
    with pytest.raises(DataError) as caught:
        read(*paths, format=format)
    assert caught.value.code == 3
    return str(caught.value)


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_the_two_files_hold_38_abstracts_of_34_papers() -> None:
    found = read(PAPERS)
    assert len(found) == 38
    assert found == read(PAPERS / "icml-2026-a.txt", PAPERS / "icml-2026-b.txt")
    papers, issues = fold(item for item in found if isinstance(item, Document))
    assert (len(papers), issues) == (34, ())
    assert [paper.id for paper in papers if len(paper.sources) == 2] == [
        "aligning-large-language-models-llms-with-specific-personas-typically-relies",
        "personality-traits-have-long-been-studied-as-predictors-of-human",
        "unified-foundation-models-ufms-which-support-interleaved-multimodal-generation-and",
        "we-present-video-in-the-loop-vitl-a-two-stage",
    ]
    assert {(paper.venue, paper.year, paper.title) for paper in papers} == {("ICML", 2026, None)}


def test_abstracts_of_the_two_files_are_their_paragraphs_unchanged() -> None:
    for path in sorted(PAPERS.iterdir()):
        heading, *paragraphs = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        assert heading == "ICML 2026 Papers"
        assert [item.text for item in read(path) if isinstance(item, Document)] == paragraphs


def test_a_folder_is_read_below_and_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/y.jsonl", ".hidden.txt", ".git/x.txt", "a-b.txt"):
        write(tmp_path / name, RECORD.replace("p1", name))
    assert told(read(tmp_path)) == ["a/y.jsonl", "a/z.txt", "a-b.txt", "b.txt"]
    assert [item.sources for item in read(tmp_path) if isinstance(item, Document)] == [
        ("a/y.jsonl",),
        ("a/z.txt",),
        ("a-b.txt",),
        ("b.txt",),
    ]


def test_the_source_of_a_given_file_is_its_own_name(tmp_path: Path) -> None:
    path = write(tmp_path / "deep" / "x.jsonl", RECORD)
    (document,) = read(path)
    assert isinstance(document, Document)
    assert document.sources == ("x.jsonl",)


@pytest.mark.parametrize(("content", "id_"), [(RECORD, "p1"), (ABSTRACT, "we-introduce-foonet-a-network-that-reads")])
def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, content: str, id_: str) -> None:
    for data in (content.encode(), gzip.compress(content.encode())):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        (document,) = read("-")
        assert isinstance(document, Document)
        assert (document.id, document.text, document.sources) == (id_, ABSTRACT, ("-",))


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.write(writer, ABSTRACT.encode())
    os.close(writer)
    (document,) = read(f"/dev/fd/{reader}")
    os.close(reader)
    assert isinstance(document, Document)
    assert document.text == ABSTRACT


@pytest.mark.parametrize("name", ["x.json.gz", "x.jsonl", "x.txt", "x.unknown", "x"])
def test_json_is_known_by_its_content_and_gzip_too(tmp_path: Path, name: str) -> None:
    for content in (RECORD.encode(), gzip.compress(RECORD.encode())):
        assert told(read(write(tmp_path / name, content))) == ["p1"]


@pytest.mark.parametrize("name", ["x.txt", "x.TXT", "x.txt.gz", "x.md", "x.markdown", "x"])
def test_text_is_known_by_its_suffix(tmp_path: Path, name: str) -> None:
    assert told(read(write(tmp_path / name, ABSTRACT))) == ["we-introduce-foonet-a-network-that-reads"]


def test_a_format_that_is_given_goes_before_content_and_suffix(tmp_path: Path) -> None:
    path = write(tmp_path / "x.xyz", ABSTRACT)
    assert told(read(path, format="text")) == ["we-introduce-foonet-a-network-that-reads"]
    assert failure(path, format="json") == (
        f"no paper in {path}: x.xyz line 1: damaged JSON (Expecting value, column 1)"
    )


def test_a_format_that_there_is_not_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"^no format 'pdf': choose one of json, text$"):
        read_paths([str(PAPERS)], READERS, "pdf")


@pytest.mark.parametrize("path", ["missing.txt", "mis\0sing.txt", "x" * 5000])
def test_a_missing_path_is_a_usage_error_before_anything_is_read(path: str) -> None:
    with pytest.raises(UsageError, match=r"^no file or folder to read at ") as caught:
        read_paths([str(PAPERS), path], READERS)
    assert caught.value.code == 2


def test_an_unknown_kind_of_file_is_an_error_where_it_was_given(tmp_path: Path) -> None:
    write(tmp_path / "good.txt", ABSTRACT)
    path = write(tmp_path / "x.docx", b"PK\x03\x04\0\0")
    message = "a kind of file ('.docx') that no reader takes: name its format with --format (json, text)"
    assert failure(path) == f"{path}: {message}"
    assert failure(tmp_path / "good.txt", path) == f"{path}: {message}"
    assert told(read(tmp_path)) == ["we-introduce-foonet-a-network-that-reads", f"x.docx: {message}"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.txt", b"", "empty: give papers as text, JSON or JSON Lines"),
        ("empty.jsonl", b"", "empty: give papers as text, JSON or JSON Lines"),
        ("packed.txt", gzip.compress(b"", mtime=0), "empty: give papers as text, JSON or JSON Lines"),
        ("blank.txt", b" \n\n", "no paper in it: give papers as text, JSON or JSON Lines"),
        ("mark.txt", b"\xef\xbb\xbf", "empty: give papers as text, JSON or JSON Lines"),
        ("none.json", b"[]", "no paper in it: give papers as text, JSON or JSON Lines"),
        ("binary.txt", bytes(range(256)), "binary, not text: give papers as text, JSON or JSON Lines"),
        ("binary.jsonl", b"\x89PNG\r\n\x1a\n\0\0", "binary, not text: give papers as text, JSON or JSON Lines"),
        ("late.txt", b"word " * 2000 + b"\0", "binary, not text: give papers as text, JSON or JSON Lines"),
        (
            "latin.txt",
            "Éva introduces FooNet, a network.".encode("latin1"),
            "not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8",
        ),
        (
            "cut.txt.gz",
            gzip.compress(ABSTRACT.encode(), mtime=0)[:-9],
            "its gzip is damaged or cut off: compress the file again",
        ),
        ("bad.txt.gz", b"\x1f\x8bno gzip", "its gzip is damaged or cut off: compress the file again"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = write(tmp_path / name, content)
    assert failure(path) == f"no paper in {path}: {name}: {message}"
    good = write(tmp_path / "good.jsonl", RECORD)
    assert told(read(path, good)) == [f"{name}: {message}", "p1"]


def test_a_folder_with_nothing_readable_is_an_error(tmp_path: Path) -> None:
    message = "no file in this folder: give papers as text, JSON or JSON Lines"
    assert failure(tmp_path) == f"no paper in {tmp_path}: {tmp_path.as_posix()}: {message}"
    write(tmp_path / "a.bin", b"\0")
    write(tmp_path / "b.txt", b"")
    assert failure(tmp_path) == (
        f"no paper in {tmp_path}: a.bin: a kind of file ('.bin') that no reader takes:"
        " name its format with --format (json, text) (and 1 more)"
    )
    assert failure(tmp_path, tmp_path).startswith("no paper in 2 paths: a.bin: ")


def test_a_folder_may_hold_what_is_no_file(tmp_path: Path) -> None:
    write(tmp_path / "good.txt", ABSTRACT)
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "missing.txt")
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    assert told(read(tmp_path)) == [
        "dangling.txt: not a file that can be read",
        "we-introduce-foonet-a-network-that-reads",
        "pipe.txt: not a file that can be read",
    ]


@pytest.mark.parametrize(
    ("name", "start", "end", "message"),
    [
        ("x.txt", "", "", "x.txt line 1: 50000000 characters, and an abstract has at most 2000000"),
        ("x.json", '{"abstract": "', '"}', "x.json line 1: 50000000 characters, and an abstract has at most 2000000"),
        ("x.jsonl", '{"abstract": "', "", "x.jsonl line 1: damaged JSON (Unterminated string, column 14)"),
        ("x.jsonl", "", "", "x.jsonl line 1: damaged JSON (Expecting value, column 1)"),
    ],
)
def test_a_single_line_of_50_megabytes_is_one_line(
    tmp_path: Path, name: str, start: str, end: str, message: str
) -> None:
    path = write(tmp_path / name, start + "a" * 50_000_000 + end)
    assert failure(path).startswith(f"no paper in {path}: {message}")


def test_a_list_on_a_single_long_line_is_read(tmp_path: Path) -> None:
    rows = [{"id": str(number), "abstract": ABSTRACT * 100} for number in range(500)]
    assert told(read(write(tmp_path / "x.json", json.dumps(rows)))) == [str(number) for number in range(500)]


def test_names_of_files_are_written_as_text(tmp_path: Path) -> None:
    path = write(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 <b>.txt")), ABSTRACT)
    (document,) = read(path)
    assert isinstance(document, Document)
    assert document.sources == ("caf\ufffd <b>.txt",)


def test_what_a_build_has_written_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in ("graph.sqlite", "manifest.json", "graph.json"):
        (tmp_path / "out" / name).write_text('{"title": "not a paper"}')
    (tmp_path / "one.json").write_text('{"id": "p1", "title": "A paper"}')
    assert [item.id for item in read_paths([str(tmp_path)], READERS)] == ["p1"]
