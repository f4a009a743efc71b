import rdflib
from rdflib import OWL, RDF

from kg.core import ids
from kg.core.schema import ontology_folder, schema
from kg.export.vocabulary import Term, vocabulary


def named(name: str) -> Term:
    (found,) = (item for item in vocabulary().terms if item.name == f"kg:{name}")
    return found


def test_every_term_of_the_file_is_there_in_its_order() -> None:
    graph = rdflib.Graph().parse(ontology_folder() / "kg.ttl")
    names = [item.name.removeprefix("kg:") for item in vocabulary().terms]
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
    assert set(names) == {
        str(name).removeprefix(ids.ONTOLOGY) for kind in kinds for name in graph.subjects(RDF.type, kind)
    }
    assert names[0] == "Paper"
    assert [name for name in names if name in schema().relations] == list(schema().relations)


def test_every_property_says_from_what_to_what() -> None:
    for item in vocabulary().terms:
        assert item.label and item.comment
        if item.kind != "class":
            assert item.domain and item.range, item.name


def test_a_relation() -> None:
    assert named("comparedWith") == Term(
        name="kg:comparedWith",
        kind="property",
        label="is compared with",
        comment="The two are compared, and no winner is named. Said once for a pair.",
        above=("kg:relatesTo",),
        below=(),
        domain=("kg:Entity",),
        range=("kg:Entity",),
        admits=(("kg:Method", "kg:Model"), ("kg:Method", "kg:Model")),
        inverse=(),
        traits=("symmetric",),
        alignments=(),
    )


def test_a_class_and_its_alignments() -> None:
    dataset = named("Dataset")
    assert (dataset.kind, dataset.above) == ("class", ("kg:Entity",))
    assert dataset.alignments[:2] == (("rdfs:subClassOf", "dcat:Dataset"), ("rdfs:subClassOf", "schema:Dataset"))
    assert ("skos:closeMatch", "mls:Dataset") in dataset.alignments
    assert named("Entity").below == tuple(f"kg:{name}" for name in schema().types)


def test_the_ontology_itself() -> None:
    found = vocabulary()
    assert (found.title, found.version) == ("paperkg ontology", "0.1.0")
    assert found.bases["kg"] == ids.ONTOLOGY
