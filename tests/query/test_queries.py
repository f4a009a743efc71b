from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.errors import UsageError
from kg.query.queries import NamedQuery, Parameter, named, queries
from kg.query.queries import _read as read
from kg.query.sparql import query

RQ = """# title: Papers that share a benchmark
# Which papers test on what $name says?
# param name: the benchmark's name (default OGBench (offline))
# param least: at least so many papers (default 2)
# param entity: an entity (default id:entity-ogbench)
# param other: a name that has to be given
SELECT ?paper ($name AS ?asked) { # $name in a comment stays
  ?paper kg:evaluatesOn $entity .
  FILTER(?x >= $least && ?y = "$name" && <https://a/$name> = $other && ?z = $unknown)
}
"""


@pytest.fixture
def shared(tmp_path: Path) -> NamedQuery:
    (tmp_path / "shared.rq").write_text(RQ, encoding="utf-8")
    return read(tmp_path / "shared.rq")


def test_a_query_says_what_it_is_and_takes(shared: NamedQuery) -> None:
    assert (shared.name, shared.title) == ("shared", "Papers that share a benchmark")
    assert shared.parameters == (
        Parameter("name", "the benchmark's name", "OGBench (offline)"),
        Parameter("least", "at least so many papers", "2"),
        Parameter("entity", "an entity", "id:entity-ogbench"),
        Parameter("other", "a name that has to be given", None),
    )


def body(text: str) -> str:
    return text[text.index("SELECT") :]


def test_values_are_put_in_as_terms(shared: NamedQuery) -> None:
    bound = shared.bind({"name": 'a "b"\n\\', "least": "3", "entity": "entity-x", "other": "o"})
    assert body(bound) == (
        'SELECT ?paper ("a \\"b\\"\\n\\\\" AS ?asked) { # $name in a comment stays\n'
        "  ?paper kg:evaluatesOn <https://w3id.org/paperkg/id/entity-x> .\n"
        '  FILTER(?x >= 3 && ?y = "$name" && <https://a/$name> = "o" && ?z = $unknown)\n'
        "}\n"
    )
    assert bound.startswith("# title: Papers that share a benchmark\n# Which papers test on what $name says?\n")


def test_a_default_that_only_looks_like_a_prefix_is_a_string() -> None:
    asked = NamedQuery("q", "", (Parameter("what", "", "schema"),), "ASK { ?s ?p $what }")
    assert asked.bind({}) == 'ASK { ?s ?p "schema" }'


@pytest.mark.parametrize("value", ["id:entity-x", "<https://w3id.org/paperkg/id/entity-x>", "entity-x"])
def test_an_iri_may_be_given_in_several_ways(shared: NamedQuery, value: str) -> None:
    assert "kg:evaluatesOn <https://w3id.org/paperkg/id/entity-x> ." in shared.bind({"other": "", "entity": value})


def test_defaults_are_used(shared: NamedQuery) -> None:
    bound = body(shared.bind({"other": "x"}))
    assert '("OGBench (offline)" AS ?asked)' in bound
    assert "<https://w3id.org/paperkg/id/entity-ogbench>" in bound
    assert "?x >= 2" in bound


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"other": "x", "nam": "y"}, "query shared has no parameter 'nam': it takes name, least, entity, other"),
        ({}, "parameter 'other' has to be given: a name that has to be given"),
        ({"other": "x", "least": "2) } #"}, "parameter 'least' has to be a number, and '2) } #' is none"),
        ({"other": "x", "least": "٣"}, "parameter 'least' has to be a number, and '٣' is none"),
        ({"other": "x", "entity": "https://a> ?p ?o } #"}, "parameter 'entity' cannot be 'https://a> ?p ?o } #'"),
        ({"other": "x", "entity": "no iri"}, "parameter 'entity' cannot be 'no iri'"),
        ({"other": "\ud800"}, "parameter 'other' cannot be '\ud800'"),
    ],
)
def test_a_wrong_value_is_refused(shared: NamedQuery, params: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError) as error:
        shared.bind(params)
    assert str(error.value).startswith(message)


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\"'\\\n\r\t$>}#\0")))
def test_a_value_stays_one_term_whatever_it_holds(value: str) -> None:
    import pyoxigraph

    asked = NamedQuery("q", "", (Parameter("name", "", None),), "SELECT ($name AS ?x) {}")
    (row,) = pyoxigraph.Store().query(asked.bind({"name": value}))
    assert row["x"].value == value


def test_a_query_without_parameters_takes_none() -> None:
    with pytest.raises(UsageError, match="query q has no parameter 'x': it takes none"):
        NamedQuery("q", "", (), "ASK {}").bind({"x": "1"})


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UsageError, match="no query 'nothing': choose one of"):
        named("nothing")


def test_every_query_of_the_ontology_can_be_asked(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text("", encoding="utf-8")
    for one in queries():
        given = {parameter.name: "x" for parameter in one.parameters if parameter.default is None}
        assert one.title
        assert query(tmp_path, one.bind(given)).kind in ("rows", "boolean", "triples")
