from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.serve.negotiate import best

HTML, TURTLE, JSON = OFFERED = ("text/html", "text/turtle", "application/ld+json")


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("", HTML),
        ("*/*", HTML),
        ("text/turtle", TURTLE),
        ("text/*;q=0.5, application/ld+json", JSON),
        ("text/html;q=0.3, text/turtle;q=0.9", TURTLE),
        ("text/html;q=0, */*", TURTLE),
        ("TEXT/TURTLE; charset=utf-8; q=1", TURTLE),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML),
        ("image/png", None),
        ("text/turtle;q=nonsense, application/ld+json;q=0.1", JSON),
        ("nonsense", None),
    ],
)
def test_the_best_type_on_offer(accept: str, expected: str | None) -> None:
    assert best(accept, OFFERED) == expected


@given(st.text(st.sampled_from("text/html;q=0.19*,ld+jsonnaif ")))
def test_any_header_is_answered(accept: str) -> None:
    assert best(accept, OFFERED) in (None, *OFFERED)
