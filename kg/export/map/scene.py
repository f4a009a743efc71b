"""Where everything stands: the nodes, the regions with their names and shores, and the frame around all."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from kg.export.map import layout, regions, territory
from kg.export.map.data import Content, Json
from kg.export.map.layout import Box
from kg.export.map.network import PAPER, wrapped

_REGION_WIDTH, _REGION_LINES = 16, 3
_LINE = 16.0
_LETTER, _WIDE_LETTER = 7.0, 14.0
_ABROAD, _HEART = 0.05, 3.0
"""How strongly an edge from region to region draws, and a region's name its members, by an edge within a region."""
_FEW = 12
"""The more members a region has beyond these, the weaker its name draws each: a heavy name would hollow the region."""
_MARGIN = 44
_TINTS = 8
"""The colours that the page has for regions."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`places` are the centres of the nodes that are placed, by node; `regions` as the page has them; `frame` is left,
    top, right and bottom of all that."""

    places: dict[int, tuple[int, int]]
    regions: list[Json]
    frame: tuple[int, int, int, int]


def scene(content: Content, nodes: Sequence[Json]) -> Scene:
    """Places for the papers and the entities that they share.

    The name of a region is a box among theirs, at the heart of its members, which it draws together.
    """
    found = regions.regions(content)
    labels = [[wrapped(name, _REGION_WIDTH, _REGION_LINES) for name in region.names] for region in found]
    shown = [*range(len(content.papers)), *content.shared]
    boxes = [
        *(_box(nodes[node]) for node in shown),
        *(
            _name_box(f"heart of {nodes[region.members[0]]['key']}", label)
            for region, label in zip(found, labels, strict=True)
        ),
    ]
    region_of = {node: n for n, region in enumerate(found) for node in region.members}
    owner = [*(region_of.get(node, -1) for node in shown), *range(len(found))]
    centres = layout.places(boxes, _edges(content, shown, owner), owner)
    hearts, shores = centres[len(shown) :], territory.outlines(boxes, centres, owner, len(found))
    return Scene(
        {node: (x, y - _lift(nodes[node])) for node, (x, y) in zip(shown, centres, strict=False)},
        [
            {"name": " · ".join(region.names), "labels": label, "members": region.members, "x": x, "y": y}
            | {"shores": shore, "tint": tint}
            for region, label, (x, y), shore, tint in zip(found, labels, hearts, shores, _tints(hearts), strict=True)
        ],
        _frame(boxes, centres),
    )


def _tints(hearts: Sequence[tuple[int, int]]) -> list[int]:
    """A colour for each region: those of one colour stand far apart."""
    tints: list[int] = []
    for x, y in hearts:
        nearest = [
            min(
                ((x - a) ** 2 + (y - b) ** 2 for (a, b), one in zip(hearts, tints, strict=False) if one == tint),
                default=inf,
            )
            for tint in range(_TINTS)
        ]
        tints.append(nearest.index(max(nearest)))
    return tints


def _edges(content: Content, shown: Sequence[int], owner: Sequence[int]) -> list[tuple[int, int, float]]:
    """What draws the boxes together: links, the more telling the stronger, and the names of regions."""
    index = {node: n for n, node in enumerate(shown)}
    links = [
        (index[link.paper], index[link.entity], content.telling[link.entity] ** 2)
        for link in content.links
        if link.entity in index
    ]
    near = [(a, b, weight if owner[a] == owner[b] >= 0 else weight * _ABROAD) for a, b, weight in links]
    size = Counter(owner[: len(shown)])
    return near + [
        (n, len(shown) + region, _HEART * min(1.0, _FEW / size[region]))
        for n, region in enumerate(owner[: len(shown)])
        if region >= 0
    ]


def _box(node: Json) -> Box:
    lines = node["label"].split("\n")
    widest = max(map(_text_width, lines))
    if node["group"] == PAPER:
        return Box(node["key"], widest * 1.2 + 22, len(lines) * _LINE + 14)
    return Box(node["key"], max(widest, 2 * node["size"]), 2 * node["size"] + 4 + len(lines) * _LINE)


def _name_box(key: str, labels: Sequence[str]) -> Box:
    """The room for a region's name; without one, a spot that still draws its members together."""
    lines = "\n".join(labels).split("\n")
    return Box(key, 1 + max(map(_text_width, lines)) * 1.45, len(lines) * 1.25 * _LINE)


def _lift(node: Json) -> int:
    """How far the spot of an entity stands above the middle of its box, which holds its label, too."""
    return 0 if node["group"] == PAPER else round(_box(node).height / 2 - node["size"])


def _text_width(text: str) -> float:
    return sum(_WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else _LETTER for letter in text)


def _frame(boxes: Sequence[Box], centres: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    sides = [(x, y, box.width / 2, box.height / 2) for (x, y), box in zip(centres, boxes, strict=True)]
    return (
        round(min((x - width for x, _, width, _ in sides), default=0)) - _MARGIN,
        round(min((y - height for _, y, _, height in sides), default=0)) - _MARGIN,
        round(max((x + width for x, _, width, _ in sides), default=0)) + _MARGIN,
        round(max((y + height for _, y, _, height in sides), default=0)) + _MARGIN,
    )
