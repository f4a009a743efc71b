"""The outlines of groups of papers on the map."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.export.map.layout import Box
from kg.export.map.territory import outlines


def area(shore: list[int]) -> float:
    points = list(zip(shore[::2], shore[1::2], strict=True))
    turns = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)) / 2


def inside(shore: list[int], x: float, y: float) -> bool:
    points = list(zip(shore[::2], shore[1::2], strict=True))
    crossed = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def test_a_region_reaches_around_its_box() -> None:
    [[shore]] = outlines([Box("a", 100, 40)], [(0, 0)], [0], 1)
    assert inside(shore, 60, 0)
    assert not inside(shore, 90, 0)
    assert area(shore) == pytest.approx(168 * 108, rel=0.1)


def test_regions_side_by_side_do_not_run_into_each_other() -> None:
    left, right = outlines([Box("a", 60, 40), Box("b", 60, 40)], [(0, 0), (80, 0)], [0, 1], 2)
    assert max(left[0][::2]) < 40 < min(right[0][::2])


def test_what_stands_between_regions_keeps_its_ground() -> None:
    boxes = [Box("a", 60, 40), Box("nobody's", 60, 40)]
    [[shore]] = outlines(boxes, [(0, 0), (80, 0)], [0, -1], 1)
    assert inside(shore, 0, 0)
    assert not inside(shore, 80, 0)


def test_an_island_is_left_out_only_where_nothing_of_the_region_stands() -> None:
    boxes = [Box("a", 50, 30), Box("w", 40, 40), Box("e", 40, 40), Box("n", 240, 40), Box("s", 240, 40)]
    places_ = [(0, 0), (-61, 0), (61, 0), (0, -51), (0, 51)]
    shores, _ = outlines(boxes, places_, [0, 1, 1, 1, 1], 2)
    assert [inside(shore, 0, 0) for shore in shores] == [True]
    assert area(shores[0]) < 2500


def test_without_regions_there_are_no_shores() -> None:
    assert outlines([Box("a", 60, 40)], [(0, 0)], [-1], 0) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 40_000)), min_size=2, max_size=40, unique=True))
def test_every_shore_is_closed_however_wide_the_map(centres: list[tuple[int, int]]) -> None:
    shores = outlines([Box("a", 60, 30)] * len(centres), centres, [0] * len(centres), 1)[0]
    assert shores
    for line in shores:
        points = list(zip(line[::2], line[1::2], strict=True))
        steps = [dist(one, other) for one, other in pairwise([*points, points[0]])]
        assert steps[-1] <= 2 * max(steps[:-1])
