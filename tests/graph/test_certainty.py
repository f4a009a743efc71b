from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.graph.certainty import MOST_CERTAIN, at_least_one


def test_papers_that_agree_make_a_statement_surer() -> None:
    assert at_least_one([]) == 0
    assert at_least_one([0.6]) == pytest.approx(0.6)
    assert at_least_one([0.6, 0.7]) == pytest.approx(0.88)
    assert at_least_one([0.9, 0.9, 0.9]) == at_least_one([1.0]) == MOST_CERTAIN == 0.99


@given(st.lists(st.floats(0, 1)), st.floats(0, 1))
def test_one_more_paper_never_makes_it_less_sure(scores: list[float], one_more: float) -> None:
    assert 0 <= at_least_one(scores) <= at_least_one([*scores, one_more]) <= MOST_CERTAIN
