"""Where the boxes of the map stand: apart, near what they are linked to, and the same every time."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.export.map.layout import Box, places

Edges = list[tuple[int, int, float]]


def ring(count: int, name: str = "node") -> tuple[list[Box], Edges]:
    boxes = [Box(f"{name}-{n}", 80 + n % 3 * 20, 30) for n in range(count)]
    return boxes, [(n, (n + 1) % count, 1.0) for n in range(count)]


def overlapping(boxes: list[Box], centres: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [
        (a, b)
        for a, b in combinations(range(len(boxes)), 2)
        if abs(centres[a][0] - centres[b][0]) < (boxes[a].width + boxes[b].width) / 2
        and abs(centres[a][1] - centres[b][1]) < (boxes[a].height + boxes[b].height) / 2
    ]


def test_nothing_has_no_place() -> None:
    assert places([], []) == []


def test_linked_boxes_stand_near_each_other() -> None:
    assert places([Box("a", 100, 40), Box("b", 60, 40)], [(0, 1, 1.0)]) == [(129, 26), (36, 26)]


def test_what_is_linked_to_nothing_stands_in_a_row_below() -> None:
    boxes, edges = ring(6)
    centres = places([*boxes, Box("lone", 50, 20), Box("other", 50, 20)], edges)
    lowest = max(y for _, y in centres[:6])
    assert centres[6][1] == centres[7][1] > lowest
    assert centres[6][0] < centres[7][0]


def test_a_map_keeps_its_shape_where_an_unlinked_paper_comes_in() -> None:
    boxes, edges = ring(12)
    assert places([*boxes, Box("new", 50, 20)], edges)[:12] == places(boxes, edges)


def test_two_clusters_are_told_apart() -> None:
    boxes = [Box(f"{side}-{n}", 40, 20) for side in ("left", "right") for n in range(6)]
    edges = [(a + side, b + side, 1.0) for side in (0, 6) for a, b in combinations(range(6), 2)] + [(0, 6, 0.1)]
    centres = places(boxes, edges)

    def apart(one: int, other: int) -> float:
        return float(((centres[one][0] - centres[other][0]) ** 2 + (centres[one][1] - centres[other][1]) ** 2) ** 0.5)

    within = [apart(a + side, b + side) for side in (0, 6) for a, b in combinations(range(6), 2)]
    between = [apart(a, b) for a in range(6) for b in range(6, 12)]
    assert sum(within) / len(within) < 0.75 * sum(between) / len(between)


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(1, 200), st.floats(1, 60)), min_size=1, max_size=25),
    st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24), st.floats(0, 1)), max_size=60),
)
def test_boxes_never_overlap(sizes: list[tuple[float, float]], links: Edges) -> None:
    boxes = [Box(f"box-{n}", *size) for n, size in enumerate(sizes)]
    edges = [(a, b, weight) for a, b, weight in links if a != b and max(a, b) < len(boxes)]
    centres = places(boxes, edges)
    assert overlapping(boxes, centres) == []
    assert centres == places(boxes, edges)


def test_boxes_of_one_name_stand_apart_too() -> None:
    boxes = [Box("same", 50, 20)] * 5
    assert overlapping(boxes, places(boxes, [(n, n + 1, 1.0) for n in range(4)])) == []


def test_a_large_graph_is_laid_out_by_the_cells_of_a_grid() -> None:
    boxes = [Box(f"node-{n}", 60, 20) for n in range(900)]
    edges = [(n, n // 2, 1.0) for n in range(1, 900)]
    centres = places(boxes, edges)
    assert overlapping(boxes, centres) == []
    width, height = (max(axis) - min(axis) for axis in zip(*centres, strict=True))
    assert 0.8 < width / height < 2


def test_the_regions_of_a_large_graph_each_stand_on_ground_of_their_own() -> None:
    boxes = [Box(f"node-{n}", 60, 20) for n in range(840)]
    owner = [n % 4 if n < 832 else -1 for n in range(840)]
    edges = [(n, (n + 1) % 840, 1.0) for n in range(840)] + [(n, (n + 4) % 840, 5.0) for n in range(840)]
    centres = places(boxes, edges, owner)
    assert overlapping(boxes, centres) == []
    assert centres == places(boxes, edges, owner)
    hearts = [
        tuple(sum(axis) / len(axis) for axis in zip(*own, strict=True))
        for region in range(4)
        for own in [[centre for centre, one in zip(centres, owner, strict=True) if one == region]]
    ]
    nearest = [min(range(4), key=lambda region: math.dist(centre, hearts[region])) for centre in centres]
    at_home = sum(near == one for near, one in zip(nearest, owner, strict=True))
    assert at_home > 0.9 * 832
