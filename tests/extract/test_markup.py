import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.markup import balanced, plain_view


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("_**A**ttention with **R**outed_ (_**ARM**_)", "Attention with Routed (ARM)"),
        ("a 10.9$\\times$ speedup of 50\\%", "a 10.9\\times speedup of 50%"),
        ("$\\textit{Video-in-the-Loop}$ (ViTL)", "Video-in-the-Loop (ViTL)"),
        ("<em>unified encodings</em> and LoRETTA_adp", "unified encodings and LoRETTA_adp"),
        ("p < 0.05 and x > 1", "p < 0.05 and x > 1"),
    ],
)
def test_text_without_markup(text: str, plain: str) -> None:
    assert plain_view(text, 0, len(text)).text == plain


def test_a_span_of_the_plain_text_is_found_in_the_source() -> None:
    text = "we propose \\textbf{MapGR} (an"
    view = plain_view(text, 3, len(text))
    start = view.text.index("MapGR")
    assert text[slice(*view.span(start, start + 5))] == "MapGR"


@pytest.mark.parametrize(
    ("text", "inner", "whole"),
    [
        ("a \\textbf{G}lobal \\textbf{M}ap b", "G}lobal \\textbf{M}ap", "\\textbf{G}lobal \\textbf{M}ap"),
        ("_**T**est-**T**ime_ x", "T**est-**T**ime", "**T**est-**T**ime"),
        ("more than $20$% and", "20$%", "$20$%"),
        ("a \\textbf{MapGR} b", "MapGR", "MapGR"),
        ("E$^{2}$-RAG", "E$^{2", "E$^{2}$"),
    ],
)
def test_a_span_takes_the_other_half_of_its_markup(text: str, inner: str, whole: str) -> None:
    start = text.index(inner)
    assert text[slice(*balanced(text, start, start + len(inner)))] == whole


@given(st.text(alphabet="ab*_${}\\ t", max_size=60), st.data())
def test_views_and_spans_stay_in_the_text(text: str, data: st.DataObject) -> None:
    view = plain_view(text, 0, len(text))
    assert "".join(text[i] for i in view.at) == view.text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    a, b = balanced(text, start, end)
    assert 0 <= a <= start <= end <= b <= len(text)
