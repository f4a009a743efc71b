from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.graph import tables

TEXTS = st.text(st.characters() | st.sampled_from("\0\x1a\ud800\udfff"))


@given(TEXTS)
def test_any_text_can_be_stored(text: str) -> None:
    packed = tables.pack(text)
    assert tables.unpack(packed) == text
    assert "\0" not in packed
    assert packed.encode("utf-8").decode("utf-8") == packed


@given(st.lists(TEXTS))
def test_any_list_can_be_stored(texts: list[str]) -> None:
    packed = tables.pack_list(texts)
    assert tables.unpack_list(packed) == tuple(texts)
    assert packed.encode("utf-8").decode("utf-8") == packed


def test_usual_text_is_stored_as_it_is() -> None:
    for text in ("", "Émile Borel's $\\alpha$", "表🙂"):
        assert tables.pack(text) == text
    assert tables.pack(None) is tables.unpack(None) is None
    assert tables.pack("a\0b\x1ac\ud800") == "a\x1a0000b\x1a001ac\x1ad800"
