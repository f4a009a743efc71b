"""Calibration: what was said with a probability is right so often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.trained import calibrated
from kg.train.calibrate import crossed, error, table

said = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=80)


@given(said)
def test_a_table_rises_and_stays_within_what_it_saw(outcomes: list[tuple[float, bool]]) -> None:
    knots = table(outcomes)
    assert knots == sorted(knots)
    assert [share for _, share in knots] == sorted(share for _, share in knots)
    assert all(0 <= calibrated(step / 7, knots) <= 1 for step in range(8))


def test_a_table_holds_the_share_that_was_right() -> None:
    outcomes = [(0.2, right) for right in (True, False, False, False)] * 4 + [(0.9, True)] * 16
    assert table(outcomes) == [(0.2, 0.25), (0.9, 1.0)]


def test_between_knots_runs_a_line_and_beyond_them_it_is_level() -> None:
    knots = [(0.2, 0.1), (0.6, 0.5)]
    assert [round(calibrated(p, knots), 6) for p in (0.0, 0.2, 0.4, 0.6, 1.0)] == [0.1, 0.1, 0.3, 0.5, 0.5]
    assert calibrated(0.3, []) == 0.3


def test_the_error_is_the_mean_distance_of_said_and_right() -> None:
    assert error([(0.75, True)] * 3 + [(0.75, False)]) == 0.0
    assert error([(0.95, False)] * 2 + [(0.05, False)] * 2) == pytest.approx(0.5)
    assert error([]) == 0.0


def test_a_table_of_one_half_mends_the_other() -> None:
    outcomes = [(0.9, index % 10 < 6) for index in range(200)]
    assert error(outcomes) == pytest.approx(0.3)
    assert error(crossed(outcomes)) < 0.05
