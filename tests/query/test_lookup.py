from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.errors import DataError, UsageError
from kg.core.types import Graph
from kg.graph.check import check
from kg.query.cards import Card
from kg.query.lookup import lookup, show


def names(path: Path, query: str, type: str | None = None) -> tuple[str, list[str]]:
    answer = lookup(path, query, type)
    return answer.match, [card.name for card in answer.entities]


def test_the_graph_of_these_tests_is_in_order(graph: Graph) -> None:
    assert check(graph) == ()


def test_json_has_the_shape_that_is_promised(path: Path) -> None:
    answer = lookup(path, "omnimoe").to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert list(answer) == ["query", "match", "entities", "papers", "suggestions"]
    assert (answer["query"], answer["match"], answer["suggestions"]) == ("omnimoe", "exact", [])
    (card,) = answer["entities"]
    assert list(card) == [
        "id",
        "name",
        "type",
        "aliases",
        "score",
        "introduced_by",
        "papers",
        "facts",
        "results",
    ]
    assert card["introduced_by"] == [{"id": "omnimoe", "title": "OmniMoE, Cartesian Product Router …"}]
    (appearance,) = card["papers"]
    assert {"id", "title", "role", "quote", "start", "end"} <= set(appearance)
    assert {"subject", "predicate", "object", "score", "papers"} <= set(card["facts"][0])
    assert card["facts"][0]["papers"] == ["omnimoe"]
    assert card["results"][0]["number"] == "10.9"


def test_a_type_narrows_the_search(path: Path) -> None:
    assert names(path, "MoE", "method") == ("alias", ["Mixture-of-Experts"])
    assert names(path, "MoE", "Model") == ("none", [])
    assert names(path, "omnimoee", "Metric") == ("none", [])
    with pytest.raises(UsageError, match="no type 'Thing': choose one of Method, Model, Dataset"):
        lookup(path, "MoE", "Thing")


def test_an_id_an_iri_or_a_papers_own_id_can_be_shown(path: Path) -> None:
    for node in ("entity-omnimoe", "id:entity-omnimoe", "https://w3id.org/paperkg/id/entity-omnimoe"):
        card = show(path, node)
        assert isinstance(card, Card)
        assert card.name == "OmniMoE"
    for node in ("vabs", "paper-vabs", "https://w3id.org/paperkg/id/paper-vabs"):
        assert show(path, node).id == "vabs"


def test_an_unknown_id_is_answered_with_ids_like_it(path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no 'entity-omnimo' in the graph; like it: entity-omnimoe"):
        show(path, "entity-omnimo")
    with pytest.raises(UsageError, match=r"there is no 'entity-gpt-5' in the graph; like it: entity-gpt-4"):
        show(path, "entity-gpt-5")
    with pytest.raises(UsageError, match=r"there is no 'zzz' in the graph: `kg lookup` finds ids by name"):
        show(path, "zzz")


def test_a_graph_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no graph: make one with `kg build`"):
        lookup(tmp_path / "graph.sqlite", "LLM")


HOSTILE = [
    "",
    " \t\n",
    '"',
    '""',
    '"NEAR(',
    "NEAR(a b, 5)",
    "*",
    "a*",
    "-",
    "^a",
    "a OR b",
    "AND",
    "NOT a",
    "name:moe",
    "{name}: moe",
    "';",
    "'; DROP TABLE papers; --",
    "%",
    "_",
    "\0",
    "\ud800",
    "\x1a",
    "(((((",
    "x" * 10_000,
    "MoE " * 2_500,
    "\u0301" * 100,
    "🙂🙂🙂🙂",
]


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: repr(query[:20]))
def test_a_hostile_query_is_a_name_that_nothing_has(path: Path, query: str) -> None:
    answer = lookup(path, query)
    assert answer.query == query
    assert answer.match in ("none", "near")
    with pytest.raises(UsageError):
        show(path, query)


@given(st.text(st.characters() | st.sampled_from('"*()^-:{}OR \0\ud800'), max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100)
def test_any_query_has_an_answer(path: Path, query: str) -> None:
    answer = lookup(path, query)
    assert (answer.match == "none") == (not answer.entities and not answer.papers)
    assert lookup(path, query) == answer


def test_other_names_with_the_same_words_are_told(path: Path) -> None:
    assert lookup(path, "MoE").suggestions == ()
    assert "Cartesian Product Router" in lookup(path, "router").suggestions


def test_show_takes_a_name_too(path: Path) -> None:
    assert show(path, "peer").id == "entity-peer"
