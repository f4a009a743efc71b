"""The nodes and edges of the map as pyvis keeps them.

They are filled in directly: pyvis' own ways in are quadratic, and its ways out call the network and run what stands in
titles.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kg.core import ids
from kg.core.types import DocId
from kg.export.map import data
from kg.export.map.data import Content, Json

if TYPE_CHECKING:
    from pyvis.network import Network

PAPER = "Paper"
_WIDTH = {PAPER: 20}
_ENTITY_WIDTH = 18
_LINES = 2


def network(content: Content, labels: Mapping[DocId, str]) -> Network:
    """Papers and entities as nodes, their links, facts and overlaps as edges. `labels` are what papers are called."""
    from pyvis.network import Network

    filled = Network()
    filled.nodes = _nodes(content, labels)
    filled.edges = [
        *data.role_edges(content),
        *data.fact_edges(content),
        *data.overlap_edges(data.overlaps(content), "shares"),
        *data.overlap_edges(data.neighbours(content), "together"),
    ]
    return filled


def wrapped(name: str, width: int, lines: int = _LINES) -> str:
    """`name` in at most so many lines of at most `width` characters, never empty."""
    return "\n".join(textwrap.wrap(name, width, max_lines=lines, placeholder="…")) or "?"


def _nodes(content: Content, labels: Mapping[DocId, str]) -> list[Json]:
    papers = [{"group": PAPER, "key": ids.paper(paper.id), "name": labels[paper.id]} for paper in content.papers]
    entities = [
        {"group": entity.type, "key": entity.id, "name": entity.name, "aliases": list(entity.aliases)}
        for entity in content.entities
    ]
    nodes: list[Json] = [*papers, *entities]
    for number, node in enumerate(nodes):
        node["id"] = number
        node["label"] = _label(node)
    for number, count in content.count.items():
        nodes[number].update(papers=count, size=round(4 + 4.2 * count**0.5, 1), value=content.telling[number])
    return nodes


def _label(node: Json) -> str:
    """A node's name in two lines, as it stands on the map; a paper's without what follows a colon."""
    name = node["name"]
    if node["group"] == PAPER:
        head = name.partition(": ")[0]
        name = (head if len(head) <= _LINES * _WIDTH[PAPER] else name).removesuffix(" …")
    return wrapped(name, _WIDTH.get(node["group"], _ENTITY_WIDTH))
