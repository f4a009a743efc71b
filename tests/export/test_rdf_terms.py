import pyoxigraph
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import NodeId
from kg.export.rdf_terms import (
    DESCRIPTION,
    PROPERTIES,
    UNITS,
    own,
    property_of,
    short,
    term,
    unit,
    web,
    whole,
    written,
)
from kg.extract import numbers


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/hustvl/MapTR",
        "http://example.org:8080/a%20b?q=1&r=a?b#c/d",
        "https://example.org",
        "https://例え.jp/パス",
    ],
)
def test_a_web_address_is_an_iri(url: str) -> None:
    assert web(url) == url


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "github.com/hustvl/MapTR",
        "ftp://example.org/",
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://a b.org/",
        'https://a.b/"><script>',
        "https://a.b/%zz",
        "https://a.b/{x}",
        "https://a.b/\u202egpj",
        "https://a.b/c\n",
        "https://user:secret@a.b/",
        "https://a.b/#c#d",
    ],
)
def test_anything_else_is_none(url: str | None) -> None:
    assert web(url) is None


@given(
    st.text(st.characters(codec="utf-8"), max_size=12), st.sampled_from(["https://a", "https://a/", "http://a.b/?", ""])
)
@example("[::1]", "https://")
def test_a_web_address_is_valid_to_the_parser(rest: str, start: str) -> None:
    found = web(start + rest)
    if found is not None:
        assert pyoxigraph.NamedNode(found).value == start + rest


def test_short() -> None:
    assert short(term("kg:Paper")) == "kg:Paper"
    assert short("https://w3id.org/paperkg/id/paper-a%2Fb.c") == "id:paper-a%2Fb.c"
    assert short("https://w3id.org/paperkg/id/paper-a.") == "https://w3id.org/paperkg/id/paper-a."
    assert short("https://github.com/a") == "https://github.com/a"


def test_an_iri_is_written_as_turtle_has_it() -> None:
    assert written("https://w3id.org/paperkg/id/paper-a%2Fb.c") == own(NodeId("paper-a%2Fb.c")) == "id:paper-a%2Fb.c"
    assert written("https://w3id.org/paperkg/id/paper-a.") == own(NodeId("paper-a."))
    assert own(NodeId("paper-a.")) == "<https://w3id.org/paperkg/id/paper-a.>"
    assert written("https://github.com/a") == "<https://github.com/a>"


@given(st.text(st.characters(codec=None, categories=None), min_size=1, max_size=8))
@example("a.")
def test_a_written_iri_is_the_one_that_was_minted(key: str) -> None:
    node = ids.entity(key)
    assert whole(own(node)) == ids.iri(node)
    data = f"@prefix id: <{ids.DATA}> . {own(node)} a {own(node)} .".encode()
    (quad,) = pyoxigraph.parse(data, format=pyoxigraph.RdfFormat.TURTLE)
    assert quad.subject == quad.object == pyoxigraph.NamedNode(ids.iri(node))


def test_every_property_has_a_local_name_of_its_own() -> None:
    names = [*PROPERTIES, *(f"kg:{name}" for name in (*schema().roles, *schema().relations))]
    assert len({name.partition(":")[2] for name in names}) == len(names)


def test_an_unknown_property_is_refused() -> None:
    assert property_of("kg:outperforms").values == "@id"
    with pytest.raises(KeyError):
        property_of("kg:unheardOf")


def test_no_property_is_there_twice() -> None:
    assert not DESCRIPTION.keys() & PROPERTIES.keys()


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("%", "50.9\\%", "PERCENT"),
        ("fps", "30 FPS", "FRAME-PER-SEC"),
        ("h", "12 hours", "HR"),
        ("h", "12 GPU hours", None),
        ("GB", "24GB", "GigaBYTE"),
        ("GB", "24 GiB", None),
        ("points", "4.6 points", None),
        ("x", "10.9$\\times$", None),
        (None, "0.93", None),
    ],
)
def test_unit(name: str | None, words: str, found: str | None) -> None:
    assert unit(name, words) == (found and "units:" + found)


def test_units_are_those_that_numbers_are_read_with() -> None:
    words = {name: f"7 {name}" for name in UNITS} | {"bit": "7-bit"}
    for name, text in words.items():
        (quantity,) = numbers.find(text, 0, len(text))
        assert quantity.unit == name
