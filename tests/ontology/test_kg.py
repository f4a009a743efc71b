import re

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SH, Literal, URIRef

from kg.core import ids
from kg.core.schema import ontology_folder, schema
from kg.export.rdf_terms import PROPERTIES

TYPES = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}


def terms(graph: rdflib.Graph) -> set[str]:
    """The terms of our own vocabulary that stand anywhere in `graph`."""
    return {
        str(part).removeprefix(ids.ONTOLOGY)
        for triple in graph
        for part in triple
        if isinstance(part, URIRef) and part.startswith(ids.ONTOLOGY)
    }


def defined(vocabulary: rdflib.Graph) -> set[str]:
    return {str(name).removeprefix(ids.ONTOLOGY) for type_ in TYPES for name in vocabulary.subjects(RDF.type, type_)}


def test_every_term_is_defined_and_explained_in_english(vocabulary: rdflib.Graph) -> None:
    assert terms(vocabulary) == defined(vocabulary)
    for name in defined(vocabulary):
        iri = URIRef(ids.term(name))
        for property_ in (RDFS.label, RDFS.comment):
            (text,) = vocabulary.objects(iri, property_)
            assert isinstance(text, Literal) and text.language == "en", name


@pytest.mark.parametrize("other", ["shapes", "alignments", "export"])
def test_other_files_use_no_term_that_is_not_defined(
    other: str, vocabulary: rdflib.Graph, request: pytest.FixtureRequest
) -> None:
    used = terms(request.getfixturevalue(other))
    assert used
    assert used <= defined(vocabulary)


def test_queries_use_no_term_that_is_not_defined(vocabulary: rdflib.Graph) -> None:
    for path in sorted((ontology_folder() / "queries").glob("*.rq")):
        used = set(re.findall(r"\bkg:(\w+)", path.read_text(encoding="utf-8")))
        assert used and used <= defined(vocabulary), path.name


def test_the_exporters_properties_are_defined_as_they_write_them(vocabulary: rdflib.Graph) -> None:
    for name, kind in PROPERTIES.items():
        if not name.startswith("kg:"):
            continue
        iri = URIRef(ids.term(name.removeprefix("kg:")))
        expected = OWL.ObjectProperty if kind.values == "@id" else OWL.DatatypeProperty
        assert (iri, RDF.type, expected) in vocabulary, name
        if kind.values != "@id":
            (range_,) = vocabulary.objects(iri, RDFS.range)
            assert kind.values == "xsd:" + range_.rpartition("#")[2], name


def test_types_roles_and_relations_are_in_the_order_of_the_guidelines() -> None:
    assert schema().types == ("Method", "Model", "Dataset", "Benchmark", "Metric", "Task", "Concept")
    assert schema().roles == (
        *("introduces", "addresses", "evaluatesOn", "uses", "comparesWith", "studies", "mentions"),
    )
    assert tuple(schema().relations) == (
        *("kindOf", "partOf", "basedOn", "usedFor", "trainedOn", "evaluatedOn", "measuredBy", "outperforms"),
        *("comparedWith", "causes", "reduces"),
    )
    assert [name for name, relation in schema().relations.items() if relation.symmetric] == ["comparedWith"]


@pytest.mark.parametrize(
    ("relation", "subject", "object_", "admitted"),
    [
        ("trainedOn", "Model", "Dataset", True),
        ("trainedOn", "Dataset", "Model", False),
        ("evaluatedOn", "Method", "Task", True),
        ("measuredBy", "Concept", "Metric", True),
        ("measuredBy", "Task", "Concept", False),
        ("outperforms", "Dataset", "Model", False),
        ("kindOf", "Concept", "Concept", True),
        ("reduces", "Method", "Metric", True),
    ],
)
def test_domains_and_ranges(relation: str, subject: str, object_: str, admitted: bool) -> None:
    assert schema().relations[relation].admits(subject, object_) is admitted


def test_orders_are_whole(vocabulary: rdflib.Graph) -> None:
    for parent, property_ in (
        ("Entity", RDFS.subClassOf),
        ("hasEntity", RDFS.subPropertyOf),
        ("relatesTo", RDFS.subPropertyOf),
    ):
        below = list(vocabulary.subjects(property_, URIRef(ids.term(parent))))
        assert sorted(int(order) for name in below for order in vocabulary.objects(name, SH.order)) == list(
            range(1, len(below) + 1)
        )


def test_the_version_stands_in_its_iri(vocabulary: rdflib.Graph) -> None:
    (ontology,) = vocabulary.subjects(RDF.type, OWL.Ontology)
    (version,) = vocabulary.objects(ontology, OWL.versionInfo)
    assert str(ontology) == ids.ONTOLOGY.rstrip("#")
    assert (ontology, OWL.versionIRI, URIRef(f"{ontology}/{version}")) in vocabulary


def test_relations_of_the_export_are_admitted(export: rdflib.Graph) -> None:
    types = {subject: str(class_).removeprefix(ids.ONTOLOGY) for subject, class_ in export.subject_objects(RDF.type)}
    count = 0
    for name, relation in schema().relations.items():
        for subject, object_ in export.subject_objects(URIRef(ids.term(name))):
            assert relation.admits(types[subject], types[object_])
            count += 1
    assert count == 8
