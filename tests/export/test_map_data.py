"""What the map shows of a graph, and what it makes of it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import ids
from kg.core.types import DocId, Document, Entity, Fact, Graph, Mention
from kg.export.map import data
from kg.export.map.data import Overlap
from kg.export.map.network import network, wrapped
from kg.export.map.regions import regions

MAPTR, OMNI, MAPGR = 0, 1, 2
WITHOUT = {"DeepSeekMoE", "PEER"}
DRIVING, MAPTR_MODEL, NUSCENES, OMNIMOE, PEER = 5, 10, 13, 14, 15


def sharing(papers: dict[str, list[str]]) -> Graph:
    """A graph of papers that mention the concepts listed."""
    documents = {name: Document(DocId(name), " ".join([name, *concepts])) for name, concepts in papers.items()}
    mentions: dict[str, list[Mention]] = {}
    facts = []
    for name, concepts in papers.items():
        for concept in concepts:
            start = documents[name].text.index(concept)
            evidence = documents[name].cut(start, start + len(concept), "rule:test")
            mentions.setdefault(concept, []).append(Mention("Concept", evidence))
            facts.append(Fact(ids.paper(DocId(name)), "studies", ids.entity(concept), (evidence,), 1.0))
    entities = tuple(Entity(ids.entity(name), "Concept", name, (), tuple(found)) for name, found in mentions.items())
    return Graph(tuple(documents.values()), entities, tuple(facts), ())


def test_papers_are_numbered_before_entities_each_in_the_order_of_ids(small: Graph) -> None:
    content = data.content(small)
    assert [content.number[ids.paper(paper.id)] for paper in content.papers] == [MAPTR, OMNI, MAPGR]
    assert content.number[ids.entity("nuscenes")] == NUSCENES
    assert content.shared == (DRIVING, NUSCENES)
    assert content.count[NUSCENES] == 2


@pytest.mark.parametrize(
    ("papers", "of", "expected"), [(1, 34, 1.0), (2, 34, 0.805), (12, 34, 0.301), (34, 34, 0.008), (1, 1, 1.0)]
)
def test_an_entity_says_less_the_more_papers_have_it(papers: int, of: int, expected: float) -> None:
    assert data.tellingness(papers, of) == expected


def test_a_link_says_where_the_paper_names_the_entity(small: Graph) -> None:
    edges = {(edge["from"], edge["to"]): edge for edge in data.role_edges(data.content(small))}
    assert edges[MAPTR, DRIVING] == {
        "from": 0,
        "to": 5,
        "kind": "addresses",
        "score": 0.9,
        "says": [],
        "at": [255, 273],
    }
    assert edges[MAPTR, MAPTR_MODEL]["says"] == [282, 388]
    assert small.papers[0].text[282:388].startswith("We present MapTR, a structured end-to-end Transformer")


def test_several_roles_of_a_paper_for_one_entity_are_one_link_with_the_strongest(small: Graph) -> None:
    mentions = next(fact for fact in small.facts if fact.predicate == "mentions")
    twice = replace(small, facts=(*small.facts, replace(mentions, predicate="uses")))
    links = data.content(twice).links
    assert [link.role for link in links if link.entity == 7] == ["uses"]


def test_where_a_paper_names_what_it_is_not_linked_to_is_kept(small: Graph) -> None:
    assert data.unlinked(data.content(small)) == []
    facts = tuple(fact for fact in small.facts if fact.predicate != "comparesWith")
    content = data.content(replace(small, facts=facts))
    named = {one["entity"]: one for one in data.unlinked(content)}
    assert named[PEER]["paper"] == OMNI
    [start, end] = named[PEER]["at"]
    assert data.texts(content)[OMNI]["text"][start:end] == "PEER"
    assert set(named) == {small.entities.index(entity) + 3 for entity in small.entities if entity.name in WITHOUT}


def test_facts_carry_their_evidence_by_paper(small: Graph) -> None:
    content = data.content(small)
    facts = {(edge["from"], edge["kind"], edge["to"]): edge["says"] for edge in data.fact_edges(content)}
    said = data.texts(content)[OMNI]["text"]
    [[one, *first], [other, *second]] = facts[OMNIMOE, "outperforms", PEER]
    assert one == other == OMNI
    assert said[slice(*first)].startswith(
        "Validated on seven benchmarks, OmniMoE (with 1.7B active parameters) achieves "
    )
    assert said[slice(*first)].endswith(
        "50.9% zero-shot accuracy across seven benchmarks, outperforming coarse-grained "
        "(e.g., DeepSeekMoE) and fine-grained (e.g., PEER) baselines."
    )
    assert said[slice(*second)].startswith("Crucially, OmniMoE reduces inference latency from 73ms to 6.7ms (a 10.9× ")


def test_results_name_what_they_are_about(small: Graph) -> None:
    content = data.content(small)
    row = data.result_rows(content)[2]
    said = data.texts(content)[OMNI]["text"]
    assert (row["value"], row["kind"], row["system"], row["metric"], row["baseline"]) == (
        "10.9×",
        "ratio",
        OMNIMOE,
        8,
        PEER,
    )
    assert "on" not in row
    assert said[row["says"][2] : row["says"][3]] == "10.9×"


def test_papers_overlap_by_what_they_share(small: Graph) -> None:
    content = data.content(small)
    assert data.overlaps(content) == (Overlap(MAPTR, MAPGR, 1.0),)
    assert data.neighbours(content) == (Overlap(DRIVING, NUSCENES, 1.0),)


def test_telling_entities_weigh_more_than_common_ones() -> None:
    graph = sharing({"p": ["model", "curse"], "q": ["model", "curse"], "r": ["model"], "s": ["model"]})
    weights = {(pair.left, pair.right): pair.weight for pair in data.overlaps(data.content(graph))}
    assert weights[0, 1] == 0.708
    assert weights[0, 2] == weights[2, 3] == 0.139


def test_each_paper_keeps_its_closest_papers() -> None:
    names = [f"p{n}" for n in range(9)]
    overlaps = data.overlaps(data.content(sharing({name: ["model"] for name in names})))
    kept = {paper: sum(paper in (pair.left, pair.right) for pair in overlaps) for paper in range(9)}
    assert min(kept.values()) >= data.CLOSEST
    assert len(overlaps) < 9 * 8 / 2


def test_texts_hold_the_sentences_and_the_links_of_a_paper(small: Graph) -> None:
    maptr, omni, _ = data.texts(data.content(small))
    assert maptr["text"] == small.papers[0].text
    assert (maptr["abstract"], omni["abstract"]) == (83, 0)
    assert maptr["sentences"] == [0, 81, 83, 281, 282, 388, 389, 537]
    assert (maptr["about"], maptr["authors"]) == ("ICLR, 2023", "Bencheng Liao, Shaoyu Chen")
    assert maptr["links"] == [
        ["DOI", "https://doi.org/10.48550/arXiv.2208.14437"],
        ["arXiv", "https://arxiv.org/abs/2208.14437"],
        ["Paper", "https://openreview.net/forum?id=k7p_YAO7yE"],
        ["Code or data", "https://github.com/hustvl/MapTR"],
        ["Code or data", "https://maptr.github.io/"],
    ]
    assert omni["links"] == []


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//a.b",
        "file:///etc/passwd",
        'https://a.b/"><script>',
        "https://a b",
        "",
    ],
)
def test_what_is_no_web_address_is_no_link(address: str) -> None:
    paper = Document(DocId("p"), "text", url=address, doi=address, arxiv=address)
    assert data.links_out(paper, [address]) == []


def test_papers_that_share_telling_entities_are_a_region_named_by_what_they_have_in_common() -> None:
    graph = sharing(
        {
            "a": ["model", "curse of depth", "residual"],
            "b": ["model", "curse of depth", "residual"],
            "c": ["model", "HD map", "nuScenes"],
            "d": ["model", "HD map", "nuScenes"],
            "e": ["model"],
        }
    )
    content = data.content(graph)
    found = regions(content)
    assert [region.names for region in found] == [("curse of depth",), ("HD map",)]
    assert [[content.papers[node].id for node in region.members if node < 5][:2] for region in found] == [
        ["a", "b"],
        ["c", "d"],
    ]


def test_two_names_of_a_region_name_all_of_its_papers() -> None:
    graph = sharing(
        {
            "a": ["quantization"],
            "b": ["perplexity", "quantization", "sum"],
            "c": ["quantization", "sum"],
            "d": ["sum"],
            "e": ["other"],
            "f": ["other"],
        }
    )
    assert [region.names for region in regions(data.content(graph))] == [("quantization", "sum"), ("other",)]


def test_what_every_paper_of_many_has_makes_no_region() -> None:
    assert regions(data.content(sharing({f"p{n}": ["model"] for n in range(60)}))) == ()


def test_a_region_whose_papers_have_too_little_in_common_has_no_name() -> None:
    chain = {f"p{n}": [f"link{n:02}", f"link{n + 1:02}"] for n in range(30)}
    found = regions(data.content(sharing(chain)))
    papers = [sum(node < 30 for node in region.members) for region in found]
    assert [bool(region.names) for region in found] == [count <= 6 for count in papers]


def test_a_graph_in_another_order_is_the_same_map(small: Graph) -> None:
    turned = Graph(small.papers[::-1], small.entities[::-1], small.facts[::-1], small.results, small.urls)
    one, other = (
        (network(content, dict.fromkeys((p.id for p in small.papers), "x")), regions(content))
        for content in (data.content(small), data.content(turned))
    )
    assert one[0].nodes == other[0].nodes
    assert one[0].edges == other[0].edges
    assert one[1] == other[1]


def test_nodes_are_sized_by_the_papers_that_share_them(small: Graph) -> None:
    content = data.content(small)
    labels = {
        small.papers[MAPTR].id: small.papers[MAPTR].title or "",
        small.papers[OMNI].id: "OmniMoE …",
        small.papers[MAPGR].id: "The online construction of vectorized high-definition (HD) …",
    }
    nodes = network(content, labels).nodes
    assert [node["label"] for node in nodes[:3]] == ["MapTR", "OmniMoE", "The online\nconstruction of…"]
    assert nodes[NUSCENES] == {
        "id": NUSCENES,
        "key": "entity-nuscenes",
        "name": "nuScenes",
        "label": "nuScenes",
        "group": "Dataset",
        "aliases": [],
        "papers": 2,
        "size": 9.9,
        "value": 0.5,
    }
    assert all("href" not in str(node) and "title" not in node for node in nodes)


@pytest.mark.parametrize("name", ["", "  ", "\u2028"])
def test_a_name_of_nothing_has_a_label(name: str) -> None:
    assert wrapped(name, 18) == "?"


@given(st.text(max_size=200), st.integers(5, 30), st.integers(1, 3))
def test_a_label_is_a_few_short_lines(name: str, width: int, most: int) -> None:
    lines = wrapped(name, width, most).split("\n")
    assert len(lines) <= most
    assert all(0 < len(line) <= width for line in itertools.chain(lines))
