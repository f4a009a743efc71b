from collections.abc import Callable

import pyoxigraph
import pyshacl
import pytest
import rdflib
from rdflib import RDF, RDFS, SH, XSD, Literal, Namespace, URIRef

from kg.core import ids
from kg.core.schema import ontology_folder, schema
from kg.query.shapes import faults_in

KG = Namespace(ids.ONTOLOGY)
ID = Namespace(ids.DATA)
OA = Namespace("http://www.w3.org/ns/oa#")
PROV = Namespace("http://www.w3.org/ns/prov#")
SKOS = Namespace("http://www.w3.org/2004/02/skos/core#")

PAPER = ID["paper-mixture-of-experts-moe-architectures"]
ENTITY = ID["entity-omnimoe"]
CLAIM = ID[ids.claim(ids.entity("omnimoe"), "outperforms", ids.entity("peer"))]
MENTION = ID["mention-mixture-of-experts-moe-architectures-355-359"]
QUOTE = ID["quote-mixture-of-experts-moe-architectures-355-359"]
POSITION = ID["position-mixture-of-experts-moe-architectures-355-359"]


def messages(data: rdflib.Graph, shapes: rdflib.Graph, vocabulary: rdflib.Graph) -> set[str]:
    """What the shapes say against `data`: by pyshacl, and the same of the same nodes by `kg check`."""
    conforms, report, _ = pyshacl.validate(data, shacl_graph=shapes, ont_graph=vocabulary)
    found = {
        (str(report.value(result, SH.focusNode)), str(report.value(result, SH.resultMessage)))
        for result in report.subjects(RDF.type, SH.ValidationResult)
    }
    assert conforms == (not found)
    store = pyoxigraph.Store()
    store.load(data.serialize(format="nt", encoding="utf-8"), format=pyoxigraph.RdfFormat.N_TRIPLES)
    assert {(fault.where, fault.message) for fault in faults_in(store)} == found
    return {message for _, message in found}


def test_the_export_conforms(export: rdflib.Graph, shapes: rdflib.Graph, vocabulary: rdflib.Graph) -> None:
    assert messages(export, shapes, vocabulary) == set()


def test_shapes_are_shacl(shapes: rdflib.Graph, vocabulary: rdflib.Graph) -> None:
    assert pyshacl.validate(rdflib.Graph(), shacl_graph=shapes, ont_graph=vocabulary, meta_shacl=True)[0]


Fault = Callable[[rdflib.Graph], object]


def without(subject: URIRef, property_: URIRef) -> Fault:
    return lambda graph: graph.remove((subject, property_, None))


def instead(subject: URIRef, property_: URIRef, value: rdflib.term.Node) -> Fault:
    return lambda graph: graph.set((subject, property_, value))


def besides(subject: URIRef, property_: URIRef, value: rdflib.term.Node) -> Fault:
    return lambda graph: graph.add((subject, property_, value))


def result_with(property_: URIRef, value: rdflib.term.Node | None) -> Fault:
    """The ratio's result with another value, or with none."""

    def change(graph: rdflib.Graph) -> None:
        (result,) = graph.subjects(KG.kind, Literal("ratio"))
        graph.remove((result, property_, None))
        if value is not None:
            graph.add((result, property_, value))

    return change


FAULTS: list[tuple[str, Fault]] = [
    ("a paper has one label", without(PAPER, RDFS.label)),
    ("a paper has one label", besides(PAPER, RDFS.label, Literal("another"))),
    ("a paper has the SHA-256 of its text", instead(PAPER, KG.textDigest, Literal("123"))),
    ("a paper has one identifier", without(PAPER, rdflib.DCTERMS.identifier)),
    ("a paper has one title at most", besides(PAPER, rdflib.DCTERMS.title, Literal("x", lang="en"))),
    ("an author is a name", besides(PAPER, rdflib.DCTERMS.creator, PAPER)),
    ("a paper appeared in one year", besides(PAPER, rdflib.DCTERMS.issued, Literal("2026"))),
    ("a paper has one web address at most", besides(PAPER, rdflib.SDO.url, Literal("https://a.b/"))),
    ("a link is a web address", besides(PAPER, KG.hasCode, URIRef("ftp://a.b/"))),
    ("what a paper has as code is source code", besides(PAPER, KG.hasCode, URIRef("https://a.b/"))),
    ("a role leads to an entity", besides(PAPER, KG.uses, PAPER)),
    ("an entity has one name", without(ENTITY, SKOS.prefLabel)),
    ("an entity has one name", besides(ENTITY, SKOS.prefLabel, Literal("OmniMoE 2"))),
    ("an entity has one type", besides(ENTITY, RDF.type, KG.Model)),
    ("an alias is another name", besides(ENTITY, SKOS.altLabel, Literal("OmniMoE"))),
    ("an entity is named in a paper", lambda graph: graph.remove((None, KG.refersTo, ENTITY))),
    ("a relation leads to an entity", besides(ENTITY, KG.partOf, ID["entity-unheard-of"])),
    ("a former id leads to one entity", besides(ID["entity-old"], rdflib.DCTERMS.isReplacedBy, MENTION)),
    ("a former id is no node of its own", besides(ENTITY, rdflib.DCTERMS.isReplacedBy, ID["entity-peer"])),
    ("a claim has evidence", without(CLAIM, KG.evidence)),
    ("a claim has evidence", instead(CLAIM, KG.evidence, PAPER)),
    ("a claim is derived from a paper", without(CLAIM, PROV.wasDerivedFrom)),
    (
        "a claim is about one paper or entity, and not about its own object",
        instead(CLAIM, KG.subject, ID["entity-peer"]),
    ),
    ("a claim is about one paper or entity, and not about its own object", instead(CLAIM, KG.subject, MENTION)),
    ("a claim has one role or relation", instead(CLAIM, KG.predicate, KG.relatesTo)),
    ("a claim leads to one entity", instead(CLAIM, KG.object, PAPER)),
    ("a claim is supported by one paper or more", instead(CLAIM, KG.support, Literal(0))),
    ("a claim has a confidence from 0 to 1", instead(CLAIM, KG.confidence, Literal("1.01", datatype=XSD.decimal))),
    ("a claim has a confidence from 0 to 1", instead(CLAIM, KG.confidence, Literal("0.9", datatype=XSD.double))),
    ("a mention is in one paper", without(MENTION, KG.inPaper)),
    ("the source of a mention is its paper", instead(MENTION, OA.hasSource, ENTITY)),
    ("a mention refers to an entity", instead(MENTION, KG.refersTo, PAPER)),
    ("a mention has two selectors", lambda graph: graph.remove((MENTION, OA.hasSelector, QUOTE))),
    ("a mention has one quote selector", lambda graph: graph.remove((MENTION, OA.hasSelector, QUOTE))),
    ("a mention has one position selector", lambda graph: graph.remove((MENTION, OA.hasSelector, POSITION))),
    ("a quote selector has the words", instead(QUOTE, OA.exact, Literal(""))),
    ("a position starts before it ends", instead(POSITION, OA.start, Literal("359", datatype=XSD.nonNegativeInteger))),
    ("a position has an end", instead(POSITION, OA.end, Literal("400"))),
    ("a result has its number as written", result_with(KG.valueText, None)),
    ("a result has one number at most", result_with(KG.value, Literal("10.9", datatype=XSD.double))),
    ("a result is a value, gain, ratio or reduction", result_with(KG.kind, Literal("share"))),
    ("a unit is one of QUDT's", result_with(KG.unit, Literal("x"))),
    ("a unit is one of QUDT's", result_with(KG.unit, URIRef("https://a.b/x"))),
    ("a result is reported in one paper", result_with(KG.reportedIn, None)),
    ("a result has evidence", result_with(KG.evidence, None)),
    ("a result has one system at most", result_with(KG.system, PAPER)),
    ("a baseline is an entity", result_with(KG.baseline, PAPER)),
]


@pytest.mark.parametrize(("message", "fault"), FAULTS, ids=[f"{i}: {message}" for i, (message, _) in enumerate(FAULTS)])
def test_a_fault_is_found(
    message: str, fault: Fault, export: rdflib.Graph, shapes: rdflib.Graph, vocabulary: rdflib.Graph
) -> None:
    fault(export)
    assert message in messages(export, shapes, vocabulary)


def test_every_shape_is_tried(shapes: rdflib.Graph) -> None:
    """No message of the shapes is without a fault that brings it about, but for those that only say "text"."""
    said = {str(message) for message in shapes.objects(None, SH.message)}
    untried = said - {message for message, _ in FAULTS}
    assert untried == {
        "a keyword is text",
        "a paper has one DOI at most",
        "a paper has one arXiv id at most",
        "a paper has one venue at most",
        "a result has one metric at most",
        "a result has one test at most",
        "a result has one unit at most",
        "the words after a quote are text",
        "the words before a quote are text",
    }


def test_roles_and_relations_are_those_of_the_vocabulary(shapes: rdflib.Graph) -> None:
    (claim,) = shapes.subjects(SH.targetClass, KG.Claim)
    (listed,) = (
        shapes.value(shape, SH["in"])
        for shape in shapes.objects(claim, SH.property)
        if (shape, SH.path, KG.predicate) in shapes
    )
    names = [str(name).removeprefix(ids.ONTOLOGY) for name in rdflib.collection.Collection(shapes, listed)]
    assert names == [*schema().of_paper, *schema().relations]
    paths = [
        [str(name).removeprefix(ids.ONTOLOGY) for name in rdflib.collection.Collection(shapes, path)]
        for path in shapes.objects(None, SH.alternativePath)
    ]
    assert list(schema().of_paper) in paths
    assert list(schema().relations) in paths


def test_the_committed_export_conforms(shapes: rdflib.Graph, vocabulary: rdflib.Graph) -> None:
    whole = rdflib.Graph().parse(ontology_folder().parent / "exports" / "graph.ttl")
    assert messages(whole, shapes, vocabulary) == set()
