"""What can be chosen by name: readers, extractors, engines, exporters. The tables are the command line's choices.

Another distribution adds to one with an entry point in the group of its name: `kg.readers`, `kg.extractors` …
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from kg.core.errors import UsageError

READERS = {
    "json": "kg.read.records",
    "bibtex": "kg.read.bibtex",
    "ris": "kg.read.ris",
    "medline": "kg.read.medline",
    "csv": "kg.read.table",
    "atom": "kg.read.atom",
    "acl": "kg.read.acl",
    "tei": "kg.read.tei",
    "jats": "kg.read.jats",
    "frontmatter": "kg.read.frontmatter",
    "pdf": "kg.read.pdf",
    "text": "kg.read.text",
}
"""Formats of papers: modules that follow `kg.read.reader.Reader`, asked in this order whether a file is theirs."""

EXTRACTORS = {
    "both": "kg.extract.learned:both",
    "llm": "kg.extract.llm:extract",
    "model": "kg.extract.learned:model",
    "rules": "kg.extract.rules:extract",
}
"""Functions from a Document to its Extraction."""

COSTS = {
    "llm": "kg.extract.llm:cost",
}
"""Functions from the Documents that an extractor is about to read to what that will cost, in words; of those that
cost."""

ENGINES = {
    "processes": "kg.run.processes:extract",
    "ray": "kg.run.on_ray:extract",
}
"""Where papers are read: generators of the extractions of documents, in their order, from the documents, the name of
the extractor, how many to read at a time (as many as are worth it where None), the engine's address ("" where none was
given), and a function that is told each extraction as soon as it is there."""

DEFAULT_ENGINE = "processes"

DEFAULT_EXTRACTOR = "both"

DEFAULT_MIN_SCORE = 0.6
"""How probable an entity or a claim must be to come into a graph."""

EXPORTERS = {
    "turtle": "kg.export.rdf:turtle",
    "turtle-1.2": "kg.export.rdf:turtle_12",
    "nquads": "kg.export.rdf:nquads_gz",
    "jsonld": "kg.export.jsonld:jsonld",
    "context": "kg.export.jsonld:context",
    "dataset": "kg.export.dataset:dataset",
    "graphml": "kg.export.networks:graphml",
    "json": "kg.export.networks:node_link",
    "entities": "kg.export.tables:entities",
    "facts": "kg.export.tables:facts",
    "results": "kg.export.tables:results",
    "map": "kg.export.map:html",
    "annotations": "kg.export.annotations:annotations",
    "ontology": "kg.export.ontology:ontology",
}
"""Functions that write a Graph to a path."""

WITHOUT_GRAPH = ("context", "ontology")
"""Exporters that write the same whatever the graph, and need none."""

STORE = "graph.sqlite"
"""The graph's home among the files of a build."""

BUILD_WRITES = {
    "map.html": "map",
    "graph.ttl": "turtle",
    "graph.nq.gz": "nquads",
    "graph.jsonld": "jsonld",
    "dataset.ttl": "dataset",
    "graph.graphml": "graphml",
    "graph.json": "json",
    "entities.csv": "entities",
    "facts.csv": "facts",
    "results.csv": "results",
}
"""The files of a build beside `graph.sqlite` and `manifest.json`, and the exporter of each, the slowest first."""


_OWN = {
    "readers": READERS,
    "extractors": EXTRACTORS,
    "costs": COSTS,
    "engines": ENGINES,
    "exporters": EXPORTERS,
}


def table(group: str) -> dict[str, str]:
    """The choices of `readers`, `extractors`, `costs`, `engines` or `exporters`: the project's own, then those of other
    distributions."""
    own = _OWN[group]
    return own | {name: value for name, value in _others(group).items() if name not in own}


@cache
def _others(group: str) -> dict[str, str]:
    from importlib.metadata import entry_points

    return {point.name: point.value for point in sorted(entry_points(group=f"kg.{group}"))}


def load(group: str, name: str) -> Any:
    """The module or function that `name` stands for. Raises UsageError, with the choices, where there is none."""
    choices = table(group)
    if name not in choices:
        raise UsageError(f"no {group.removesuffix('s')} is called '{name}': choose one of {', '.join(choices)}")
    module, _, function = choices[name].partition(":")
    loaded = import_module(module)
    return getattr(loaded, function) if function else loaded
