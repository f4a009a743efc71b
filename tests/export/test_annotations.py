import json
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import (
    Claim,
    DocId,
    Document,
    Extraction,
    Graph,
    LocalEntity,
    LocalId,
    Mention,
    Result,
)
from kg.export.annotations import annotations, of_extraction, of_graph

GOLD = Path(__file__).parent.parent / "gold"


def of(graph: Graph, place: int) -> dict[str, Any]:
    return list(of_graph(graph))[place]


def test_a_paper_with_a_title(small: Graph) -> None:
    found = of(small, 0)
    assert (found["id"], found["title"]) == ("10.48550/arXiv.2208.14437", small.papers[0].title)
    assert found["text"].startswith("High-definition (HD) map provides")
    assert found["entities"][0] == {
        "name": "MapTR",
        "type": "Model",
        "role": "introduces",
        "score": 0.97,
        "mentions": [{"text": "MapTR", "start": 0, "end": 5, "field": "title"}],
        "entity": "entity-maptr",
    }
    assert found["entities"][1]["mentions"] == [
        {"text": "autonomous driving", "start": 172, "end": 190, "field": "abstract"}
    ]
    assert found["relations"] == [
        {
            "head": "MapTR",
            "relation": "basedOn",
            "tail": "Transformer",
            "score": 0.8,
            "evidence": [{"start": 199, "end": 305, "field": "abstract"}],
        },
        {
            "head": "MapTR",
            "relation": "evaluatedOn",
            "tail": "nuScenes",
            "score": 0.8,
            "evidence": [{"start": 306, "end": 454, "field": "abstract"}],
        },
    ]
    assert found["urls"] == ["https://github.com/hustvl/MapTR", "https://maptr.github.io/"]


def test_results_are_verbatim(small: Graph) -> None:
    assert of(small, 1)["results"] == [
        {"system": "OmniMoE", "on": None, "metric": "accuracy", "value": "50.9\\%", "kind": "value", "baseline": None},
        {
            "system": "OmniMoE",
            "on": None,
            "metric": "inference latency",
            "value": "6.7ms",
            "kind": "value",
            "baseline": None,
        },
        {
            "system": "OmniMoE",
            "on": None,
            "metric": "inference latency",
            "value": "10.9$\\times$",
            "kind": "ratio",
            "baseline": "PEER",
        },
    ]


def test_the_strongest_role_counts(small: Graph) -> None:
    (introduces,) = (fact for fact in small.facts if fact.predicate == "introduces" and fact.object == "entity-omnimoe")
    graph = replace(small, facts=(replace(introduces, predicate="mentions"), *small.facts))
    assert [entity["role"] for entity in of(graph, 1)["entities"] if entity["name"] == "OmniMoE"] == ["introduces"]


def test_a_relation_needs_both_ends_in_the_paper(small: Graph) -> None:
    facts = tuple(fact for fact in small.facts if (fact.predicate, fact.object) != ("uses", "entity-transformer"))
    assert [row["relation"] for row in of(replace(small, facts=facts), 0)["relations"]] == ["evaluatedOn"]


def test_annotations_are_json_lines(small: Graph, tmp_path: Path) -> None:
    annotations(small, tmp_path / "a.jsonl")
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    assert [json.loads(line)["id"] for line in lines] == [paper.id for paper in small.papers]


def test_evidence_across_title_and_abstract_is_cut_to_its_longer_part() -> None:
    paper = Document(DocId("p"), "A Title\n\nAn abstract.", title="A Title")

    def places(*spans: tuple[int, int]) -> list[dict[str, Any]]:
        pieces = tuple(paper.cut(start, end, "rule:test") for start, end in spans)
        ends = tuple(
            LocalEntity(LocalId(name), "Concept", "studies", name, (Mention("Concept", pieces[0]),), pieces, 1.0)
            for name in "ab"
        )
        extraction = Extraction(paper.id, ends, (Claim(LocalId("a"), "causes", LocalId("b"), pieces, 1.0),))
        found: list[dict[str, Any]] = of_extraction(paper, extraction)["relations"][0]["evidence"]
        return found

    assert places((0, 21), (0, 12), (2, 11), (9, 11), (0, 7)) == [
        {"start": 0, "end": 12, "field": "abstract"},
        {"start": 0, "end": 7, "field": "title"},
        {"start": 2, "end": 7, "field": "title"},
        {"start": 0, "end": 2, "field": "abstract"},
        {"start": 0, "end": 7, "field": "title"},
    ]


@given(st.none() | st.text(max_size=6), st.text(min_size=1, max_size=10), st.data())
def test_offsets_count_within_their_field(title: str | None, abstract: str, data: st.DataObject) -> None:
    whole = abstract if title is None else f"{title}\n\n{abstract}"
    paper = Document(DocId("p"), whole, title=title)
    low, high = data.draw(st.sampled_from([(0, len(title or "")), (paper.abstract_start, len(whole))]))
    if low == high:
        return
    start = data.draw(st.integers(low, high - 1))
    piece = paper.cut(start, data.draw(st.integers(start + 1, high)), "model")
    entity = LocalEntity(LocalId("x"), "Concept", "studies", "x", (Mention("Concept", piece),), (piece,), 1.0)
    (mention,) = of_extraction(paper, Extraction(paper.id, (entity,)))["entities"][0]["mentions"]
    field = {"title": title or "", "abstract": abstract}[mention["field"]]
    assert field[mention["start"] : mention["end"]] == mention["text"] == piece.quote


def extraction_of(score: ModuleType, gold: dict[str, Any]) -> tuple[Document, Extraction]:
    """A paper and an extraction that says what its annotation says, the mentions where `score` looks for them."""
    title = gold["title"]
    paper = Document(DocId(gold["id"]), f"{title}\n\n{gold['text']}" if title else gold["text"], title or None)
    gap = 1 if title else -1
    mentions: dict[str, list[Mention]] = {row["name"]: [] for row in gold["entities"]}
    for start, end, type_, name in score.spans(gold, score.full(gold)):
        moved = gap if start >= len(title or "") else 0
        mentions[name].append(Mention(type_, paper.cut(start + moved, end + moved, "model")))
    anything = (paper.cut(0, 1, "model"),)
    entities = tuple(
        LocalEntity(
            LocalId(row["name"]), row["type"], row["role"], row["name"], tuple(mentions[row["name"]]), anything, 1.0
        )
        for row in gold["entities"]
    )
    claims = tuple(Claim(LocalId(a), label, LocalId(b), anything, 1.0) for a, label, b in gold["relations"])
    results = tuple(Result(number=None, unit=None, evidence=anything, **row) for row in gold["results"])
    return paper, Extraction(paper.id, entities, claims, results)


def test_what_is_written_scores_as_it_should() -> None:
    spec = spec_from_file_location("score", GOLD / "score.py")
    assert spec and spec.loader
    score = module_from_spec(spec)
    spec.loader.exec_module(score)
    gold = score.read(GOLD / "dev.jsonl")
    predicted = {key: of_extraction(*extraction_of(score, row)) for key, row in gold.items()}
    scores, _ = score.score(gold, predicted)
    for name in ("spans+type", "entities+type", "roles", "relations", "results+"):
        assert scores[name]["F1"] == 1.0, name
