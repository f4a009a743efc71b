"""The measures are those of `tests/gold/score.py`.

To the last digit, but for `b3`: score.py adds its shares up in the order of a set, which differs between processes.
"""

from __future__ import annotations

import json
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core.schema import schema
from kg.run.evaluate import score
from kg.run.gold import extracted, gold
from kg.run.progress import Progress

Json = dict[str, Any]

GOLD = Path(__file__).resolve().parent.parent / "gold"
DEV = gold(str(GOLD / "dev.jsonl"))

_spec = spec_from_file_location("score", GOLD / "score.py")
assert _spec
assert _spec.loader
reference = module_from_spec(_spec)
_spec.loader.exec_module(reference)

MEASURES = [
    "spans", "spans+type", "entities", "entities+type", "entities~type", "roles", "introduced", "relations", "pairs",
    "results", "results+", "b3",
]  # fmt: skip


def table(papers: dict[str, Json], predicted: dict[str, Json]) -> Json:
    """The table, which must be that of score.py."""
    found = score(papers, predicted).to_json()
    wanted: Json = reference.score(papers, predicted)[0]
    assert [*wanted, "calibration"] == list(found)
    for name, row in wanted.items():
        assert found[name] == (pytest.approx(row, rel=1e-12) if name == "b3" else row), name
    return found


def placed(paper: Json) -> Json:
    """`paper` with each mention where score.py finds it."""
    moved = deepcopy(paper)
    title = paper.get("title") or ""
    mentions: dict[str, list[Json]] = {entity["name"]: [] for entity in paper["entities"]}
    for start, end, _, name in reference.spans(paper, reference.full(paper)):
        field = "title" if start < len(title) else "abstract"
        base = 0 if field == "title" else len(title) + 1
        text = reference.full(paper)[start:end]
        mentions[name].append({"text": text, "start": start - base, "end": end - base, "field": field})
    for entity in moved["entities"]:
        entity["mentions"] = mentions[entity["name"]]
    return moved


def damaged(paper: Json, random: Random) -> Json:
    """`paper` as a poor reader might have it: less, more, and other things."""
    found = placed(paper) if random.random() < 0.5 else deepcopy(paper)
    entities = [entity for entity in found["entities"] if random.random() < 0.9]
    if any(isinstance(mention, dict) for entity in entities for mention in entity["mentions"]):
        entities += [_invented(paper, random) for _ in range(3)]
    for entity in entities:
        if random.random() < 0.5:
            _damage(entity, random)
    random.shuffle(entities)
    names = [entity["name"] for entity in found["entities"]]
    relations = [_relation(row, names, random) for row in found["relations"] if random.random() < 0.8]
    results = [_result(row, names, random) for row in found["results"] * 2 if random.random() < 0.7]
    return {**found, "title": "not read", "entities": entities, "relations": relations, "results": results}


def _invented(paper: Json, random: Random) -> Json:
    start = random.randrange(len(paper["text"]) - 9)
    mention = {"text": paper["text"][start : start + 9], "start": start, "end": start + 9, "field": "abstract"}
    return {"name": f"invented {start}", "type": "Method", "role": None, "mentions": [mention]}


def _damage(entity: Json, random: Random) -> None:
    entity["type"] = random.choice(schema().types)
    entity["role"] = random.choice(schema().roles)
    entity["mentions"] = [mention for mention in entity["mentions"] if random.random() < 0.8]
    entity["name"] = random.choice([entity["name"], entity["name"].upper() + "s", "thing", f"no. {random.random()}"])
    for mention in entity["mentions"]:
        if isinstance(mention, dict) and random.random() < 0.2:
            mention["start"] += 1


def _relation(row: list[str], names: list[str], random: Random) -> Any:
    head, label, tail = row
    kind = random.randrange(5)
    changed = [
        (tail, label, head),
        (head, random.choice(list(schema().relations)), tail),
        (head, label, random.choice([*names, head, "no entity"])),
    ]
    head, label, tail = changed[kind] if kind < len(changed) else row
    return random.choice([[head, label, tail, "more"], {"head": head, "relation": label, "tail": tail}])


def _result(row: Json, names: list[str], random: Random) -> Json:
    other = random.choice(["system", "on", "metric", "kind", "value", "baseline"])
    values = [None, "", "64.8 %", "10.9$\\times$", "gain", *names, "no entity"]
    return {**row, other: random.choice(values)} if random.random() < 0.6 else row


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_gold_scores_as_score_py_has_it(seed: int) -> None:
    random = Random(seed)
    predicted = {id_: damaged(paper, random) for id_, paper in DEV.items() if random.random() < 0.9}
    found = table(DEV, predicted)
    assert list(found) == [*MEASURES, "types", "calibration"]
    assert {name for name in MEASURES if not 0.05 < found[name]["F1"] < 0.98} == set()


@settings(max_examples=40)
@given(st.sets(st.sampled_from(sorted(DEV)), min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_any_papers_score_as_score_py_has_it(ids: set[str], random: Random) -> None:
    papers = {id_: DEV[id_] for id_ in sorted(ids)}
    predicted = {id_: damaged(paper, random) for id_, paper in papers.items()}
    assert table(papers, predicted)["entities"]["gold"] == sum(len(paper["entities"]) for paper in papers.values())


def test_what_the_rules_read_scores_as_score_py_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_CACHE", str(tmp_path))
    papers = {id_: DEV[id_] for id_ in sorted(DEV)[:12]}
    for min_score in (0.0, 0.6):
        predicted = extracted(papers, "rules", min_score, Progress())
        assert list(predicted) == list(papers)
        assert table(papers, predicted)["spans"]["F1"] >= 0.4
        assert all(entity["score"] >= min_score for one in predicted.values() for entity in one["entities"])


def test_the_gold_is_right_about_itself_whatever_the_order_of_papers() -> None:
    rows = score(DEV, DEV).rows
    assert {name: row.f1 for name, row in rows.items() if name != "b3"} == dict.fromkeys(MEASURES[:-1], 1.0)
    turned = {id_: DEV[id_] for id_ in reversed(DEV)}
    assert json.dumps(score(turned, DEV).to_json()) == json.dumps(score(DEV, turned).to_json())


def test_where_nothing_is_predicted_nothing_is_right() -> None:
    found = score(DEV, {})
    assert found.to_json() == {**reference.score(DEV, {})[0], "calibration": {}}
    assert "b3" not in found.rows


def _entity(name: str, type_: str, role: str, **scores: float | str) -> Json:
    return {"name": name, "type": type_, "role": role, "mentions": [name], **scores}


PAPER = {
    "id": "p",
    "title": None,
    "text": "We compare OmniMoE with PEER on MMLU.",
    "entities": [
        _entity("OmniMoE", "Model", "introduces"),
        _entity("PEER", "Model", "comparesWith"),
        _entity("MMLU", "Benchmark", "evaluatesOn"),
    ],
    "relations": [["OmniMoE", "comparedWith", "PEER"], ["OmniMoE", "evaluatedOn", "MMLU"]],
    "results": [],
}


def _relations(*rows: tuple[str, str, str, float]) -> list[Json]:
    return [dict(zip(("head", "relation", "tail", "score"), row, strict=True)) for row in rows]


def test_calibration_of_what_is_said_with_a_score() -> None:
    said = {
        "id": "p",
        "entities": [
            _entity("OmniMoE", "Model", "introduces", score=0.75, role_score=1.0),
            _entity("PEER", "Method", "comparesWith", score=0.75, role_score=0.5),
            _entity("MMLU", "Benchmark", "uses", score=1.0, role_score=0.5),
        ],
        "relations": _relations(
            ("PEER", "comparedWith", "OmniMoE", 0.75),
            ("OmniMoE", "evaluatedOn", "MMLU", 0.5),
            ("MMLU", "evaluatedOn", "OmniMoE", 0.5),
        ),
    }
    assert score({"p": PAPER}, {"p": said}).to_json()["calibration"] == {
        "entities": {"ECE": pytest.approx(0.5 / 3), "score": pytest.approx(2.5 / 3), "right": 2 / 3, "count": 3},
        "roles": {"ECE": pytest.approx(1.375 / 3), "score": pytest.approx(1.625 / 3), "right": 2 / 3, "count": 3},
        "relations": {"ECE": pytest.approx(0.25 / 3), "score": pytest.approx(1.75 / 3), "right": 2 / 3, "count": 3},
    }


def test_the_scores_of_a_built_graph_are_those_of_its_facts() -> None:
    said = {"id": "p", "entities": [_entity("PEER", "Model", "uses", score=0.5, entity="entity-peer")]}
    assert score({"p": PAPER}, {"p": said}).to_json()["calibration"] == {
        "roles": {"ECE": 0.5, "score": 0.5, "right": 0.0, "count": 1}
    }
