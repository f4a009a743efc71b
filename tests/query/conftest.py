"""A graph written by hand from papers of tests/papers and one with a title and an author."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from kg.core import ids, names
from kg.core.segment import sentence_at, sentences
from kg.core.types import DocId, Document, Entity, Evidence, Fact, Graph, Mention, NodeId, Result
from kg.graph import store

PAPERS = Path(__file__).parents[1] / "papers"

PEER = (
    "Sparse mixture-of-experts (MoE) architectures have emerged as a viable approach to decouple model size from "
    "computational cost. This paper introduces PEER (parameter efficient expert retrieval), a novel layer design that "
    "utilizes the product key technique for sparse retrieval from a vast pool of tiny experts (over a million). "
    "We compare with dense layers such as those of GPT-4."
)

ENTITIES = {
    "Mixture-of-Experts": ("Method", ("MoE", "MoE architectures", "mixture-of-experts")),
    "OmniMoE": ("Method", ()),
    "Cartesian Product Router": ("Method", ()),
    "PEER": ("Method", ("parameter efficient expert retrieval",)),
    "inference latency": ("Metric", ()),
    "GPT-4": ("Model", ()),
    "V-ABS": ("Method", ()),
    "Qwen3-VL-8B": ("Model", ()),
    "supervised fine-tuning": ("Method", ("SFT", "supervised fine-tuning (SFT)")),
    "multimodal large language model": ("Model", ("MLLMs", "Multimodal large language models")),
    "Llama3.2 3B": ("Model", ()),
    "Group Relative Policy Optimization": ("Method", ("GRPO",)),
    "MTPC": ("Method", ()),
}


def abstract(start: str) -> str:
    """The abstract of tests/papers that begins so."""
    paragraphs = [p for path in sorted(PAPERS.glob("*.txt")) for p in path.read_text(encoding="utf-8").split("\n\n")]
    return next(paragraph.strip() for paragraph in paragraphs if paragraph.startswith(start))


class Writer:
    """Makes a graph, finding the words of its evidence by themselves."""

    def __init__(self, papers: Sequence[Document]) -> None:
        self.papers = {paper.id: paper for paper in papers}
        self.facts: list[Fact] = []
        self.results: list[Result] = []

    def sentence(self, doc: str, words: str, score: float) -> Evidence:
        paper = self.papers[DocId(doc)]
        return paper.cut(*sentence_at(sentences(paper.text), paper.text.index(words)), "rule:test", score)

    def role(self, doc: str, role: str, name: str, words: str | None = None, score: float = 0.9) -> None:
        evidence = (self.sentence(doc, words or name, score),)
        self.facts.append(Fact(ids.paper(DocId(doc)), role, node(name), evidence, score))

    def relation(self, subject: str, predicate: str, obj: str, *proofs: tuple[str, str], score: float = 0.8) -> None:
        evidence = tuple(self.sentence(doc, words, score) for doc, words in proofs)
        self.facts.append(Fact(node(subject), predicate, node(obj), evidence, score))

    def result(self, doc: str, value: str, kind: str, system: str, metric: str, baseline: str) -> None:
        paper = self.papers[DocId(doc)]
        start = paper.text.index(value)
        evidence = (self.sentence(doc, value, 0.9), paper.cut(start, start + len(value), "rule:test", 0.9))
        number = Decimal(value.split("$")[0])
        self.results.append(
            Result(node(system), None, node(metric), value, number, "x", kind, node(baseline), evidence)
        )

    def graph(self) -> Graph:
        entities = [
            Entity(node(name), type_, name, aliases, self._mentions(type_, (name, *aliases)))
            for name, (type_, aliases) in ENTITIES.items()
        ]
        return Graph(
            tuple(sorted(self.papers.values(), key=lambda paper: paper.id)),
            tuple(sorted(entities, key=lambda entity: entity.id)),
            tuple(sorted(self.facts, key=lambda fact: (fact.subject, fact.predicate, fact.object))),
            tuple(self.results),
            ((DocId("he-2024"), "https://example.org/peer"),),
        )

    def _mentions(self, type_: str, forms: tuple[str, ...]) -> tuple[Mention, ...]:
        return tuple(
            Mention(type_, paper.cut(paper.text.index(form), paper.text.index(form) + len(form), "known", 0.9))
            for paper in self.papers.values()
            for form in forms
            if form in paper.text
        )


def node(name: str) -> NodeId:
    return ids.entity(names.normal(name))


@pytest.fixture(scope="session")
def graph() -> Graph:
    title = "Mixture of A Million Experts"
    writer = Writer(
        [
            Document(DocId("omnimoe"), abstract("Mixture-of-Experts (MoE)")),
            Document(DocId("vabs"), abstract("Multimodal large language models (MLLMs) have")),
            Document(DocId("mtpc"), abstract("Multi-token prediction")),
            Document(DocId("tif"), abstract("Medical vision-language models")),
            Document(
                id=DocId("he-2024"),
                text=f"{title}\n\n{PEER}",
                title=title,
                year=2024,
                venue="arXiv",
                authors=("Xu Owen He",),
                url="https://arxiv.org/abs/2407.04153",
            ),
        ]
    )
    writer.role("omnimoe", "studies", "Mixture-of-Experts", score=0.7)
    writer.role("omnimoe", "introduces", "OmniMoE", score=0.95)
    writer.role("omnimoe", "introduces", "Cartesian Product Router", score=0.85)
    writer.role("omnimoe", "comparesWith", "PEER")
    writer.role("omnimoe", "uses", "inference latency")
    writer.role("he-2024", "introduces", "PEER")
    writer.role("he-2024", "uses", "Mixture-of-Experts", "mixture-of-experts")
    writer.role("he-2024", "comparesWith", "GPT-4")
    writer.role("vabs", "introduces", "V-ABS")
    writer.role("vabs", "comparesWith", "Qwen3-VL-8B")
    writer.role("vabs", "uses", "supervised fine-tuning")
    writer.role("vabs", "mentions", "multimodal large language model", "Multimodal large language models")
    writer.role("mtpc", "introduces", "MTPC")
    writer.role("mtpc", "evaluatesOn", "Llama3.2 3B")
    writer.role("tif", "uses", "Group Relative Policy Optimization", "Trajectory-Integral Feedback GRPO")
    writer.relation("OmniMoE", "kindOf", "Mixture-of-Experts", ("omnimoe", "we propose OmniMoE"))
    writer.relation("PEER", "kindOf", "Mixture-of-Experts", ("he-2024", "Sparse"), ("omnimoe", "PEER"), score=0.75)
    writer.relation("OmniMoE", "outperforms", "PEER", ("omnimoe", "outperforming coarse-grained"), score=0.8)
    writer.result("omnimoe", "10.9$\\times$", "ratio", "OmniMoE", "inference latency", "PEER")
    return writer.graph()


@pytest.fixture(scope="session")
def path(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where that graph is stored."""
    place = tmp_path_factory.mktemp("graph") / "graph.sqlite"
    store.save(graph, place)
    return place
