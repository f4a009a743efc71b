import json
from pathlib import Path

import networkx
import pytest

from kg.core import ids
from kg.core.types import Graph
from kg.export.networks import graphml, node_link, to_networkx, to_rdflib

OMNIMOE, PEER = ids.entity("omnimoe"), ids.entity("peer")


def test_nodes(small: Graph) -> None:
    found = to_networkx(small)
    assert found.number_of_nodes() == 17
    assert found.nodes[OMNIMOE] == {"type": "Method", "name": "OmniMoE", "aliases": [], "degree": 5}
    assert found.nodes["paper-10.48550%2FarXiv.2208.14437"] == {
        "type": "Paper",
        "name": "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",
        "aliases": [],
        "doc": "10.48550/arXiv.2208.14437",
        "title": "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",
        "year": 2023,
        "venue": "ICLR",
        "authors": ["Bencheng Liao", "Shaoyu Chen"],
        "doi": "10.48550/arXiv.2208.14437",
        "arxiv": "2208.14437",
        "url": "https://openreview.net/forum?id=k7p_YAO7yE",
        "keywords": ["autonomous driving", "HD map"],
        "degree": 4,
    }


def test_edges(small: Graph) -> None:
    found = to_networkx(small)
    assert found.number_of_edges() == len(small.facts)
    edge = found.edges[OMNIMOE, PEER, "outperforms"]
    assert (edge["score"], edge["papers"]) == (0.95, ["mixture-of-experts-moe-architectures"])
    assert [(piece["start"], piece["end"]) for piece in edge["evidence"]] == [(153, 371), (372, 554)]
    assert edge["evidence"][1] == {
        "doc": "mixture-of-experts-moe-architectures",
        "start": 372,
        "end": 554,
        "quote": "Crucially, OmniMoE reduces inference latency from 73ms to 6.7ms (a 10.9$\\times$ speedup) compared "
        "to PEER, demonstrating that massive-scale fine-grained MoE can be fast and accurate.",
        "by": "rule:test",
        "score": 0.9,
    }


@pytest.mark.parametrize("graph", ["small", "hostile"])
def test_node_link_is_read_back(graph: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    value = request.getfixturevalue(graph)
    node_link(value, tmp_path / "graph.json")
    read = networkx.node_link_graph(json.loads((tmp_path / "graph.json").read_text(encoding="utf-8")), edges="edges")
    expected = to_networkx(value)
    assert isinstance(read, networkx.MultiDiGraph)
    assert dict(read.nodes(data=True)) == dict(expected.nodes(data=True))
    assert list(read.edges(keys=True, data=True)) == list(expected.edges(keys=True, data=True))


def test_graphml_is_read_back(small: Graph, tmp_path: Path) -> None:
    graphml(small, tmp_path / "graph.graphml")
    read = networkx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    expected = to_networkx(small)
    assert list(read) == list(expected)
    assert read.nodes[OMNIMOE] == {"type": "Method", "name": "OmniMoE", "aliases": "[]", "degree": 5}
    said = {(u, v, data.pop("predicate")): data for u, v, data in read.edges(data=True)}
    assert said.keys() == set(expected.edges(keys=True))
    for edge, data in said.items():
        assert {name: json.loads(data[name]) for name in ("evidence", "papers")} | {"score": data["score"]} == dict(
            expected.edges[edge]
        )


def test_graphml_edges_have_ids_of_their_own(small: Graph, tmp_path: Path) -> None:
    graphml(small, tmp_path / "graph.graphml")
    read = networkx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    assert len({key for _, _, key in read.edges(keys=True)}) == len(small.facts)
    assert read.edges[OMNIMOE, PEER, ids.claim(OMNIMOE, "outperforms", PEER)]["predicate"] == "outperforms"


def test_graphml_holds_hostile_text(hostile: Graph, tmp_path: Path) -> None:
    graphml(hostile, tmp_path / "graph.graphml")
    read = networkx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    node = read.nodes[hostile.entities[0].id]
    assert node["name"] == hostile.entities[0].name.replace("\x07", "\ufffd")
    assert json.loads(node["aliases"]) == list(hostile.entities[0].aliases)
    ((_, _, data),) = read.edges(data=True)
    assert json.loads(data["evidence"])[0]["quote"] == "x\ry\n\u2028\x85\ufeff z"


def test_bytes_are_the_same_twice(small: Graph, tmp_path: Path) -> None:
    for write in (graphml, node_link):
        write(small, tmp_path / "one")
        write(small, tmp_path / "two")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_to_rdflib_answers_a_query(small: Graph) -> None:
    rows = to_rdflib(small).query("SELECT ?name { ?p kg:introduces ?e . ?e skos:prefLabel ?name } ORDER BY ?name")
    assert [str(name) for (name,) in rows] == ["MapGR", "MapTR", "OmniMoE"]
