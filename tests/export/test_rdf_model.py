from dataclasses import replace

import pyoxigraph
import pytest

from kg.core import ids
from kg.core.types import DocId, Document, Graph
from kg.export.rdf_model import nodes, sections
from kg.export.rdf_terms import Node, own, property_of, whole

OMNI = "mixture-of-experts-moe-architectures"


def found(graph: Graph, name: str) -> Node:
    (node,) = (node for node in nodes(graph) if node.iri == own(name))
    return node


def iris(*names: str) -> tuple[str, ...]:
    return tuple(map(own, names))


def test_sections_are_in_the_order_of_reading(small: Graph) -> None:
    counts = [(title, sum(1 for _ in section)) for title, section in sections(small)]
    stretches = {piece.span for fact in small.facts for piece in fact.evidence}
    stretches |= {mention.evidence.span for entity in small.entities for mention in entity.mentions}
    stretches |= {piece.span for result in small.results for piece in result.evidence}
    assert counts == [
        ("Papers", 3),
        ("Code", 1),
        ("Entities", 14),
        ("Former ids of entities", 0),
        ("Claims", 24),
        ("Results", 3),
        ("Mentions", 3 * len(stretches)),
    ]


def test_a_paper(small: Graph) -> None:
    assert found(small, "paper-10.48550%2FarXiv.2208.14437").properties == {
        "rdf:type": ("kg:Paper",),
        "rdfs:label": ("MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",),
        "dcterms:title": ("MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",),
        "dcterms:creator": ("Bencheng Liao", "Shaoyu Chen"),
        "dcterms:issued": ("2023",),
        "kg:venue": ("ICLR",),
        "dcterms:identifier": ("10.48550/arXiv.2208.14437",),
        "fabio:hasArXivId": ("2208.14437",),
        "prism:doi": ("10.48550/arXiv.2208.14437",),
        "schema:url": ("<https://openreview.net/forum?id=k7p_YAO7yE>",),
        "schema:keywords": ("autonomous driving", "HD map"),
        "kg:hasCode": ("<https://github.com/hustvl/MapTR>",),
        "kg:hasLink": ("<https://maptr.github.io/>",),
        "kg:textDigest": (small.papers[0].digest,),
        "kg:introduces": iris("entity-maptr"),
        "kg:addresses": iris("entity-autonomous-driving"),
        "kg:evaluatesOn": iris("entity-nuscenes"),
        "kg:uses": iris("entity-transformer"),
    }


def test_a_paper_without_a_title_has_a_label(small: Graph) -> None:
    said = found(small, f"paper-{OMNI}").properties
    assert "dcterms:title" not in said
    assert said["rdfs:label"] == ("OmniMoE …",)
    assert "kg:hasLink" not in said


def test_an_entity(small: Graph) -> None:
    assert found(small, "entity-omnimoe").properties == {
        "rdf:type": ("kg:Method",),
        "skos:prefLabel": ("OmniMoE",),
        "kg:kindOf": iris("entity-mixture-of-experts"),
        "kg:outperforms": iris("entity-deepseekmoe", "entity-peer"),
        "kg:reduces": iris("entity-inference-latency"),
    }


def test_a_former_id_leads_to_the_entity_and_has_no_type(small: Graph) -> None:
    old = ids.entity("omni moe")
    graph = replace(small, redirects=((old, ids.entity("omnimoe")),))
    assert found(graph, old).properties == {"dcterms:isReplacedBy": iris("entity-omnimoe")}


def test_every_fact_has_a_claim_with_its_evidence(small: Graph) -> None:
    claims = {node.iri: node.properties for node in nodes(small) if node.properties["rdf:type"] == ("kg:Claim",)}
    assert len(claims) == len(small.facts)
    name = ids.claim(ids.entity("omnimoe"), "outperforms", ids.entity("peer"))
    assert claims[own(name)] == {
        "rdf:type": ("kg:Claim",),
        "kg:subject": iris("entity-omnimoe"),
        "kg:predicate": ("kg:outperforms",),
        "kg:object": iris("entity-peer"),
        "kg:support": ("1",),
        "kg:confidence": ("0.95",),
        "kg:evidence": iris(f"mention-{OMNI}-153-371", f"mention-{OMNI}-372-554"),
        "prov:wasDerivedFrom": iris(f"paper-{OMNI}"),
    }


def test_a_mention_has_two_selectors(small: Graph) -> None:
    assert found(small, f"mention-{OMNI}-355-359").properties == {
        "rdf:type": ("kg:Mention",),
        "kg:refersTo": iris("entity-peer"),
        "kg:inPaper": iris(f"paper-{OMNI}"),
        "oa:hasSource": iris(f"paper-{OMNI}"),
        "oa:hasSelector": iris(f"quote-{OMNI}-355-359", f"position-{OMNI}-355-359"),
    }
    assert found(small, f"quote-{OMNI}-355-359").properties == {
        "rdf:type": ("oa:TextQuoteSelector",),
        "oa:prefix": ("eepSeekMoE) and fine-grained (e.g., "[-32:],),
        "oa:exact": ("PEER",),
        "oa:suffix": (") baselines. Crucially, OmniMoE reduces"[:32],),
    }
    assert found(small, f"position-{OMNI}-355-359").properties == {
        "rdf:type": ("oa:TextPositionSelector",),
        "oa:start": ("355",),
        "oa:end": ("359",),
    }


def test_a_sentence_refers_to_nothing_and_the_first_has_no_prefix(small: Graph) -> None:
    assert "kg:refersTo" not in found(small, f"mention-{OMNI}-153-371").properties
    assert "oa:prefix" not in found(small, f"quote-{OMNI}-0-152").properties


def test_a_result(small: Graph) -> None:
    (speedup,) = (node for node in nodes(small) if "10.9" in node.properties.get("kg:value", ()))
    latency, sentence = "entity-inference-latency", f"mention-{OMNI}-372-554"
    assert speedup.properties == {
        "rdf:type": ("kg:Result",),
        "kg:system": iris("entity-omnimoe"),
        "kg:metric": iris(latency),
        "kg:baseline": iris("entity-peer"),
        "kg:kind": ("ratio",),
        "kg:value": ("10.9",),
        "kg:unitText": ("x",),
        "kg:valueText": ("10.9$\\times$",),
        "kg:reportedIn": iris(f"paper-{OMNI}"),
        "kg:evidence": iris(sentence, f"mention-{OMNI}-439-451"),
    }


def test_a_unit_is_one_of_qudt_where_it_has_it(small: Graph) -> None:
    said = [node.properties for node in nodes(small) if "kg:unitText" in node.properties]
    assert sorted((one["kg:unitText"], one.get("kg:unit", ())) for one in said) == [
        (("%",), ("units:PERCENT",)),
        (("ms",), ("units:MilliSEC",)),
        (("x",), ()),
    ]


def test_two_baselines_of_one_number_are_one_result(small: Graph) -> None:
    ratio = small.results[2]
    other = replace(ratio, baseline=ids.entity("deepseekmoe"))
    graph = replace(small, results=(ratio, other))
    (node,) = (node for node in nodes(graph) if node.properties["rdf:type"] == ("kg:Result",))
    assert node.properties["kg:baseline"] == iris("entity-peer", "entity-deepseekmoe")


@pytest.mark.parametrize(("year", "written"), [(2026, "2026"), (987, "0987"), (12026, "12026"), (-44, "-0044")])
def test_years(year: int, written: str) -> None:
    paper = Document(DocId("a"), "text", year=year)
    (node,) = nodes(Graph((paper,), (), (), ()))
    assert node.properties["dcterms:issued"] == (written,)


def test_every_value_is_what_its_property_says(small: Graph, hostile: Graph) -> None:
    for graph in (small, hostile):
        seen = set()
        for node in nodes(graph):
            assert node.iri not in seen
            seen.add(node.iri)
            assert pyoxigraph.NamedNode(whole(node.iri))
            for name, values in node.properties.items():
                kind = property_of(name)
                assert values and (kind.many or len(values) == 1), name
                if kind.values == "@id":
                    assert all(pyoxigraph.NamedNode(whole(value)) for value in values)


def test_hostile_links_are_left_out(hostile: Graph) -> None:
    (paper,) = (node for node in nodes(hostile) if node.properties["rdf:type"] == ("kg:Paper",))
    assert not {"kg:hasCode", "kg:hasLink", "schema:url"} & set(paper.properties)


def test_the_order_of_facts_does_not_matter(small: Graph) -> None:
    mixed = replace(small, facts=small.facts[::-1])
    said = {node.iri: {k: set(v) for k, v in node.properties.items()} for node in nodes(small)}
    assert said == {node.iri: {k: set(v) for k, v in node.properties.items()} for node in nodes(mixed)}
