"""Markup of papers, typeset plainly on the map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.export.map.typeset import Typeset, Utf16


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("50.9\\% of a 10.9$\\times$ speedup, 256$\\times$256", "50.9% of a 10.9× speedup, 256×256"),
        ("\\textbf{MapGR} (\\textbf{G}lobal \\textbf{R}epresentation)", "MapGR (Global Representation)"),
        ("\\href{https://a.b/c}{\\texttt{a.b/c}} and \\url{https://d.e}", "a.b/c and https://d.e"),
        ("_**A**ttention with **R**outed_ (_**ARM**_), ***SA-Z***", "Attention with Routed (ARM), SA-Z"),
        ("{\\em both} <em>of</em> *them*, `x_y` and ``time-warped''", "both of them, x_y and “time-warped”"),
        ("$O(\\sqrt{N})$, $\\mathrm{Sp}(2,\\mathbb{R})$, $>3 \\times$", "O(√N), Sp(2,R), >3 ×"),
        ("$\\frac{a+b}{2}$, $e^{-x}$, $\\mathcal{L}_{\\text{max}} \\leq \\log n$", "(a+b)/2, e^(-x), L_max ≤ log n"),
        ("\\(\\pi_0\\) within \\$5", "π_0 within $5"),
    ],
)
def test_markup_is_typeset_plainly(source: str, shown: str) -> None:
    assert Typeset(source).text == shown


@pytest.mark.parametrize(
    "source",
    [
        "",
        "from $5 to $10 a month, or $5-$10",
        "A* search and B*, 2*3*4",
        "LoRETTA_adp, __init__ and a _ b",
        "p<b and a<b>c, 10<sup>5</sup>",
        "{{data}} \\cite{x} \\u0041 \\",
        "one `quote' and 5 ~ 6",
    ],
)
def test_what_is_no_markup_stays(source: str) -> None:
    assert Typeset(source).text == source


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("we propose \\textbf{MapGR} (an", "MapGR"),
        ("we propose \\textbf{MapGR} (an", "\\textbf{MapGR}"),
        ("😀 **MapGR** is", "MapGR"),
        ("a $\\pi_0$ policy", "$\\pi_0$"),
        ("a $\\pi_0$ policy", "\\pi_0"),
    ],
)
def test_a_name_is_found_where_it_is_shown(source: str, named: str) -> None:
    typeset, start = Typeset(source), source.index(named)
    shown = typeset.text.encode("utf-16-le")[2 * typeset[start] : 2 * typeset[start + len(named)]]
    assert shown.decode("utf-16-le") == Typeset(named).text.replace("\\pi", "π")


@given(st.text(alphabet="ab*_${}\\<i>/`'^ t😀\n", max_size=60))
def test_places_follow_the_source_to_the_end_of_what_is_shown(source: str) -> None:
    typeset = Typeset(source)
    places = [typeset[offset] for offset in range(len(source) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(typeset.text.encode("utf-16-le")) // 2


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_offsets_count_as_the_browser_counts(text: str) -> None:
    place = Utf16(text)
    assert [place[n] for n in range(len(text) + 1)] == [
        len(text[:n].encode("utf-16-le")) // 2 for n in range(len(text) + 1)
    ]


@pytest.mark.parametrize(
    "opening", [" _a", r"\(a", "$a ", "**a ", r"\textbf{a", r"\href{a}{", r"$\frac{a", "``a", "<b>a"]
)
def test_markup_that_never_ends_is_passed_over_at_once(opening: str) -> None:
    source = opening * 100_000
    assert len(Typeset(source).text) <= len(source)
