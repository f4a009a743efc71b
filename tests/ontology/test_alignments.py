import rdflib
from rdflib import RDFS, SKOS, URIRef

from kg.core import ids

AXIOMS = {RDFS.subClassOf, RDFS.subPropertyOf}
MAPPINGS = {SKOS.exactMatch, SKOS.closeMatch, SKOS.broadMatch, SKOS.narrowMatch, SKOS.relatedMatch}

WITH_AXIOMS = (
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/ns/oa#",
    "http://www.w3.org/ns/prov#",
    "http://www.w3.org/2004/02/skos/core#",
    "http://purl.org/dc/terms/",
    "http://www.w3.org/ns/dcat#",
    "https://schema.org/",
    "http://purl.org/spar/fabio/",
)
MAPPED = (
    "https://linkedpaperswithcode.com/",
    "http://data.europa.eu/it6/",
    "http://www.w3.org/ns/mls#",
    "http://orkg.org/orkg/",
    "https://w3id.org/cskg/ontology#",
    "http://mlcommons.org/croissant/",
)


def links(graph: rdflib.Graph, predicates: set[URIRef]) -> list[tuple[str, str]]:
    return [(str(ours), str(other)) for ours, predicate, other in graph if predicate in predicates]


def test_axioms_lead_from_our_terms_to_vocabularies_whose_ranges_hold(alignments: rdflib.Graph) -> None:
    found = links(alignments, AXIOMS)
    assert all(ours.startswith(ids.ONTOLOGY) and other.startswith(WITH_AXIOMS) for ours, other in found)
    assert all(any(other.startswith(base) for _, other in found) for base in WITH_AXIOMS)


def test_mappings_lead_from_our_terms_to_the_rest(alignments: rdflib.Graph) -> None:
    found = links(alignments, MAPPINGS)
    assert all(ours.startswith(ids.ONTOLOGY) and other.startswith(MAPPED) for ours, other in found)
    assert all(any(other.startswith(base) for _, other in found) for base in MAPPED)


def test_classes_map_to_classes_and_properties_to_properties(alignments: rdflib.Graph) -> None:
    def is_class(iri: str) -> bool:
        return iri.removeprefix(ids.ONTOLOGY)[0].isupper()

    for ours, other in links(alignments, MAPPINGS):
        name = other.rpartition("#")[2].rpartition("/")[2]
        other_is_class = "/class/" in other or ("/pr" not in other and name[0].isupper())
        assert is_class(ours) == other_is_class, (ours, other)


def test_nothing_else_is_said_of_our_terms(alignments: rdflib.Graph) -> None:
    said = {predicate for ours, predicate, _ in alignments if str(ours).startswith(ids.ONTOLOGY)}
    assert said <= AXIOMS | MAPPINGS
