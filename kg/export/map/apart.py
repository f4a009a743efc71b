"""Boxes moved until none overlaps, without losing who is whose neighbour, and with little room between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_GRID = 1024.0
_GROWTHS = 60
_STEPS = 250
_STEPS_A_BOX = 15
_STEPS_IN_ALL = 150_000
"""Few boxes need few steps, and a large graph is given fewer, so that boxes times steps stay below this."""
_PULL = 0.006
_PATIENCE = 100
"""So many steps settle the last overlaps where they are; then all boxes drift outward, which always ends."""


def apart(centres: Floats, size: Floats, aspect: float) -> Floats:
    """`centres` for boxes of `size` (both: one row a box, across and down) so that no two overlap.

    The whole comes near to `aspect`, its width by its height.
    """
    import numpy as np

    centres = _grown(centres, size)
    centres = _drawn_in(centres - centres.mean(axis=0), size, np.array([aspect, 1.0]))
    overlap, step = True, 0
    while overlap:
        centres, overlap = _nudged(centres, size)
        centres = rounded(centres * (1.0 if step < _PATIENCE else 1.005))
        step += 1
    return centres


def rounded(values: Floats) -> Floats:
    """`values` to 1/1024: coarse enough to wipe out the digits in which processors differ."""
    import numpy as np

    result: Floats = np.rint(values * _GRID) / _GRID
    return result


def _grown(centres: Floats, size: Floats) -> Floats:
    """`centres` after a tree that spans them has grown until its edges are long enough for the boxes at their ends.

    A growing tree (Nachmanson and others, 2016) moves whole neighbourhoods, so that their shape stays.
    """
    import numpy as np
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree

    count = len(centres)
    for _ in range(_GROWTHS):
        if not len(_overlapping(centres, size)):
            break
        pairs = _near(centres, size)
        cost, growth = _cost(centres, size, pairs)
        graph = coo_matrix((cost, pairs.T), shape=(count, count)).tocsr()
        order, parent = breadth_first_order(minimum_spanning_tree(graph), 0, directed=False)
        nodes, above = order[1:], parent[order[1:]]
        codes = np.minimum(nodes, above) * count + np.maximum(nodes, above)
        times = growth[np.searchsorted(pairs[:, 0] * count + pairs[:, 1], codes)]
        along = (centres[nodes] - centres[above]) * times[:, None]
        moved = centres.tolist()
        for node, origin, (across, down) in zip(nodes.tolist(), above.tolist(), along.tolist(), strict=True):
            x, y = moved[origin]
            moved[node] = [x + across, y + down]
        centres = rounded(np.array(moved))
    return centres


def _near(centres: Floats, size: Floats) -> Ints:
    """Pairs of boxes that would overlap at twice their size, and a chain from left to right that joins all."""
    import numpy as np

    order = np.argsort(centres[:, 0], kind="stable")
    chain = np.stack([order[:-1], order[1:]], axis=1)
    pairs: Ints = np.unique(np.sort(np.concatenate([_overlapping(centres, 2 * size), chain]), axis=1), axis=0)
    return pairs


def _cost(centres: Floats, size: Floats, pairs: Ints) -> tuple[Floats, Floats]:
    """For each pair what it costs the tree (the least for those that overlap most), and how many times it must grow."""
    import numpy as np

    between = np.abs(centres[pairs[:, 1]] - centres[pairs[:, 0]])
    need = (size[pairs[:, 0]] + size[pairs[:, 1]]) / 2
    length = np.sqrt((between**2).sum(axis=1))
    growth = (need / np.maximum(between, 1 / _GRID)).min(axis=1)
    gap = np.sqrt((np.maximum(between - need, 0) ** 2).sum(axis=1))
    cost = np.where(growth > 1, length * (1 - np.minimum(growth, 50)), gap)
    return cost - cost.min() + 1, np.clip(growth, 1, 50)


def _drawn_in(centres: Floats, size: Floats, shape: Floats) -> Floats:
    """`centres` drawn to the middle, more along the axis on which they reach too far, as far as the boxes have room."""
    import numpy as np

    steps = min(_STEPS, _STEPS_A_BOX * len(centres), _STEPS_IN_ALL // len(centres))
    for step in range(steps):
        wide = ((centres + size / 2).max(axis=0) - (centres - size / 2).min(axis=0)) / shape
        pull = _PULL * (1 - step / steps) * (1 + 2 * np.log(wide / np.sqrt(wide.prod())))
        centres = centres * (1 - pull)
        for _ in range(2):
            centres = rounded(_nudged(centres, size)[0])
    return centres


def _nudged(centres: Floats, size: Floats) -> tuple[Floats, bool]:
    """`centres` with each overlapping pair of boxes pushed apart the short way, and whether any pair overlapped."""
    import numpy as np

    pairs = _overlapping(centres, size)
    left, right = pairs[:, 0], pairs[:, 1]
    between = centres[right] - centres[left]
    reach = size[left] + size[right]
    short = reach / 2 - np.abs(between)
    axis = (short[:, 1] / reach[:, 1] < short[:, 0] / reach[:, 0]).astype(int)
    rows = np.arange(len(pairs))
    shift = np.zeros((len(pairs), 2))
    shift[rows, axis] = np.where(between[rows, axis] >= 0, 1, -1) * (short[rows, axis] * 0.4 + 0.5)
    moved = [
        centres[:, n] + np.bincount(right, shift[:, n], len(centres)) - np.bincount(left, shift[:, n], len(centres))
        for n in (0, 1)
    ]
    return np.stack(moved, axis=1), bool(len(pairs))


def _overlapping(centres: Floats, size: Floats) -> Ints:
    """The pairs of boxes that overlap: those that do across, found in the order of their left sides, that do down."""
    import numpy as np

    left = centres[:, 0] - size[:, 0] / 2
    order = np.argsort(left, kind="stable")
    reach = np.searchsorted(left[order], left[order] + size[order, 0]) - np.arange(len(order)) - 1
    first = np.repeat(np.arange(len(order)), reach)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(reach) - reach, reach)
    one, other = order[first], order[second]
    overlap = np.abs(centres[one, 1] - centres[other, 1]) < (size[one, 1] + size[other, 1]) / 2
    pairs: Ints = np.stack([one[overlap], other[overlap]], axis=1)
    return pairs
