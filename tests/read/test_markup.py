from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.read.markup import from_html, unwrapped


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("CO<sub>2</sub> and <i>E. coli</i> <B>now</B>", "CO2 and E. coli now"),
        ("at 10<sup>-5</sup>, the 2<sup>nd</sup>, x<sup>2</sup>", "at 10^-5, the 2nd, x2"),
        ("AT&amp;T &lt; R&D &#233; &#x3B1; &nbsp;", "AT&T < R&D é α \xa0"),
        ("&amp;lt;", "&lt;"),
        ("<jats:title>Abstract</jats:title><jats:p>One.</jats:p>\n  <jats:p>Two.</jats:p>", "One.\nTwo."),
        ('<p class="x">One.<br/>Two. </p>', "One.\nTwo."),
        ("<mml:math><mml:mi>x</mml:mi></mml:math> is", "x is"),
        ("if a < b and c > d, or a<x>c, List<T>", None),
        ("Abstract\nstays", None),
        ("&nosuch; &amp &;", None),
        ("<script>alert(1)</script>", None),
    ],
)
def test_tags_and_entities_are_resolved_once(written: str, plain: str | None) -> None:
    assert from_html(written) == (written if plain is None else plain)


@given(st.text(alphabet=st.characters(exclude_characters="<&", codec="utf-8")))
def test_text_without_markup_stays(text: str) -> None:
    assert from_html(text) == text


@given(st.text(alphabet=st.sampled_from("<>/&;#xpbisub19 \n=\"'[]!-")))
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(from_html(text), str)


def test_wrapped_lines_are_joined_and_paragraphs_stay() -> None:
    assert unwrapped("  One\n   two\tthree. \n \n Four\r\n\r\n\r\nfive ") == "One two three.\n\nFour\n\nfive"
