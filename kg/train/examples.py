"""Annotated papers as the network is taught them: tags of pieces, mentions in entities, types, roles, relations."""

from __future__ import annotations

import importlib.util
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from kg.core.schema import schema
from kg.core.types import TITLE_GAP, DocId, Document
from kg.extract import abbreviations, numbers, tags
from kg.extract.group import group
from kg.extract.layout import LINKS, pieces_at
from kg.extract.numbers import Quantity
from kg.extract.pieces import WINDOW, Pieces, pieces_of
from kg.extract.proposals import Proposal

if TYPE_CHECKING:
    from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parents[2]
TRAIN = Path(__file__).parent / "data" / "train.jsonl"
MORE = TRAIN.with_name("more.jsonl")
HELD = TRAIN.with_name("held.jsonl")
DEV = ROOT / "tests" / "gold" / "dev.jsonl"
UNSEEN = DEV.with_name("icml-2026.jsonl")
"""The papers of the main job, which nothing is learned from."""

_NO_DIGIT = re.compile(r"[^\d.]")

Annotated = dict[str, Any]
"""A paper as a line of an annotation file holds it."""


class HasPieces(Protocol):
    """What can be put into a batch."""

    @property
    def pieces(self) -> Pieces: ...


@dataclass(frozen=True, slots=True)
class Example:
    """One paper to learn from.

    `tags` has a number for each piece; `entities` the ranges of pieces of each entity's mentions; `types` and `roles`
    their numbers from 1 on (0 is for what is no entity); `relations` the number, from 1 on, for an ordered pair.
    `split` are the entities as they are before it is known which are one: the number of the entity, and the ranges of
    those of its mentions that are written alike. `quantities` are the ranges of pieces of the numbers that are results;
    `links` the number, from 1 on, of what such a number (by its place) has an entity as.
    """

    document: Document
    pieces: Pieces
    tags: tuple[int, ...]
    entities: tuple[tuple[tuple[int, int], ...], ...]
    types: tuple[int, ...]
    roles: tuple[int, ...]
    relations: dict[tuple[int, int], int]
    split: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    quantities: tuple[tuple[int, int], ...]
    links: dict[tuple[int, int], int]


def scorer() -> ModuleType:
    """`tests/gold/score.py`, the measure."""
    spec = importlib.util.spec_from_file_location("score", ROOT / "tests" / "gold" / "score.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def annotated(path: Path) -> list[Annotated]:
    """The papers of an annotation file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def document_of(paper: Annotated) -> Document:
    """The paper as `kg` reads it. A corpus says "abstract" where annotations say "text"."""
    title, abstract = paper.get("title") or None, paper["text"] if "text" in paper else paper.get("abstract") or ""
    return Document(DocId(str(paper["id"])), title + TITLE_GAP + abstract if title else abstract, title)


def examples(papers: Iterable[Annotated], tokenizer: Tokenizer) -> list[Example]:
    """What is to be learned from `papers`; one with more pieces than are read at once is left out."""
    measure = scorer()
    frequency = Counter(relation for paper in papers for _, relation, _ in paper["relations"])
    made = (_example(paper, tokenizer, measure, frequency) for paper in papers)
    return [example for example in made if len(example.pieces) <= WINDOW]


def _example(paper: Annotated, tokenizer: Tokenizer, measure: ModuleType, frequency: Counter[str]) -> Example:
    document = document_of(paper)
    pieces = pieces_of(document, tokenizer)
    found: dict[str, dict[tuple[int, int], tuple[int, int]]] = {}
    for (start, end), name in sorted(_occurrences(paper, document, measure).items()):
        found.setdefault(name, {})[start, end] = pieces_at(pieces, start, end)
    entities = [entity for entity in paper["entities"] if entity["name"] in found]
    mentions = [found[entity["name"]] for entity in entities]
    number = {entity["name"]: place for place, entity in enumerate(entities)}
    words = schema()
    reported = _reported(paper, document)
    return Example(
        document,
        pieces,
        _tags(pieces, [(words.types.index(e["type"]), span) for e in entities for span in found[e["name"]].values()]),
        tuple(tuple(spans.values()) for spans in mentions),
        tuple(1 + words.types.index(entity["type"]) for entity in entities),
        tuple(1 + words.roles.index(entity["role"]) for entity in entities),
        _relations(paper, number, frequency),
        tuple(_split(document, mentions)),
        tuple(pieces_at(pieces, quantity.start, quantity.end) for quantity, _ in reported),
        _links([result for _, result in reported], number),
    )


def _split(
    document: Document, mentions: Sequence[dict[tuple[int, int], tuple[int, int]]]
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """The mentions of each entity, by its number, in the groups that their words alone make of them."""
    definitions = abbreviations.find(document.text)
    for number, spans in enumerate(mentions):
        written = [Proposal(start, end, "", "", 1.0) for start, end in spans]
        for together in group(document.text, written, definitions):
            yield number, tuple(spans[mention.start, mention.end] for mention in together)


def _occurrences(paper: Annotated, document: Document, measure: ModuleType) -> dict[tuple[int, int], str]:
    """Where each mention stands in the document, as the measure finds it, and the name of its entity."""
    text = measure.full(paper)
    title = len(text) - len(paper["text"])
    shift = document.abstract_start - title
    return {
        (start + shift, end + shift) if start >= title else (start, end): name
        for start, end, _, name in measure.spans(paper, text)
    }


def _tags(pieces: Pieces, spans: Iterable[tuple[int, tuple[int, int]]]) -> tuple[int, ...]:
    found = [tags.OUTSIDE] * len(pieces)
    for type_, (first, behind) in sorted(spans, key=lambda span: span[1]):
        while pieces.goes_on[first]:
            first -= 1
        while behind < len(pieces) and pieces.goes_on[behind]:
            behind += 1
        if not any(found[first:behind]):
            found[first:behind] = [tags.begin(type_), *[tags.begin(type_) + 1] * (behind - first - 1)]
    return tuple(found)


def _relations(paper: Annotated, number: dict[str, int], frequency: Counter[str]) -> dict[tuple[int, int], int]:
    """The relation of each ordered pair, the rarest where it has several; a symmetric one stands both ways."""
    words = schema().relations
    order = list(words)
    found: dict[tuple[int, int], int] = {}
    for head, relation, tail in sorted(paper["relations"], key=lambda triple: -frequency[triple[1]]):
        if head in number and tail in number:
            found[number[head], number[tail]] = 1 + order.index(relation)
            if words[relation].symmetric:
                found[number[tail], number[head]] = 1 + order.index(relation)
    return found


def _reported(paper: Annotated, document: Document) -> list[tuple[Quantity, Annotated]]:
    """The numbers of the text that are results, each with what was annotated of it; of equal numbers the first."""
    free = list(numbers.find(document.text, document.abstract_start, len(document.text)))
    found = []
    for result in paper["results"]:
        digits = _NO_DIGIT.sub("", result["value"])
        same = [q for q in free if digits and _NO_DIGIT.sub("", document.text[q.start : q.end]) == digits]
        if same:
            free.remove(same[0])
            found.append((same[0], result))
    return found


def _links(results: Iterable[Annotated], number: dict[str, int]) -> dict[tuple[int, int], int]:
    return {
        (place, number[result[link]]): 1 + LINKS.index(link)
        for place, result in enumerate(results)
        for link in LINKS
        if result[link] in number
    }
