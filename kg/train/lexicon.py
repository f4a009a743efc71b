"""Counts the lexicon of the rules from annotated papers: `python -m kg.train.lexicon`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

from kg.core.codec import text_of
from kg.core.schema import ontology_folder, schema
from kg.core.types import DocId, Document
from kg.extract import lexicon, roles
from kg.extract.occurrences import occurrences
from kg.extract.scene import Scene, scene_of
from kg.extract.words import word_after, word_before
from kg.train.examples import TRAIN, Annotated, annotated

_RARE = 5
_LEAST_SEEN = {"words": 2, "endings": 5, "types": 3, "roles": 4}
_LEAST_TOLD = 4.0
"""How much a clue must tell of the role, in nats over all that were counted."""

Row = tuple[str, ...]
Table = dict[Row, list[int]]


@dataclass(frozen=True, slots=True)
class Read:
    """An annotated paper, and where its entities are mentioned: one list of places for each."""

    scene: Scene
    entities: Sequence[Annotated]
    places: Sequence[Sequence[tuple[int, int]]]


def read(paper: Annotated) -> Read:
    """The places of every mention of `paper`; the longest mention wins, and the first entity that has it."""
    title = paper.get("title") or None
    scene = scene_of(Document(DocId(str(paper["id"])), text_of(title, paper["text"]), title))
    owners: dict[str, int] = {}
    for number, entity in enumerate(paper["entities"]):
        for surface in entity["mentions"]:
            owners.setdefault(surface, number)
    places: list[list[tuple[int, int]]] = [[] for _ in paper["entities"]]
    for start, end in occurrences(scene.text, scene.words, owners):
        places[owners[scene.text[start:end]]].append((start, end))
    return Read(scene, paper["entities"], places)


def words(papers: Iterable[Read]) -> Table:
    """Of each word or mark: seen, within a name, first, last, a name begins right after, a name ends right before."""
    seen: dict[str, list[int]] = defaultdict(lambda: [0] * 6)
    for paper in papers:
        text, all_words = paper.scene.text, paper.scene.words
        named = [place for places in paper.places for place in places]
        within = {position for start, end in named for position in range(start, end)}
        starts, ends = {start for start, _ in named}, {end for _, end in named}
        for index, word in enumerate(all_words):
            begins, closes = word.start in starts, word.end in ends
            before, after = word_before(text, all_words, index), word_after(text, all_words, index)
            for column, counts in enumerate((True, word.start in within, begins, closes)):
                seen[word.lower][column] += counts
            seen[before][0] += not before[-1].isalnum()
            seen[before][4] += begins
            seen[after][5] += closes
    return _with_endings(seen)


def _with_endings(seen: dict[str, list[int]]) -> Table:
    endings: dict[str, list[int]] = defaultdict(lambda: [0] * 6)
    for word, counts in seen.items():
        if counts[0] <= _RARE and word[-1].isalnum():
            for row in (lexicon.ALL_RARE, *lexicon.endings(word)):
                endings[row] = [a + b for a, b in zip(endings[row], counts, strict=True)]
    table: Table = {(row,): counts for row, counts in endings.items() if counts[0] >= _LEAST_SEEN["endings"]}
    return table | {(word,): counts for word, counts in seen.items() if counts[0] >= _LEAST_SEEN["words"]}


def types(papers: Iterable[Read]) -> Table:
    """How many names of each type have each clue."""
    order = schema().types
    seen: Table = defaultdict(lambda: [0] * len(order))
    for paper in papers:
        text, all_words = paper.scene.text, paper.scene.words
        firsts = {word.start: index for index, word in enumerate(all_words)}
        lasts = {word.end: index for index, word in enumerate(all_words)}
        for entity, places in zip(paper.entities, paper.places, strict=True):
            for start, end in places:
                before = word_before(text, all_words, firsts[start])
                after = word_after(text, all_words, lasts[end]) if end in lasts else ""
                found = lexicon.clues(text[start:end], before, after)
                for clue in [("all", ""), *(clue for clue in zip(found._fields, found, strict=True) if clue[1])]:
                    seen[clue][order.index(entity["type"])] += 1
    return {clue: counts for clue, counts in seen.items() if sum(counts) >= _LEAST_SEEN["types"]}


def role_clues(papers: Iterable[Read]) -> Table:
    """How many entities of each role have each clue."""
    order = schema().roles
    seen: Table = defaultdict(lambda: [0] * len(order))
    for paper in papers:
        for entity, places in zip(paper.entities, paper.places, strict=True):
            around = [paper.scene.around(*place) for place in places]
            found = {clue for mention in around for clue in roles.clues(paper.scene, mention)}
            for clue in found | {"all", "type " + entity["type"]} if places else ():
                seen[(clue,)][order.index(entity["role"])] += 1
    usual = seen[("all",)]
    return {
        clue: counts
        for clue, counts in seen.items()
        if sum(counts) >= _LEAST_SEEN["roles"] and (counts == usual or _told(counts, usual) >= _LEAST_TOLD)
    }


def _told(counts: Sequence[int], usual: Sequence[int]) -> float:
    total = sum(counts)
    return sum(n * log(n / total * sum(usual) / m) for n, m in zip(counts, usual, strict=True) if n)


def write(papers: Sequence[Annotated], folder: Path) -> None:
    """Write `words.tsv`, `types.tsv` and `roles.tsv` of `papers` into `folder`."""
    found = [read(paper) for paper in papers]
    remark = f"; counted in {len(papers)} annotated abstracts"
    tables = {
        "words": (words(found), "word or mark\tseen\tin a name\tfirst\tlast\tname begins after\tname ends before"),
        "types": (types(found), "clue\tform\t" + "\t".join(schema().types)),
        "roles": (role_clues(found), "clue\t" + "\t".join(schema().roles)),
    }
    for name, (table, header) in tables.items():
        lines = ["\t".join([*row, *map(str, counts)]) for row, counts in sorted(table.items())]
        text = "\n".join([f"# {header}{remark}", *lines]) + "\n"
        (folder / f"{name}.tsv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(annotated(TRAIN), ontology_folder() / "lexicon")
