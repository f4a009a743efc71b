"""Extraction by rules: the line from a paper's text to what it says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kg.core.types import Document, Extraction
from kg.extract import abbreviations, coined, entities, gazetteer, phrases, relate, results, urls
from kg.extract.abbreviations import Definition
from kg.extract.markup import balanced, plain_view
from kg.extract.proposals import Proposal
from kg.extract.words import words_of


def extract(document: Document) -> Extraction:
    """What the rules read out of `document`; the same text always gives the same."""
    definitions = abbreviations.find(document.text)
    found = entities.find(document, propose(document, definitions), definitions)
    return Extraction(
        document.id,
        found,
        relate.find(document, found),
        results.find(document, found),
        urls.find(document.text),
    )


def propose(document: Document, definitions: Sequence[Definition], *, with_phrases: bool = True) -> Iterator[Proposal]:
    """The guesses of all rules, as places of `document.text`, or of all but those that go by phrases."""
    view = plain_view(document.text, 0, len(document.text))
    words = words_of(view.text)
    title_end = bisect_left(view.at, document.abstract_start)
    defined = [
        (bisect_left(view.at, start), bisect_left(view.at, end))
        for definition in definitions
        for start, end in (definition.short, definition.long)
    ]
    found = (
        *(phrases.propose(view.text, words, title_end) if with_phrases else ()),
        *coined.propose(view.text, words, title_end, defined),
        *gazetteer.propose(view.text, words),
    )
    if view.text == document.text:
        yield from found
        return
    for proposal in found:
        start, end = balanced(document.text, *view.span(proposal.start, proposal.end))
        yield Proposal(start, end, proposal.type, proposal.by, proposal.score)
