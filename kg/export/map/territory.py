"""The outlines of the regions, as of countries on a map: around their members, and never into one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.export.map.layout import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_REACH, _FARTHEST, _MANY = 34.0, 60.0, 100
"""How far a region's land reaches beyond its members' boxes, and farther where there are many boxes, to fill the gaps
between them."""
_BORDER = 5.0
_STEP = 16.0
_LEAST = 2500.0
"""A lake, or an island with no member on it, of a smaller area is left out."""
_FINEST = 40_000
"""About the most points of the grid on which outlines are found."""

_Edge = tuple[int, int, int]
_TOP, _RIGHT, _BOTTOM, _LEFT = (0, 0, 0), (0, 1, 1), (1, 0, 0), (0, 0, 1)
_CASES: dict[int, tuple[tuple[_Edge, _Edge], ...]] = {
    1: ((_LEFT, _TOP),),
    2: ((_TOP, _RIGHT),),
    3: ((_LEFT, _RIGHT),),
    4: ((_RIGHT, _BOTTOM),),
    5: ((_LEFT, _TOP), (_RIGHT, _BOTTOM)),
    6: ((_TOP, _BOTTOM),),
    7: ((_LEFT, _BOTTOM),),
    8: ((_BOTTOM, _LEFT),),
    9: ((_BOTTOM, _TOP),),
    10: ((_TOP, _RIGHT), (_BOTTOM, _LEFT)),
    11: ((_BOTTOM, _RIGHT),),
    12: ((_RIGHT, _LEFT),),
    13: ((_RIGHT, _TOP),),
    14: ((_TOP, _LEFT),),
}
"""Marching squares: by which corners of a cell are land (top left 1, top right 2, bottom right 4, bottom left 8), the
sides through which the shore enters and leaves."""


def outlines(
    boxes: Sequence[Box], centres: Sequence[tuple[int, int]], owner: Sequence[int], count: int
) -> list[list[list[int]]]:
    """For each of `count` regions its shores: closed lines, each x, y, x, y … `owner` is each box's region, or -1."""
    import numpy as np

    if not count:
        return []
    reach = min(_REACH * max(1.0, len(boxes) / _MANY) ** 0.25, _FARTHEST)
    middle = np.array(centres, dtype=float)
    half = np.array([[box.width, box.height] for box in boxes]) / 2
    low = (middle - half).min(axis=0)
    size = (middle + half).max(axis=0) - low
    step = max(_STEP, float(np.sqrt((size + 4 * reach).prod() / _FINEST)))
    reach = max(reach, step)
    low, size = low - 2 * reach, size + 4 * reach
    away = _distances(middle - low, half, owner, count, size, step, reach)
    first, second = np.sort(away, axis=0)[:2]
    shores = []
    for region in range(count):
        rival = np.where(away[region] == first, second, first)
        land = np.minimum(reach - away[region], (rival - away[region]) / 2 - _BORDER)
        lines = [_points(land, shore, low, step) for shore in _shores(land)]
        own = [place for place, one in zip(centres, owner, strict=True) if one == region]
        shores.append([line for line in lines if _area(line) > _LEAST or any(_holds(line, *place) for place in own)])
    return shores


def _distances(
    middle: Floats, half: Floats, owner: Sequence[int], count: int, size: Floats, step: float, reach: float
) -> Floats:
    """How far each point of the grid is from the nearest box of each region, the last of no region, up to twice the
    reach. Axes: region, down, across."""
    import numpy as np

    columns, rows = (int(extent / step) + 2 for extent in size)
    away = np.full((count + 1, rows, columns), 3 * reach)
    for (x, y), (width, height), region in zip(middle, half, owner, strict=True):
        left, right = (int((x + side) / step) for side in (-width - 2 * reach, width + 2 * reach))
        top, bottom = (int((y + side) / step) for side in (-height - 2 * reach, height + 2 * reach))
        here = (region, slice(max(top, 0), bottom + 1), slice(max(left, 0), right + 1))
        down, across = np.mgrid[here[1], here[2]] * step
        dx = np.maximum(np.abs(across[: rows - here[1].start, : columns - here[2].start] - x) - width, 0)
        dy = np.maximum(np.abs(down[: rows - here[1].start, : columns - here[2].start] - y) - height, 0)
        away[here] = np.minimum(away[here], np.sqrt(dx * dx + dy * dy))
    return away


def _shores(land: Floats) -> Iterator[list[_Edge]]:
    """The closed lines around what is above 0, as the sides of cells that they cross."""
    import numpy as np

    above = land > 0
    cases = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    after: dict[_Edge, _Edge] = {}
    for row, column in np.argwhere((cases > 0) & (cases < 15)).tolist():
        for entry, leave in _CASES[int(cases[row, column])]:
            after[_shifted(entry, row, column)] = _shifted(leave, row, column)
    while after:
        side = next(iter(after))
        shore = []
        while side in after:
            shore.append(side)
            side = after.pop(side)
        yield shore


def _shifted(side: _Edge, row: int, column: int) -> _Edge:
    return side[0] + row, side[1] + column, side[2]


def _points(land: Floats, shore: Sequence[_Edge], low: Floats, step: float) -> list[int]:
    """Where the land is 0 on each side of a cell that the shore crosses, in the map's units."""
    points = []
    for row, column, upright in shore:
        here = land[row, column]
        there = land[row + upright, column + 1 - upright]
        part = here / (here - there)
        points.append(round(float(low[0] + step * (column + part * (1 - upright)))))
        points.append(round(float(low[1] + step * (row + part * upright))))
    return points


def _area(line: Sequence[int]) -> float:
    xs, ys = line[::2], line[1::2]
    turns = zip(xs, ys, [*xs[1:], xs[0]], [*ys[1:], ys[0]], strict=True)
    return abs(sum(ax * by - bx * ay for ax, ay, bx, by in turns)) / 2


def _holds(line: Sequence[int], x: int, y: int) -> bool:
    """Whether a closed line has a point within it: right of the point, it is crossed an odd number of times."""
    xs, ys = line[::2], line[1::2]
    sides = zip(xs, ys, [*xs[1:], xs[0]], [*ys[1:], ys[0]], strict=True)
    return sum((ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax) for ax, ay, bx, by in sides) % 2 == 1
