from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kg.core.types import DocId, Document, Graph
from kg.graph.assemble import assemble
from kg.graph.labels import paper_labels


def labels(author: Any, resolve: Callable[..., Any]) -> list[str]:
    return list(paper_labels(assemble([author.document], [author.extraction], resolve(author))).values())


def test_a_paper_is_called_by_its_title(omnimoe: Any, resolve: Callable[..., Any]) -> None:
    omnimoe.document = replace(omnimoe.document, title="OmniMoE: Atomic Experts")
    assert labels(omnimoe, resolve) == ["OmniMoE: Atomic Experts"]


def test_an_untitled_paper_is_called_by_what_it_introduces(omnimoe: Any, resolve: Callable[..., Any]) -> None:
    assert labels(omnimoe, resolve) == ["OmniMoE, Cartesian Product Router …"]


def test_proper_names_come_first_in_the_order_of_the_text(
    write: Callable[..., Any], resolve: Callable[..., Any]
) -> None:
    author = (
        write("unimedvl", "Medical workflows")
        .entity("Method", "introduces", "progressive training", score=0.5)
        .entity("Dataset", "introduces", "UniMedVL-5M", score=0.9)
        .entity("Model", "introduces", "UniMedVL", score=0.95)
    )
    assert labels(author, resolve) == ["UniMedVL, UniMedVL-5M …"]


def test_equally_certain_come_in_the_order_of_the_text(write: Callable[..., Any], resolve: Callable[..., Any]) -> None:
    author = (
        write("unimedvl", "Medical workflows")
        .entity("Dataset", "introduces", "UniMedVL-5M")
        .entity("Model", "introduces", "UniMedVL")
    )
    assert labels(author, resolve) == ["UniMedVL, UniMedVL-5M …"]


def test_a_paper_that_introduces_nothing_is_called_by_its_first_words(depth: Any, resolve: Callable[..., Any]) -> None:
    assert labels(depth, resolve) == ["Recent work has demonstrated the curse of depth …"]


@pytest.mark.parametrize(
    ("title", "text", "label"),
    [
        (" ", " \n\nA short text.", "A short text."),
        (None, "one two three four five six seven eight", "one two three four five six seven eight"),
        (None, "", "p1"),
        (None, " \n ", "p1"),
    ],
)
def test_what_has_hardly_a_word_has_a_label(title: str | None, text: str, label: str) -> None:
    paper = Document(DocId("p1"), text, title)
    assert paper_labels(Graph((paper,), (), (), ())) == {"p1": label}
