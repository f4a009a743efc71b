"""Which papers belong together: groups of papers and shared entities, each named by what its papers have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, permutations

from kg.export.map.data import Content

_SMALLEST = 2
_SEED = 1
_NAMES = 2
_COMMON, _MANY, _COMMON_OF_MANY = 3, 3, 40
"""A region's name says what at least two of its papers, and at least one in three, have in common; in a large region
it is enough that three and one in forty more do."""


@dataclass(frozen=True, slots=True)
class Region:
    """Papers that share telling entities. `names` are those that tell it from the others, none where too few of its
    papers have one in common; `members` are the numbers of its papers and entities, sorted."""

    names: tuple[str, ...]
    members: tuple[int, ...]


def regions(content: Content) -> tuple[Region, ...]:
    """The regions of at least two papers, those with most papers first."""
    import networkx

    shared = set(content.shared)
    graph = networkx.Graph()
    for link in content.links:
        weight = round(1000 * content.telling[link.entity] ** 2) if link.entity in shared else 0
        if weight:
            graph.add_edge(link.paper, link.entity, weight=weight)
    groups = networkx.community.louvain_communities(graph, seed=_SEED) if graph else []
    papers = len(content.papers)
    large = [sorted(group) for group in groups if sum(node < papers for node in group) >= _SMALLEST]
    large.sort(key=lambda group: (-sum(node < papers for node in group), group))
    return tuple(Region(_names(group, content), tuple(group)) for group in large)


def _names(group: list[int], content: Content) -> tuple[str, ...]:
    """The names of the entities that many papers of the group, and few others, have, those that more have first."""
    members = set(group)
    papers: dict[int, set[int]] = defaultdict(set)
    for link in content.links:
        if {link.paper, link.entity} <= members:
            papers[link.entity].add(link.paper)
    size = sum(node < len(content.papers) for node in group)
    least = max(2, min(size / _COMMON, _MANY + size / _COMMON_OF_MANY))
    common = [entity for entity in sorted(papers) if len(papers[entity]) >= least]
    best = max(_choices(common), key=lambda choice: _tells(choice, papers, content), default=())
    order = sorted(best, key=lambda entity: (-len(papers[entity]), entity))
    return tuple(content.entities[entity - len(content.papers)].name for entity in order)


def _choices(entities: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(permutations(entities, n) for n in range(1, _NAMES + 1))


def _tells(choice: tuple[int, ...], papers: Mapping[int, set[int]], content: Content) -> float:
    """How well a choice of names tells a region: each counts for the papers that those before it do not name."""
    named: set[int] = set()
    total = 0.0
    for entity in choice:
        apt = len(papers[entity]) / content.count[entity] * content.telling[entity]
        total += apt * len(papers[entity] - named)
        named |= papers[entity]
    return round(total, 6)
