"""What can be chosen by name: readers, extractors, exporters. The tables are the command line's choices.

Another distribution adds to one with an entry point in the group `kg.readers`, `kg.extractors` or `kg.exporters`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kg.core.errors import UsageError

READERS = {
    "json": "kg.read.records",
    "text": "kg.read.text",
}
"""Formats of papers: modules that follow `kg.read.reader.Reader`, asked in this order whether a file is theirs."""

EXTRACTORS = {
    "rules": "kg.extract.rules:extract",
}
"""Functions from a Document to its Extraction."""

DEFAULT_EXTRACTOR = "rules"

DEFAULT_MIN_SCORE = 0.3
"""How probable an entity or a claim must be to come into a graph."""

EXPORTERS = {
    "turtle": "kg.export.rdf:turtle",
    "nquads": "kg.export.rdf:nquads_gz",
    "jsonld": "kg.export.jsonld:jsonld",
    "graphml": "kg.export.networks:graphml",
    "json": "kg.export.networks:node_link",
    "entities": "kg.export.tables:entities",
    "facts": "kg.export.tables:facts",
    "results": "kg.export.tables:results",
    "map": "kg.export.map:html",
    "annotations": "kg.export.annotations:annotations",
}
"""Functions that write a Graph to a path."""

STORE = "graph.sqlite"
"""The graph's home among the files of a build."""

BUILD_WRITES = {
    "graph.ttl": "turtle",
    "graph.nq.gz": "nquads",
    "graph.jsonld": "jsonld",
    "graph.graphml": "graphml",
    "graph.json": "json",
    "entities.csv": "entities",
    "facts.csv": "facts",
    "results.csv": "results",
    "map.html": "map",
}
"""The files of a build beside `graph.sqlite` and `manifest.json`, and the exporter of each."""


def table(group: str) -> dict[str, str]:
    """The choices of `readers`, `extractors` or `exporters`: the project's own, then those of other distributions."""
    from importlib.metadata import entry_points

    own = {"readers": READERS, "extractors": EXTRACTORS, "exporters": EXPORTERS}[group]
    others = {point.name: point.value for point in sorted(entry_points(group=f"kg.{group}"))}
    return own | {name: value for name, value in others.items() if name not in own}


def load(group: str, name: str) -> Any:
    """The module or function that `name` stands for. Raises UsageError, with the choices, where there is none."""
    choices = table(group)
    if name not in choices:
        raise UsageError(f"no {group.removesuffix('s')} is called '{name}': choose one of {', '.join(choices)}")
    module, _, function = choices[name].partition(":")
    loaded = import_module(module)
    return getattr(loaded, function) if function else loaded
