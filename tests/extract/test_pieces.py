"""Pieces stand where their letters stand in the text, whatever the text; windows cover a long one without a gap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import TITLE_GAP, DocId, Document
from kg.extract.pieces import WINDOW, Pieces, pieces_of, shape_of, windows

tokenizers = pytest.importorskip("tokenizers")


def tokenizer() -> tokenizers.Tokenizer:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "attention", "for", "vision", *"abcdefghijklmnopqrstuvwxyz-2"]
    numbered = {
        word: n for n, word in enumerate([*words, *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz2")])
    }
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(numbered, unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return made


TOKENIZER = tokenizer()


def cut(title: str | None, abstract: str) -> tuple[Document, Pieces]:
    document = Document(DocId("p"), abstract if title is None else title + TITLE_GAP + abstract, title)
    return document, pieces_of(document, TOKENIZER)


def test_title_and_abstract_have_marks_around_them() -> None:
    document, pieces = cut("Attention", "For GQA-2")
    assert [document.text[a:b] for a, b in zip(pieces.starts, pieces.ends, strict=True)] == [
        "", "Attention", "", "For", "G", "Q", "A", "-", "2", "",
    ]  # fmt: skip
    assert pieces.goes_on == (False, False, False, False, False, True, True, False, False, False)
    assert pieces.shapes == (0, 2, 0, 2, 3, 3, 3, 9, 5, 0)
    assert (pieces.ids[0], pieces.ids[2], pieces.ids[-1]) == (2, 3, 3)


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("attention", 1), ("Attention", 2), ("GQA", 3), ("LLMs", 4), ("10.9", 5), ("GPT4", 6), ("ImageNet", 7),
        ("LoRA", 7), ("K", 8), ("注意", 1), ("$", 9),
    ],
)  # fmt: skip
def test_shapes(word: str, shape: int) -> None:
    assert shape_of(word) == shape


HOSTILE = st.text(st.sampled_from("aB2 -\n$\\{}\u0301\u200b\u00ad\x07é注😀&amp;ſİ"), max_size=60)


@given(st.none() | HOSTILE, HOSTILE)
def test_pieces_follow_one_another_within_the_text(title: str | None, abstract: str) -> None:
    document, pieces = cut(title, abstract)
    assert list(pieces.starts) == sorted(pieces.starts)
    assert list(pieces.ends) == sorted(pieces.ends)
    assert all(0 <= a <= b <= len(document.text) for a, b in zip(pieces.starts, pieces.ends, strict=True))
    assert len(pieces.ids) == len(pieces.shapes) == len(pieces.goes_on) == len(pieces)


@given(st.integers(1, 4000))
def test_windows_cover_every_piece_once(length: int) -> None:
    found = list(windows(length))
    covered = [place for _, _, begin, stop in found for place in range(begin, stop)]
    assert covered == list(range(length))
    assert all(end - start <= WINDOW and start <= begin < stop <= end for start, end, begin, stop in found)
