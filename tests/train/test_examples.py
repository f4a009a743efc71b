"""Annotated papers become what the network learns: every mention where the measure finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.core.schema import schema
from kg.extract import tags
from kg.extract.pieces import WINDOW
from kg.train.encoders import tokenizer_of
from kg.train.examples import DEV, TRAIN, Annotated, Example, annotated, document_of, examples, scorer

PAPER: Annotated = {
    "id": "p",
    "title": "GQA for Vision",
    "text": "We introduce Grouped-Query Attention (GQA). GQA outperforms MQA on ImageNet, not LLMs tested beside MQA.",
    "entities": [
        {"name": "GQA", "type": "Method", "role": "introduces", "mentions": ["GQA", "Grouped-Query Attention"]},
        {"name": "MQA", "type": "Method", "role": "comparesWith", "mentions": ["MQA"]},
        {"name": "ImageNet", "type": "Dataset", "role": "evaluatesOn", "mentions": ["ImageNet"]},
        {"name": "LLM", "type": "Model", "role": "mentions", "mentions": ["LLM"]},
        {"name": "query", "type": "Concept", "role": "mentions", "mentions": ["Query"]},
    ],
    "relations": [
        ["GQA", "outperforms", "MQA"],
        ["GQA", "evaluatedOn", "ImageNet"],
        ["MQA", "comparedWith", "LLM"],
        ["query", "partOf", "GQA"],
    ],
    "results": [],
}


def surfaces(example: Example, ranges: tuple[tuple[int, int], ...]) -> list[str]:
    pieces, text = example.pieces, example.document.text
    return [text[pieces.starts[first] : pieces.ends[behind - 1]] for first, behind in ranges]


@pytest.fixture
def example(mpnet: Path) -> Example:
    return examples([PAPER], tokenizer_of(mpnet))[0]


def test_mentions_stand_where_the_measure_finds_them(example: Example) -> None:
    assert [surfaces(example, ranges) for ranges in example.entities] == [
        ["GQA", "Grouped-Query Attention", "GQA", "GQA"],
        ["MQA", "MQA"],
        ["ImageNet"],
        ["LLM"],
    ]
    names = [schema().types[number - 1] for number in example.types]
    assert names == ["Method", "Method", "Dataset", "Model"]
    assert [schema().roles[number - 1] for number in example.roles] == [
        "introduces", "comparesWith", "evaluatesOn", "mentions",
    ]  # fmt: skip


def test_a_symmetric_relation_stands_both_ways_and_one_of_a_hidden_name_not_at_all(example: Example) -> None:
    names = ["", *schema().relations]
    assert {pair: names[label] for pair, label in example.relations.items()} == {
        (0, 1): "outperforms",
        (0, 2): "evaluatedOn",
        (1, 3): "comparedWith",
        (3, 1): "comparedWith",
    }


def test_tags_spell_the_mentions_as_whole_words(example: Example) -> None:
    labels = [tags.tags()[number] for number in example.tags]
    text, pieces = example.document.text, example.pieces
    inside = [text[pieces.starts[i] : pieces.ends[i]] for i, label in enumerate(labels) if label == "I-Method"]
    assert "Attention" in inside
    # the measure lets a plural s follow a mention; the tags take the whole word
    last = max(i for i, label in enumerate(labels) if label == "I-Model")
    assert text[pieces.starts[last] : pieces.ends[last]] == "s"
    assert all(labels[i][:2] == "I-" or labels[i] == "O" for i in range(len(pieces)) if pieces.goes_on[i])


def test_all_annotated_papers_are_taught_and_none_of_dev(mpnet: Path) -> None:
    taught = annotated(TRAIN)
    assert len(taught) == 810
    assert not {paper["text"] for paper in taught} & {paper["text"] for paper in annotated(DEV)}
    some = taught[:20]
    made = examples(some, tokenizer_of(mpnet))
    measure = scorer()
    for paper, one in zip((p for p in some if str(p["id"]) in {e.document.id for e in made}), made, strict=True):
        spans = measure.spans(paper, measure.full(paper))
        assert len(one.pieces) <= WINDOW
        assert sum(map(len, one.entities)) == len(spans)
        assert one.document == document_of(paper)
