"""Ids: what stands in an IRI can be read back, and two things never get one id."""

from hypothesis import given
from hypothesis import strategies as st

from kg.core import ids, names
from kg.core.types import DocId, NodeId, Span

TEXTS = st.text(max_size=30)


@given(TEXTS)
def test_an_escaped_key_is_read_back(key: str) -> None:
    assert ids.unescape(ids.escape(key)) == key


@given(TEXTS)
def test_an_iri_holds_only_what_every_syntax_allows(key: str) -> None:
    assert all(c.isascii() and (c.isalnum() or c in "-._%") for c in ids.entity(key).removeprefix("entity-"))


@given(TEXTS)
def test_a_paper_is_read_back_from_its_node(doc: str) -> None:
    node = ids.paper(DocId(doc))
    assert ids.is_paper(node)
    assert ids.doc_of(node) == doc


@given(TEXTS, TEXTS)
def test_two_normal_names_are_two_entities(left: str, right: str) -> None:
    one, other = names.normal(left), names.normal(right)
    if "-" not in one + other:
        assert (ids.entity(one) == ids.entity(other)) == (one == other)


def test_an_entity_is_readable() -> None:
    assert ids.entity(names.normal("Grouped-Query Attention")) == "entity-grouped-query-attention"
    assert ids.entity(names.normal("HumanEval+")) == "entity-humaneval%2B"
    assert ids.entity(names.normal("β-VAE")) == "entity-beta-vae"


def test_a_paper_without_an_id_is_named_by_its_title_and_year() -> None:
    assert ids.document("text", "Attention Is All You Need", 2017) == "attention-is-all-you-need-2017"
    assert ids.document("We study Schrödinger bridges.", None, 2025) == "we-study-schrodinger-bridges"
    assert ids.document("悟道", None, None) == ids.digest("悟道")[:16]


def test_a_claim_is_its_three_parts() -> None:
    a, b = NodeId("entity-a"), NodeId("entity-b")
    assert ids.claim(a, "kindOf", b) != ids.claim(b, "kindOf", a)
    assert ids.claim(a, "kindOf", b).startswith("claim-")
    assert ids.mention(Span(DocId("p1"), 3, 9)) == "mention-p1-3-9"


def test_iris_have_their_bases() -> None:
    assert ids.iri("entity-a") == "https://w3id.org/paperkg/id/entity-a"
    assert ids.term("Method") == "https://w3id.org/paperkg/ontology#Method"
