"""The Python face."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest
import rdflib

import kg
from kg.core.errors import DataError, UsageError


def test_load_gives_a_networkx_graph_with_evidence(built: Path) -> None:
    graph = kg.load(built)
    assert isinstance(graph, networkx.MultiDiGraph)
    assert graph.nodes["entity-unimedvl"]["type"] == "Model"
    paper = "paper-medical-workflows-routinely-combine-reading-images-with-producing-visual-and"
    fact = graph.edges[paper, "entity-unimedvl", "introduces"]
    assert fact["evidence"][0]["quote"].startswith("To bridge this gap, we present UniMedVL")


def test_to_rdflib_has_the_triples_of_the_turtle_export(built: Path) -> None:
    ours = kg.to_rdflib(kg.load(built))
    parsed = rdflib.Graph().parse(built / "graph.ttl")
    assert len(ours) == len(parsed) > 1000


def test_a_part_of_the_graph_exports_as_that_part(built: Path) -> None:
    graph = kg.load(built)
    paper = "paper-the-online-construction-of-vectorized-high-definition-hd-maps-is"
    part = graph.subgraph([paper, *graph.successors(paper)])
    rdf = kg.to_rdflib(part)
    papers = set(rdf.subjects(rdflib.RDF.type, rdflib.URIRef("https://w3id.org/paperkg/ontology#Paper")))
    assert papers == {rdflib.URIRef(f"https://w3id.org/paperkg/id/{paper}")}
    assert "UniMedVL" not in kg.map(part).page
    assert "MapGR" in kg.map(part).page


def test_a_foreign_graph_and_a_missing_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        kg.to_rdflib(networkx.MultiDiGraph())
    with pytest.raises(DataError):
        kg.load(tmp_path)


def test_build_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_CACHE", str(tmp_path / "cache"))
    (tmp_path / "one.json").write_text(
        '{"id": "p1", "title": "OmniMoE", "abstract": "We propose OmniMoE, a framework that outperforms PEER."}'
    )
    graph = kg.build(tmp_path / "one.json", out=tmp_path / "out")
    assert graph.nodes["paper-p1"]["name"] == "OmniMoE"
    assert (tmp_path / "out" / "map.html").is_file()
    kg.map(graph).save(tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "out" / "map.html").read_bytes()
