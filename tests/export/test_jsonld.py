import json
from pathlib import Path

import rdflib

from kg.core import ids
from kg.core.types import Graph
from kg.export.jsonld import context, jsonld, meanings
from kg.export.networks import to_rdflib
from kg.export.rdf_terms import PROPERTIES


def test_a_node_reads_as_plain_json(small: Graph, tmp_path: Path) -> None:
    jsonld(small, tmp_path / "graph.jsonld")
    lines = (tmp_path / "graph.jsonld").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith('{"@id": "id:entity-omnimoe"'))
    assert json.loads(line.rstrip(",")) == {
        "@id": "id:entity-omnimoe",
        "@type": "kg:Method",
        "prefLabel": "OmniMoE",
        "kindOf": ["id:entity-mixture-of-experts"],
        "outperforms": ["id:entity-deepseekmoe", "id:entity-peer"],
        "reduces": ["id:entity-inference-latency"],
    }


def test_numbers(small: Graph, tmp_path: Path) -> None:
    jsonld(small, tmp_path / "graph.jsonld")
    items = json.loads((tmp_path / "graph.jsonld").read_text(encoding="utf-8"))["@graph"]
    by_id = {item["@id"]: item for item in items}
    position = by_id["id:position-mixture-of-experts-moe-architectures-355-359"]
    assert (position["start"], position["end"]) == (355, 359)
    (speedup,) = (item for item in items if item.get("kind") == "ratio")
    assert (speedup["value"], speedup["unitText"], speedup["baseline"]) == ("10.9", "x", ["id:entity-peer"])
    (latency,) = (item for item in items if item.get("value") == "6.7")
    assert latency["unit"] == "units:MilliSEC"


def test_a_file_may_refer_to_the_context_instead(small: Graph, tmp_path: Path) -> None:
    jsonld(small, tmp_path / "graph.jsonld")
    context(small, tmp_path / "context.jsonld")
    document = json.loads((tmp_path / "graph.jsonld").read_text(encoding="utf-8")) | {"@context": "context.jsonld"}
    (tmp_path / "graph.jsonld").write_text(json.dumps(document), encoding="utf-8")
    assert set(rdflib.Graph().parse(tmp_path / "graph.jsonld", format="json-ld")) == set(to_rdflib(small))


def test_meanings() -> None:
    found = meanings()
    assert not ids.PREFIXES.keys() & {name.partition(":")[2] for name in PROPERTIES}
    assert found["kg"] == "https://w3id.org/paperkg/ontology#"
    assert found["title"] == {"@id": "dcterms:title"}
    assert found["issued"] == {"@id": "dcterms:issued", "@type": "xsd:gYear"}
    assert found["evaluatesOn"] == {"@id": "kg:evaluatesOn", "@type": "@id", "@container": "@set"}
