"""Which papers belong together: groups of papers and shared entities, each named by what tells it from the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kg.export.map.data import Content

_SMALLEST = 2
_SEED = 1
_NAMES = 2


@dataclass(frozen=True, slots=True)
class Region:
    """Papers that share telling entities. `names` are those of the most telling of these, `members` the numbers of its
    papers and entities, sorted."""

    names: tuple[str, ...]
    members: tuple[int, ...]


def regions(content: Content) -> tuple[Region, ...]:
    """The regions of at least two papers, those with most papers first."""
    import networkx

    shared = set(content.shared)
    graph = networkx.Graph()
    for link in content.links:
        if link.entity in shared:
            graph.add_edge(link.paper, link.entity, weight=round(1000 * content.telling[link.entity] ** 2))
    groups = networkx.community.louvain_communities(graph, seed=_SEED) if graph else []
    papers = len(content.papers)
    large = [sorted(group) for group in groups if sum(node < papers for node in group) >= _SMALLEST]
    large.sort(key=lambda group: (-sum(node < papers for node in group), group))
    return tuple(Region(_names(group, content), tuple(group)) for group in large)


def _names(group: list[int], content: Content) -> tuple[str, ...]:
    """The names of the entities that most papers of the group, and few others, have."""
    members = set(group)
    within = Counter(link.entity for link in content.links if {link.paper, link.entity} <= members)
    score = {entity: n * n / content.count[entity] * content.telling[entity] for entity, n in within.items()}
    best: list[str] = []
    for entity in sorted(score, key=lambda entity: (-score[entity], entity)):
        name = content.entities[entity - len(content.papers)].name
        if len(best) < _NAMES and not any(name in other or other in name for other in best):
            best.append(name)
    return tuple(best)
