"""The ontology's files as rdflib graphs, and the export of a small graph to hold against them."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from kg.core.schema import ontology_folder

EXPORT = Path(__file__).parent.parent / "export" / "small.ttl"


@pytest.fixture(scope="session")
def vocabulary() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_folder() / "kg.ttl")


@pytest.fixture(scope="session")
def shapes() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_folder() / "shapes.ttl")


@pytest.fixture(scope="session")
def alignments() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_folder() / "alignments.ttl")


@pytest.fixture
def export() -> rdflib.Graph:
    """The export of three papers; a copy of its own for each test."""
    return rdflib.Graph().parse(EXPORT)
