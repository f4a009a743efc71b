"""Where the nodes of the map stand: computed once, here, so that the map is still from the first frame.

The same input gives the same places on any machine: each step rounds the places to 1/1024, which wipes out the last
digits in which processors differ. A node starts where the hash of its id says, so a rebuilt map keeps its shape.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.export.map.apart import apart, rounded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Edge = tuple[int, int, float]
"""Two indices of boxes, and a weight."""

ASPECT = 1.3
"""Width of the picture by its height, that of a screen beside the list."""

_STEPS = 300
_STEPS_A_NODE = 15
_STEPS_IN_ALL = 150_000
"""Few nodes need few steps, and more than `_EXACT` are given fewer, so that nodes times steps stay below this."""
_PULL, _GRAVITY, _HEAT = 4.0, 0.2, 0.1
_SOFT = 0.01
_EXACT = 800
"""Up to so many nodes each pushes each other one; beyond, far ones push as cells of a grid."""
_CELLS = 16
_CACHED = 1 << 15
"""So many numbers of a table are worked on at once as the processor's cache holds."""
_GAP = 12.0
_DENSE = 4.2
"""The nodes start on a frame that is by so much larger than their deviation, too small for their boxes."""
_ROWS, _STEP, _WIDEST = 0.6, 0.4, 2.6
"""Boxes in rows take so much of the room that they would in a component; they make it wider by steps, up to a limit."""


@dataclass(frozen=True, slots=True)
class Box:
    """The room that a node and its label take, around the node's centre."""

    key: str
    width: float
    height: float


def places(boxes: Sequence[Box], edges: Sequence[Edge], owner: Sequence[int] = ()) -> list[tuple[int, int]]:
    """A centre for each box, whole numbers, no two boxes overlapping.

    The largest connected component is laid out first and alone; the others stand in rows below it. In a large one each
    region (`owner`, -1 for none) is laid out alone, and then they are.
    """
    import numpy as np

    if not boxes:
        return []
    owner = owner or [-1] * len(boxes)
    groups = _components(len(boxes), edges)
    inner, _ = _divided(groups, edges)
    aspect = _aspect(boxes, groups[0])
    laid = [
        _component([boxes[node] for node in members], own, [owner[node] for node in members], aspect)
        for members, own in zip(groups, inner, strict=True)
    ]
    found = np.zeros((len(boxes), 2))
    for members, centres in zip(groups, _packed(groups, laid, boxes), strict=True):
        found[members] = centres
    return [(int(x), int(y)) for x, y in np.rint(found)]


def _components(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    """The connected components, largest first, then by their first node."""
    root = list(range(count))

    def find(node: int) -> int:
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for a, b, _ in edges:
        low, high = sorted((find(a), find(b)))
        root[high] = low
    groups: dict[int, list[int]] = {}
    for node in range(count):
        groups.setdefault(find(node), []).append(node)
    return sorted(groups.values(), key=lambda group: (-len(group), group[0]))


def _divided(groups: Sequence[Sequence[int]], edges: Sequence[Edge]) -> tuple[list[list[Edge]], list[Edge]]:
    """The edges within each group, between places in it, and those from group to group, their weights added up."""
    group = {node: n for n, members in enumerate(groups) for node in members}
    index = {node: n for members in groups for n, node in enumerate(members)}
    inner: list[list[Edge]] = [[] for _ in groups]
    between: dict[tuple[int, int], float] = {}
    for a, b, weight in edges:
        low, high = sorted((group[a], group[b]))
        if low == high:
            inner[low].append((index[a], index[b], weight))
        else:
            between[low, high] = between.get((low, high), 0.0) + weight
    return inner, [(a, b, round(weight, 6)) for (a, b), weight in sorted(between.items())]


def _aspect(boxes: Sequence[Box], largest: Sequence[int]) -> float:
    """How much wider than high the largest component is to be, for it and the rows of the others below it to come near
    to `ASPECT` together: in coarse steps, so that the shape stays when a few more come in."""
    area = [(box.width + _GAP) * (box.height + _GAP) for box in boxes]
    own = sum(area[node] for node in largest)
    return ASPECT * min(_WIDEST, 1 + round((sum(area) - own) / own * _ROWS / _STEP) * _STEP)


def _component(boxes: Sequence[Box], edges: Sequence[Edge], owner: Sequence[int], aspect: float) -> Floats:
    import numpy as np

    if len(boxes) == 1:
        return np.zeros((1, 2))
    if len(boxes) > _EXACT and max(owner) >= 0:
        return _by_regions(boxes, edges, owner, aspect)
    centres = _lying(_forced(_start(boxes), edges))
    size = np.array([[box.width + _GAP, box.height + _GAP] for box in boxes])
    frame = np.array([aspect, 1.0]) * np.sqrt(size.prod(axis=1).sum() / aspect)
    spread = np.sqrt(np.mean(centres**2, axis=0))
    return apart(centres / np.maximum(spread, 1e-6) * frame / _DENSE, size, aspect)


def _by_regions(boxes: Sequence[Box], edges: Sequence[Edge], owner: Sequence[int], aspect: float) -> Floats:
    """Each region laid out alone, then all of them as boxes of their size, then all boxes drawn together."""
    import numpy as np

    spots: dict[tuple[bool, int], list[int]] = {}
    for node, region in enumerate(owner):
        spots.setdefault((region >= 0, region if region >= 0 else node), []).append(node)
    groups = list(spots.values())
    inner, between = _divided(groups, edges)
    size = np.array([[box.width + _GAP, box.height + _GAP] for box in boxes])
    centres, home = np.zeros((len(boxes), 2)), np.zeros(len(boxes), dtype=int)
    whole = []
    for n, (group, own) in enumerate(zip(groups, inner, strict=True)):
        laid = _component([boxes[node] for node in group], own, [-1] * len(group), ASPECT)
        low, high = (laid - size[group] / 2).min(axis=0), (laid + size[group] / 2).max(axis=0)
        centres[group] = laid - (low + high) / 2
        home[group] = n
        whole.append(Box(boxes[group[0]].key, *(high - low)))
    coarse = _component(whole, between, [-1] * len(whole), aspect)
    return apart(centres + coarse[home], size, aspect)


def _lying(centres: Floats) -> Floats:
    """`centres` about their middle, turned so that they reach farthest to the left and right."""
    import numpy as np

    x, y = (centres - centres.mean(axis=0)).T
    angle = np.arctan2(2 * (x * y).sum(), (x * x).sum() - (y * y).sum()) / 2
    cosine, sine = np.cos(angle), np.sin(angle)
    return rounded(np.column_stack([x * cosine + y * sine, y * cosine - x * sine]))


def _start(boxes: Sequence[Box]) -> Floats:
    import numpy as np

    hashes = [hashlib.sha256(box.key.encode("utf-8", "surrogatepass")).digest() for box in boxes]
    return np.array([[int.from_bytes(h[:4]), int.from_bytes(h[4:8])] for h in hashes]) / 2.0**32


def _forced(centres: Floats, edges: Sequence[Edge]) -> Floats:
    """`centres` after they have pushed each other apart and their edges have drawn them together (LinLog forces)."""
    import numpy as np

    count = len(centres)
    ends = np.array([edge[:2] for edge in edges])
    weights = np.array([edge[2] for edge in edges])
    mass = 1 + np.bincount(ends.ravel(), np.repeat(weights, 2), count).astype(float)
    centres = (centres - 0.5) * np.sqrt(count)
    steps = min(_STEPS, _STEPS_A_NODE * count if count <= _EXACT else _STEPS_IN_ALL // count)
    for step in range(steps):
        force = _repulsion(centres, mass) - _GRAVITY * mass[:, None] * centres
        along = centres[ends[:, 1]] - centres[ends[:, 0]]
        length = np.sqrt((along**2).sum(axis=1)) + 1e-9
        pull = along * (_PULL * weights * np.log1p(length) / length)[:, None]
        for axis in (0, 1):
            force[:, axis] += np.bincount(ends[:, 0], pull[:, axis], count)
            force[:, axis] -= np.bincount(ends[:, 1], pull[:, axis], count)
        strength = np.sqrt((force**2).sum(axis=1)) + 1e-9
        farthest = _HEAT * np.sqrt(count) * (1 - step / steps) ** 2 + 0.01
        move = np.minimum(strength / mass / 2, farthest)
        centres = rounded(centres + force * (move / strength)[:, None])
    return centres


def _repulsion(centres: Floats, mass: Floats) -> Floats:
    """The push on each node: from each other one, or beyond `_EXACT` nodes from the cells of a grid."""
    if len(centres) <= _EXACT:
        return _push(centres, mass, centres, mass)
    import numpy as np

    low, high = centres.min(axis=0), centres.max(axis=0)
    cell = np.minimum(((centres - low) / (high - low + 1e-9) * _CELLS).astype(int), _CELLS - 1)
    number = cell[:, 0] * _CELLS + cell[:, 1]
    weight = np.bincount(number, mass, _CELLS**2).astype(float)
    sums = [np.bincount(number, mass * centres[:, axis], _CELLS**2) for axis in (0, 1)]
    middle = np.stack(sums, axis=1) / np.maximum(weight, 1e-9)[:, None]
    used = weight > 0
    force = _push(centres, mass, middle[used], weight[used])
    between = centres - middle[number]
    own = mass * weight[number] / ((between**2).sum(axis=1) + _SOFT)
    force -= between * own[:, None]
    order = np.argsort(number, kind="stable")
    for members in np.split(order, np.flatnonzero(np.diff(number[order])) + 1):
        force[members] += _push(centres[members], mass[members], centres[members], mass[members])
    return force


def _push(centres: Floats, mass: Floats, others: Floats, other_mass: Floats) -> Floats:
    """What `others` push each of `centres` by: mass by mass, over the distance."""
    import numpy as np

    x, y = np.ascontiguousarray(others.T)
    sums = np.column_stack([np.ones(len(others)), others])
    total = np.empty((len(centres), 3))
    rows = max(1, _CACHED // len(others))
    for start in range(0, len(centres), rows):
        here = slice(start, start + rows)
        square = (centres[here, :1] - x) ** 2
        square += (centres[here, 1:] - y) ** 2
        square += _SOFT
        total[here] = np.divide(other_mass, square, out=square) @ sums
    push: Floats = mass[:, None] * (centres * total[:, :1] - total[:, 1:])
    return push


def _packed(groups: Sequence[Sequence[int]], laid: Sequence[Floats], boxes: Sequence[Box]) -> list[Floats]:
    """The components one below the other: the largest, then rows of the others across its width."""
    import numpy as np

    half = np.array([[box.width + _GAP, box.height + _GAP] for box in boxes]) / 2
    corners = [(c - half[g]).min(axis=0) for g, c in zip(groups, laid, strict=True)]
    extents = [(c + half[g]).max(axis=0) - low for g, c, low in zip(groups, laid, corners, strict=True)]
    width = max(float(extents[0][0]), float(np.sqrt(sum(float(e.prod()) for e in extents) * ASPECT)))
    packed = []
    x = y = tallest = 0.0
    for n, (centres, low, extent) in enumerate(zip(laid, corners, extents, strict=True)):
        lone = len(centres) == 1 < len(laid[n - 1]) if n else False
        if n and (x + extent[0] > width or n == 1 or lone):
            x, y, tallest = 0.0, y + tallest + _GAP, 0.0
        packed.append(centres - low + (x, y))
        x += float(extent[0]) + _GAP
        tallest = max(tallest, float(extent[1]))
    return packed
