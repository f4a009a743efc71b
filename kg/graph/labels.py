"""What a paper is called where it is shown."""

from __future__ import annotations

from collections import defaultdict

from kg.core import ids
from kg.core.types import DocId, Document, Graph, NodeId

_NAMES = 2
_WORDS = 8


def paper_labels(graph: Graph) -> dict[DocId, str]:
    """A label for each paper: its title; without one, what it introduces, proper names first, in the order of its text
    ("UniMedVL, UniMedVL-5M …"); else its first words; else its id."""
    introduced: dict[str, set[str]] = defaultdict(set)
    for fact in graph.facts:
        if fact.predicate == "introduces":
            introduced[fact.object].add(fact.subject)
    first: dict[str, dict[str, int]] = defaultdict(dict)
    for entity in graph.entities:
        for mention in reversed(entity.mentions) if entity.id in introduced else ():
            paper = ids.paper(mention.evidence.span.doc)
            if paper in introduced[entity.id]:
                first[paper][entity.name] = mention.evidence.span.start

    def ranked(paper: NodeId) -> list[str]:
        return sorted(first[paper], key=lambda name: (name.islower(), first[paper][name], name))

    return {paper.id: _label(paper, ranked(ids.paper(paper.id))) for paper in graph.papers}


def _label(paper: Document, introduces: list[str]) -> str:
    if paper.title and paper.title.strip():
        return paper.title
    if introduces:
        return ", ".join(introduces[:_NAMES]) + " …"
    words = paper.text.split()
    return " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "") or paper.id
