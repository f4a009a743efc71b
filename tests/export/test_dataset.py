from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib import RDF, Namespace, URIRef

import kg
from kg.core import ids
from kg.core.types import Graph
from kg.export.dataset import FORMS, dataset
from kg.export.networks import to_rdflib
from kg.run import plugins

DCAT = Namespace("http://www.w3.org/ns/dcat#")
VOID = Namespace("http://rdfs.org/ns/void#")
WHOLE = URIRef(ids.iri(ids.dataset()))


def described(graph: Graph, folder: Path) -> rdflib.Graph:
    dataset(graph, folder / "dataset.ttl")
    return rdflib.Graph().parse(folder / "dataset.ttl")


@pytest.mark.parametrize("graph", ["small", "hostile"])
def test_counts_are_those_of_the_graph(graph: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    value = request.getfixturevalue(graph)
    said, export = described(value, tmp_path), to_rdflib(value)
    assert int(str(said.value(WHOLE, VOID.triples))) == len(export)
    assert int(str(said.value(WHOLE, VOID.distinctSubjects))) == len(set(export.subjects()))
    classes = {said.value(part, VOID["class"]): part for part in said.objects(WHOLE, VOID.classPartition)}
    assert classes.keys() == set(export.objects(None, RDF.type))
    for name, part in classes.items():
        assert int(str(said.value(part, VOID.entities))) == len(set(export.subjects(RDF.type, name)))
    properties = {said.value(part, VOID.property): part for part in said.objects(WHOLE, VOID.propertyPartition)}
    assert properties.keys() == set(export.predicates())
    for name, part in properties.items():
        assert int(str(said.value(part, VOID.triples))) == len(list(export.triples((None, name, None))))


def test_its_files_are_those_of_a_build(small: Graph, tmp_path: Path) -> None:
    said = described(small, tmp_path)
    titles = {str(said.value(form, rdflib.DCTERMS.title)) for form in said.objects(WHOLE, DCAT.distribution)}
    assert titles == set(FORMS) <= set(plugins.BUILD_WRITES)


def test_how_it_was_made_and_under_which_licence(small: Graph, tmp_path: Path) -> None:
    said = described(small, tmp_path)
    made = said.value(WHOLE, rdflib.PROV.wasGeneratedBy)
    program = said.value(made, rdflib.PROV.wasAssociatedWith)
    assert str(said.value(program, rdflib.SDO.softwareVersion)) == kg.__version__
    assert str(said.value(WHOLE, rdflib.DCTERMS.license)) == "http://spdx.org/licenses/MIT"
    assert set(said.objects(WHOLE, RDF.type)) == {VOID.Dataset, DCAT.Dataset}
    assert "What 3 papers introduce" in str(said.value(WHOLE, rdflib.DCTERMS.description))


def test_examples_are_nodes_of_the_graph(small: Graph, tmp_path: Path) -> None:
    found = set(described(small, tmp_path).objects(WHOLE, VOID.exampleResource))
    assert len(found) == 3
    assert found <= set(to_rdflib(small).subjects())


def test_both_parsers_read_the_same_and_bytes_are_the_same_twice(small: Graph, tmp_path: Path) -> None:
    said = described(small, tmp_path)
    first = (tmp_path / "dataset.ttl").read_bytes()
    assert len(list(pyoxigraph.parse(first, format=pyoxigraph.RdfFormat.TURTLE))) == len(said)
    assert not any(isinstance(part, rdflib.BNode) for triple in said for part in triple)
    assert described(small, tmp_path) and (tmp_path / "dataset.ttl").read_bytes() == first


def test_an_empty_graph_is_described(tmp_path: Path) -> None:
    assert str(described(Graph((), (), (), ()), tmp_path).value(WHOLE, VOID.triples)) == "0"
