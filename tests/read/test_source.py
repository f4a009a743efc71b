from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.errors import BadDocument
from kg.read import Source


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("a.txt", ".txt"), ("a.JSON.GZ", ".json"), ("b/a.tar.gz", ".tar"), ("a.gz", ""), ("-", ""), ("b.x/a", "")],
)
def test_suffix_is_that_of_what_is_packed(name: str, suffix: str) -> None:
    assert Source.of_bytes(name, b"").suffix == suffix


@given(st.text(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans())
def test_text_is_read_exactly(text: str, encoding: str, packed: bool) -> None:
    text = text.replace("\0", "").lstrip("\ufeff")
    data = text.encode(encoding)
    source = Source.of_bytes("x", gzip.compress(data) if packed or data.startswith(b"\x1f\x8b") else data)
    assert source.text() == text
    assert "".join(source.lines()) == text
    assert source.data() == data


def test_lines_end_at_line_feeds_only_and_can_be_read_twice() -> None:
    source = Source.of_bytes("x", "a\r\nb\u2028c\rd\n\ne".encode())
    assert list(source.lines()) == ["a\r\n", "b\u2028c\rd\n", "\n", "e"]
    assert list(source.lines()) == list(source.lines())


def test_bytes_that_are_no_text_stand_in_their_line_only() -> None:
    assert list(Source.of_bytes("x", b"good\nb\xe9d\ngood").lines()) == ["good\n", "b\udce9d\n", "good"]


def test_head_is_what_can_be_shown_of_the_first_bytes() -> None:
    assert Source.of_bytes("x", b"%PDF-1.7\n\xe2\xe3").head() == "%PDF-1.7\n\ufffd\ufffd"
    assert Source.of_bytes("x", "[{".encode("utf-16")).head() == "[{"
    assert Source.of_bytes("x", b"a" * 9999).head() == "a" * 4096


@pytest.mark.parametrize("data", [b"text\0", b"\0", b"\x89PNG\r\n\x1a\n", "text".encode("utf-16-le")])
def test_text_of_a_binary_file_raises(data: bytes) -> None:
    with pytest.raises(BadDocument, match=r"^binary, not text: give papers as text, JSON or JSON Lines$"):
        Source.of_bytes("x", data).text()


def test_text_that_is_not_utf8_raises() -> None:
    with pytest.raises(BadDocument, match=r"^not UTF-8: convert it, for instance with iconv -f latin1 -t utf-8$"):
        Source.of_bytes("x", "déjà".encode("latin1")).text()


@pytest.mark.parametrize("end", [b"\0", b"\x00\xd8\x0a\x00"])
def test_damaged_utf16_raises(end: bytes) -> None:
    source = Source.of_bytes("x", "text\n".encode("utf-16") + end)
    for read in (source.text, lambda: list(source.lines())):
        with pytest.raises(BadDocument, match=r"^not UTF-8: "):
            read()


def test_more_than_can_be_held_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.read.source._LARGEST", 9)
    assert Source.of_bytes("x", b"123456789").data() == b"123456789"
    with pytest.raises(BadDocument, match=r"^larger than 512 MiB: split it, or give one JSON record a line$"):
        Source.of_bytes("x", gzip.compress(b"0" * 10)).data()
