"""paperkg: a knowledge graph of machine-learning papers in which every statement carries the words that prove it.

graph = kg.build("papers/")          # or kg.load("exports") for one that was built before
graph.nodes["entity-bert"]["name"]
kg.to_rdflib(graph)
kg.map(graph).save("map.html")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.run.library import build, load, map, to_rdflib

__all__ = ["__version__", "build", "load", "map", "to_rdflib"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'kg' has no attribute '{name}'")
    from kg.run import library

    return getattr(library, name)
