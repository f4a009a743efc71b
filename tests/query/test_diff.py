from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kg.core.types import DocId, Document, Entity, Fact, Graph, Mention, NodeId, Result
from kg.graph import store
from kg.query.diff import Changes, diff

PAPER = Document(DocId("p1"), "On experts\n\nWe propose OmniMoE, which beats PEER by 3.5%.", "On experts", 2026)
OTHER = replace(PAPER, id=DocId("p2"), title=None, text="PEER is a layer.")
NAME, RIVAL = PAPER.cut(23, 30, "name"), PAPER.cut(44, 48, "name")
OMNI = Entity(NodeId("entity-omnimoe"), "Method", "OmniMoE", (), (Mention("Method", NAME),))
PEER = Entity(NodeId("entity-peer"), "Method", "PEER", ("Peer",), (Mention("Method", RIVAL),))
INTRODUCES = Fact(NodeId("paper-p1"), "introduces", OMNI.id, (NAME,), 0.9)
BEATS = Fact(OMNI.id, "outperforms", PEER.id, (RIVAL,), 0.8)
RESULT = Result(OMNI.id, None, None, "3.5%", None, "%", "gain", PEER.id, (PAPER.cut(52, 56, "rule:number"),))
GRAPH = Graph((PAPER,), (OMNI, PEER), (BEATS, INTRODUCES), (RESULT,))


def between(folder: Path, old: Graph, new: Graph) -> dict[str, Changes]:
    store.save(old, folder / "old.sqlite")
    store.save(new, folder / "new.sqlite")
    return diff(folder / "old.sqlite", folder / "new.sqlite")


def test_nothing_changed(tmp_path: Path) -> None:
    changes = between(tmp_path, GRAPH, GRAPH)
    assert list(changes) == ["papers", "entities", "facts", "results"]
    assert not any(map(len, changes.values()))


def test_what_is_new_is_gone_the_other_way_round(tmp_path: Path) -> None:
    more = replace(GRAPH, papers=(PAPER, OTHER))
    less = replace(GRAPH, facts=(INTRODUCES,), results=())
    changes = between(tmp_path, less, more)
    assert [row["id"] for row in changes["papers"].added] == ["p2"]
    (fact,) = changes["facts"].added
    assert fact == {
        "subject": "entity-omnimoe",
        "predicate": "outperforms",
        "object": "entity-peer",
        "subject_name": "OmniMoE",
        "object_name": "PEER",
        "score": 0.8,
        "papers": 1,
    }
    (result,) = changes["results"].added
    assert (result["paper"], result["value"], result["baseline"]) == ("p1", "3.5%", "entity-peer")
    back = diff(tmp_path / "new.sqlite", tmp_path / "old.sqlite")
    for what, found in changes.items():
        assert (back[what].added, back[what].removed) == (found.removed, found.added)


def test_another_name_type_alias_or_score_is_a_change_and_is_told_once(tmp_path: Path) -> None:
    peer = replace(PEER, name="PEER layer", type="Model", aliases=("PEER", "\x1a odd"))
    new = replace(GRAPH, entities=(OMNI, peer), facts=(BEATS, replace(INTRODUCES, score=0.904)))
    changes = between(tmp_path, GRAPH, new)
    assert {what: len(found) for what, found in changes.items()} == {
        "papers": 0,
        "entities": 1,
        "facts": 0,
        "results": 0,
    }
    assert changes["entities"].to_json() == {
        "added": [],
        "removed": [],
        "changed": [
            {
                "before": {"id": "entity-peer", "name": "PEER", "type": "Method", "aliases": ["Peer"]},
                "after": {"id": "entity-peer", "name": "PEER layer", "type": "Model", "aliases": ["\x1a odd", "PEER"]},
            }
        ],
    }
    assert len(between(tmp_path, GRAPH, replace(GRAPH, facts=(BEATS, replace(INTRODUCES, score=0.7))))["facts"]) == 1


def test_a_paper_with_other_words_is_changed(tmp_path: Path) -> None:
    changes = between(
        tmp_path, replace(GRAPH, papers=(PAPER, OTHER)), replace(GRAPH, papers=(PAPER, replace(OTHER, text="It.")))
    )
    ((before, after),) = changes["papers"].changed
    assert before["id"] == after["id"] == "p2"
    assert before["digest"] != after["digest"]
