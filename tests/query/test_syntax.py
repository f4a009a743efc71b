from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.errors import UsageError
from kg.query.sparql import query
from kg.query.syntax import mistake


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    (place / "graph.ttl").write_text("<https://a> <https://b> <https://c> .", encoding="utf-8")
    return place


def message(folder: Path, text: str) -> str:
    with pytest.raises(UsageError) as error:
        query(folder, text)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "expected", "shown"),
    [
        (
            "SELECT ?x WHERE {\n  ?x ?y z }",
            "SPARQL, line 2, column 11: this cannot be read",
            ("  ?x ?y z }", "          ^"),
        ),
        (
            "SELECT ?x {\n\t\t'表' ?y z }",
            'SPARQL, line 2, column 11: expected "." or ":"',
            ("  '表' ?y z }", "           ^"),
        ),
        ("SELECT * {", "SPARQL, line 1, column 11: something is missing", ("  SELECT * {", "            ^")),
        ("", "SPARQL, line 1, column 1: something is missing", ("  ", "  ^")),
        (
            "SELECT ?x { ?x foo:bar ?y }",
            "SPARQL, line 1, column 23: prefix not found",
            ("  SELECT ?x { ?x foo:bar ?y }", "                        ^"),
        ),
        (
            "SELECT ?x (1 AS ?x) {}",
            "SPARQL, line 1, column 23: duplicated variable name in SELECT",
            ("  SELECT ?x (1 AS ?x) {}", "                        ^"),
        ),
    ],
)
def test_a_mistake_is_shown_at_its_place(folder: Path, text: str, expected: str, shown: tuple[str, ...]) -> None:
    with pytest.raises(UsageError) as error:
        query(folder, text)
    assert (str(error.value), error.value.shown) == (expected, shown)


def test_what_stood_before_the_query_is_not_counted() -> None:
    told = mistake("SELECT ?x {", "error at 1:22: expected more", offset=10)
    assert (str(told), told.shown) == (
        "SPARQL, line 1, column 12: something is missing",
        ("  SELECT ?x {", "             ^"),
    )
    assert str(mistake("A\nB", "error at 2:1: expected more", offset=10)).startswith("SPARQL, line 2, column 1:")


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { <https://a> <https://b> 1 }",
        "# a comment\n PREFIX a: <https://a> BASE <https://b>\n delete where { ?s ?p ?o }",
        "CLEAR ALL",
        "LOAD <https://a>",
        "WITH <https://a> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ],
)
def test_an_update_is_refused(folder: Path, text: str) -> None:
    assert message(folder, text).startswith("this would change the graph; a query asks only: SELECT, ASK")


def test_nesting_that_would_crash_the_parser_is_refused(folder: Path) -> None:
    for text in (
        "SELECT * " + "{" * 1_500 + "}" * 1_500,
        "SELECT (" + "(" * 1_500 + "1" + ")" * 1_500 + " AS ?x) {}",
        "SELECT (" + "! " * 1_500 + "1 AS ?x) {}",
        "SELECT * { ?s ?p " + "[ ?p " * 1_500 + "]" * 1_500 + " }",
    ):
        assert message(folder, text) == "the query nests more than 300 deep: simplify it"


def test_brackets_that_are_text_do_not_count(folder: Path) -> None:
    many = "([{" * 200
    assert query(folder, f'SELECT ?s # {many}\n {{ ?s ?p ?o FILTER(?o != \'{many}\' && ?o != """{many}\n""") }}').yes


def test_a_lone_surrogate_is_refused(folder: Path) -> None:
    assert message(folder, "ASK { ?s ?p '\ud800' }") == (
        "the query holds a lone surrogate, which is no character: write it in UTF-8"
    )
