from __future__ import annotations

from pathlib import Path

from kg.core.types import Graph
from kg.query.cards import PaperCard
from kg.query.lookup import lookup, show

PROPOSED = "In this paper, we propose OmniMoE, a system-algorithm co-designed MoE framework"


FASTER = "Crucially, OmniMoE reduces inference latency from 73ms to 6.7ms (a 10.9$\\times$ speedup) compared to PEER"


def test_the_card_of_an_entity(path: Path) -> None:
    (card,) = lookup(path, "PEER").entities
    assert (card.id, card.name, card.type) == ("entity-peer", "PEER", "Method")
    assert card.aliases == ("parameter efficient expert retrieval",)
    assert card.score == 0.99
    assert [(paper.id, paper.title) for paper in card.introduced_by] == [("he-2024", "Mixture of A Million Experts")]
    assert [(paper.id, paper.role, paper.title) for paper in card.papers] == [
        ("he-2024", "introduces", "Mixture of A Million Experts"),
        ("omnimoe", "comparesWith", "OmniMoE, Cartesian Product Router …"),
    ]
    assert card.papers[0].quote.startswith("This paper introduces PEER (parameter efficient expert retrieval), a novel")
    assert [(fact.subject, fact.predicate, fact.object, fact.papers, fact.score) for fact in card.facts] == [
        ("PEER", "kindOf", "Mixture-of-Experts", ("he-2024", "omnimoe"), 0.75),
        ("OmniMoE", "outperforms", "PEER", ("omnimoe",), 0.8),
    ]
    (result,) = card.results
    assert (result.system, result.metric, result.baseline, result.value, str(result.number), result.unit) == (
        "OmniMoE",
        "inference latency",
        "PEER",
        "10.9$\\times$",
        "10.9",
        "x",
    )
    assert result.evidence.quote.startswith(FASTER)


def test_every_quote_stands_at_its_offsets(path: Path, graph: Graph) -> None:
    texts = {paper.id: paper.text for paper in graph.papers}
    for query in ("PEER", "OmniMoE", "MoE", "V-ABS", "Llama3.2 3B", "GRPO"):
        for card in lookup(path, query).entities:
            assert all(texts[paper.id][paper.start : paper.end] == paper.quote for paper in card.papers)
            proofs = [proof for fact in card.facts for proof in fact.evidence]
            assert all(proof.quote for proof in proofs)
            for proof in (*proofs, *(result.evidence for result in card.results)):
                assert texts[proof.paper][proof.start : proof.end] == proof.quote


def test_evidence_of_a_few_words_is_shown_in_its_sentence(path: Path) -> None:
    (card,) = lookup(path, "OmniMoE").entities
    assert card.papers[0].quote.startswith(PROPOSED)
    assert card.papers[0].quote.endswith("for general-purpose processing.")


def test_the_card_of_a_paper(path: Path) -> None:
    card = show(path, "paper-he-2024")
    assert isinstance(card, PaperCard)
    assert (card.id, card.title, card.authors, card.year, card.venue) == (
        "he-2024",
        "Mixture of A Million Experts",
        ("Xu Owen He",),
        2024,
        "arXiv",
    )
    assert (card.url, card.urls) == ("https://arxiv.org/abs/2407.04153", ("https://example.org/peer",))
    assert [(held.role, held.name, held.type) for held in card.entities] == [
        ("introduces", "PEER", "Method"),
        ("uses", "Mixture-of-Experts", "Method"),
        ("comparesWith", "GPT-4", "Model"),
    ]
    assert [(fact.subject, fact.predicate, fact.evidence[0].paper) for fact in card.facts] == [
        ("PEER", "kindOf", "he-2024")
    ]
    assert card.results == ()
