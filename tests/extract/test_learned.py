"""The model that `kg` carries: it reads any text, each by itself, and says hardly anything of what is no paper."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kg.core import segment
from kg.core.types import TITLE_GAP, DocId, Document, Extraction
from kg.extract import learned
from kg.extract.surest import surest
from kg.extract.trained import labels
from kg.run.gold import gold
from kg.run.plugins import DEFAULT_MIN_SCORE

PAPER = (
    "We introduce GQA, an attention mechanism for large language models (LLMs). GQA outperforms multi-head attention "
    "on ImageNet by 4.5% accuracy."
)
STRANGE = {
    "nothing": "",
    "blank": " \n\t ",
    "one letter": "a",
    "not Latin": "本文提出了一种新的注意力机制。Мы предлагаем новый метод. نقدم طريقة جديدة.",
    "LaTeX": r"$\mathcal{L}_{\theta} = \sum_i \frac{1}{n}\left\|x_i\right\|^2$ \begin{align} \alpha &= \beta",
    "entities": "&lt;b&gt;GQA&lt;/b&gt; &amp; &#x27;MQA&#x27; &nbsp; " + PAPER,
    "zero width": "\u200bWe intro\u200bduce G\u200dQA\ufeff, a model.",
    "combining": "We introduce Cafe\u0301Net, a mode\u0301l for Zu\u0308rich.",
    "emoji": "We introduce 🤗-BERT 👩‍🔬, a model 🚀🚀.",
    "control": "We introduce \x00GQA\x1b[31m\x07, a model.\x85",
    "surrogate": "We introduce \ud800GQA.",
    "long": " ".join([PAPER] * 60),
    "no space": "GQA" * 3000,
}
SILENT = gold(str(Path(__file__).parent.parent / "gold" / "silent.jsonl"))
"""Texts that name nothing of machine learning."""


def document(name: str, text: str) -> Document:
    return Document(DocId(name), text)


def facts(made: Extraction) -> int:
    sure = surest(made, DEFAULT_MIN_SCORE)
    return len(sure.entities) + len(sure.claims)


def test_it_reads_what_a_paper_introduces() -> None:
    title = "Grouped Attention"
    made = learned.both(Document(DocId("p"), title + TITLE_GAP + PAPER, title))
    own = {(entity.name, entity.type) for entity in made.entities if entity.role == "introduces"}
    assert ("GQA", "Method") in own
    assert ("gqa", "outperforms", "multiheadattention") in {(c.subject, c.predicate, c.object) for c in made.claims}
    assert [(result.value, result.kind) for result in made.results] == [("4.5%", "gain")]


def test_the_words_that_say_so_prove_a_relation() -> None:
    text = (
        "We propose GQA, an attention mechanism. On seven benchmarks, GQA is outperforming multi-head attention. GQA "
        "and multi-head attention are both fast."
    )
    made = learned.both(Document(DocId("p"), text))
    (claim,) = (one for one in made.claims if one.predicate == "outperforms")
    assert [piece.quote for piece in claim.evidence] == [
        "On seven benchmarks, GQA is outperforming multi-head attention."
    ]
    assert claim.evidence[0].by.startswith("rule:")


@pytest.mark.parametrize("read", [learned.model, learned.both])
@pytest.mark.parametrize("name", STRANGE)
def test_any_text_is_read_and_every_quote_stands_at_its_offsets(name: str, read: learned.Read) -> None:
    paper = document(name, STRANGE[name])
    for piece in read(paper).evidence():
        assert paper.text[piece.span.start : piece.span.end] == piece.quote
        assert 0 <= piece.score <= 1


def test_an_extraction_depends_on_its_paper_alone() -> None:
    papers = [document(name, text) for name, text in [*STRANGE.items(), ("paper", PAPER)] if len(text) < 500]
    first = {paper.id: learned.both(paper) for paper in papers}
    random.Random(7).shuffle(papers)
    learned.trained.cache_clear()
    assert {paper.id: learned.both(paper) for paper in papers} == first


@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_is_no_paper_says_hardly_anything(name: str) -> None:
    text = SILENT[name]["title"] + TITLE_GAP + SILENT[name]["text"]
    assert facts(learned.both(document(name, text))) <= len(segment.sentences(text)) / 10


def test_the_weights_know_their_labels() -> None:
    assert learned.trained().least.entity > 0
    assert labels()["types"][0] == "Method"
