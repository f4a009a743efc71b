import pyoxigraph
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.core.schema import schema
from kg.export.rdf_terms import PROPERTIES, property_of, short, term, web


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


def test_every_property_has_a_local_name_of_its_own() -> None:
    names = [*PROPERTIES, *(f"kg:{name}" for name in (*schema().roles, *schema().relations))]
    assert len({name.partition(":")[2] for name in names}) == len(names)


def test_an_unknown_property_is_refused() -> None:
    assert property_of("kg:outperforms").values == "@id"
    with pytest.raises(KeyError):
        property_of("kg:unheardOf")
