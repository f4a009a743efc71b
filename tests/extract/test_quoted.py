from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import DocId, Document, Extraction
from kg.extract.answer import Answer, Named, Related
from kg.extract.quoted import extraction, places

TITLE = "OmniMoE: A Mixture of\nExperts for Everyone"
ABSTRACT = (
    "Large language models (LLMs) are slow. We present OmniMoE, a framework that outperforms PEER on seven "
    "benchmarks. It reduces inference\n  latency from 73ms to 6.7ms."
)
PAPER = Document(DocId("p"), f"{TITLE}\n\n{ABSTRACT}", TITLE)
OMNIMOE = Named("Method", "introduces", ("OmniMoE",))
PEER = Named("Method", "comparesWith", ("PEER",))
LATENCY = Named("Metric", "uses", ("inference latency",))
WIN = Related("OmniMoE", "outperforms", "PEER", "We present OmniMoE, a framework that outperforms PEER")


def read(*entities: Named, relations: tuple[Related, ...] = (), paper: Document = PAPER) -> Extraction:
    return extraction(paper, Answer(entities, relations))


def told(found: Extraction) -> list[str]:
    return [issue.message.partition(": ")[2] for issue in found.issues]


def test_every_place_where_a_mention_stands_is_found() -> None:
    found = read(OMNIMOE)
    (omnimoe,) = found.entities
    assert (omnimoe.id, omnimoe.name, omnimoe.type, omnimoe.role) == ("omnimoe", "OmniMoE", "Method", "introduces")
    assert [m.evidence.span.start for m in omnimoe.mentions] == [0, PAPER.text.rindex("OmniMoE")]
    assert [piece.quote[:18] for piece in omnimoe.evidence] == ["We present OmniMoE"]
    assert found.issues == ()


def test_white_space_is_folded_where_the_words_stand_in_no_other_way() -> None:
    (latency,) = read(LATENCY).entities
    assert [m.evidence.quote for m in latency.mentions] == ["inference\n  latency"]
    assert latency.name == "inference latency"


def test_what_is_not_in_the_text_is_left_out_and_counted() -> None:
    found = read(
        OMNIMOE,
        PEER,
        Named("Model", "comparesWith", ("GPT-5", "gpt 5")),
        relations=(
            Related("OmniMoE", "outperforms", "GPT-5", "OmniMoE outperforms GPT-5"),
            WIN._replace(evidence="OmniMoE beats PEER"),
        ),
    )
    assert [entity.name for entity in found.entities] == ["OmniMoE", "PEER"]
    assert found.claims == ()
    assert told(found) == ["3 not in the text, 1 about what was left out"]


def test_a_part_of_a_word_and_words_across_title_and_abstract_are_no_mention() -> None:
    assert places(PAPER, "LLM") == []
    assert places(PAPER, "Omni") == []
    assert places(PAPER, "Everyone Large") == []
    assert places(PAPER, "(LLMs)") == [(PAPER.text.index("(LLMs)"), PAPER.text.index("(LLMs)") + 6)]
    assert places(PAPER, " \n") == places(PAPER, "") == []


def test_bare_nouns_and_sentences_are_no_names() -> None:
    found = read(Named("Benchmark", "evaluatesOn", ("seven benchmarks", "benchmarks", "framework", ABSTRACT)))
    assert found.entities == ()
    assert told(found) == ["4 no name of a thing"]


def test_the_name_comes_from_the_text_and_the_long_form_is_it() -> None:
    (models,) = read(Named("Model", "mentions", ("LLMs", "Large language models"))).entities
    assert models.name == "large language model"
    assert [m.evidence.quote for m in models.mentions] == ["Large language models", "LLMs"]


def test_of_what_overlaps_the_longer_stands() -> None:
    paper = Document(DocId("p"), "We use Grouped-Query Attention.")
    found = read(
        Named("Method", "uses", ("Attention",)), Named("Method", "uses", ("Grouped-Query Attention",)), paper=paper
    )
    assert [entity.name for entity in found.entities] == ["grouped-query attention"]
    assert told(found) == ["1 only within a longer name"]


def test_one_name_is_one_entity_and_two_numbers_are_two() -> None:
    paper = Document(DocId("p"), "An LLM is not many LLMs, and GPT-3 is not GPT-4.")
    found = read(
        Named("Model", "uses", ("LLM",)),
        Named("Concept", "studies", ("LLMs",)),
        Named("Model", "uses", ("GPT-3", "GPT-4")),
        paper=paper,
    )
    assert [(entity.name, entity.type, len(entity.mentions)) for entity in found.entities] == [
        ("large language model", "Model", 2),
        ("GPT-3", "Model", 1),
    ]
    assert told(found) == ["1 with another number than the entity's first name"]


def test_a_relation_is_proven_by_its_quote() -> None:
    (claim,) = read(OMNIMOE, PEER, relations=(WIN, WIN)).claims
    assert (claim.subject, claim.predicate, claim.object) == ("omnimoe", "outperforms", "peer")
    assert [piece.quote for piece in claim.evidence] == [WIN.evidence]


def test_the_end_that_a_quote_does_not_name_is_shown_beside_it() -> None:
    reduces = Related("OmniMoE", "reduces", "inference latency", "It reduces inference latency")
    (claim,) = read(OMNIMOE, LATENCY, relations=(reduces,)).claims
    assert [piece.quote for piece in claim.evidence] == [
        "It reduces inference\n  latency",
        "We present OmniMoE, a framework that outperforms PEER on seven benchmarks.",
    ]


def test_relations_that_the_ontology_or_the_quote_does_not_bear_out_are_left_out() -> None:
    found = read(
        OMNIMOE,
        PEER,
        LATENCY,
        Named("Weapon", "uses", ("benchmarks",)),
        relations=(
            WIN._replace(relation="defeats"),
            WIN._replace(tail="inference latency"),
            WIN._replace(tail="OmniMoE"),
            WIN._replace(evidence="LLMs) are slow"),
        ),
    )
    assert found.claims == ()
    assert told(found) == ["4 not admitted by the ontology, 1 with evidence that names neither end"]


def test_results_come_from_our_own_rules() -> None:
    found = read(OMNIMOE, LATENCY).results
    assert [(one.value, one.unit, one.metric) for one in found] == [
        ("73ms", "ms", "inferencelatency"),
        ("6.7ms", "ms", "inferencelatency"),
    ]


WORDS = st.text(alphabet="ab \n\\\"'{}[]().*+?$^|-é\u0301\u200b\U0001f600\ud800", max_size=12)


@given(title=st.none() | WORDS, abstract=WORDS, quotes=st.lists(WORDS, max_size=6))
def test_whatever_is_quoted_offsets_are_exact_and_nothing_is_added(
    title: str | None, abstract: str, quotes: list[str]
) -> None:
    paper = Document(DocId("p"), abstract if title is None else f"{title}\n\n{abstract}", title)
    relations = [Related(one, "partOf", two, one + two) for one in quotes for two in quotes]
    found = read(*(Named("Method", "uses", (q,)) for q in quotes), relations=tuple(relations), paper=paper)
    folded = {"".join(quote.split()) for quote in quotes}
    for entity in found.entities:
        for mention in entity.mentions:
            assert "".join(mention.evidence.quote.split()) in folded
    for piece in found.evidence():
        assert paper.text[piece.span.start : piece.span.end] == piece.quote
