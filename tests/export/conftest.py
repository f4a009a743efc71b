"""A small graph made by hand from sentences of three papers, hostile variants of it, and a browser for its map."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from kg.core import ids
from kg.core.types import DocId, Document, Entity, Evidence, Fact, Graph, Mention, NodeId, Result
from kg.export.map import html

MAPTR = Document(
    id=DocId("10.48550/arXiv.2208.14437"),
    title="MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",
    text="MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction\n\n"
    "High-definition (HD) map provides abundant and precise environmental information of the driving scene, serving as "
    "a fundamental and indispensable component for planning in autonomous driving system. We present MapTR, a "
    "structured end-to-end Transformer for efficient online vectorized HD map construction. MapTR achieves the best "
    "performance and efficiency with only camera input among existing vectorized map construction approaches on "
    "nuScenes dataset.",
    year=2023,
    venue="ICLR",
    authors=("Bencheng Liao", "Shaoyu Chen"),
    url="https://openreview.net/forum?id=k7p_YAO7yE",
    doi="10.48550/arXiv.2208.14437",
    arxiv="2208.14437",
    keywords=("autonomous driving", "HD map"),
    sources=("maptr.json",),
)
MAPGR = Document(
    id=DocId("the-online-construction-of-vectorized"),
    text="The online construction of vectorized high-definition (HD) maps is a cornerstone of modern autonomous "
    "driving systems. State-of-the-art approaches, particularly those based on the DETR framework, formulate this as "
    "an instance detection problem. In this work, we propose \\textbf{MapGR} (\\textbf{G}lobal "
    "\\textbf{R}epresentation learning for HD \\textbf{Map} construction), an architecture designed to "
    "learn and utilize global representations from queries. Evaluations on "
    "the nuScenes and Argoverse2 datasets validate the efficacy of our approach, "
    "demonstrating substantial improvements in mean Average Precision (mAP) compared to leading baselines.",
)
OMNI = Document(
    id=DocId("mixture-of-experts-moe-architectures"),
    text="In this paper, we propose OmniMoE, a system-algorithm co-designed MoE framework that pushes granularity to "
    "the extreme with vector-level Atomic Experts. Validated on seven benchmarks, OmniMoE (with 1.7B active "
    "parameters) achieves 50.9\\% zero-shot accuracy across seven benchmarks, outperforming coarse-grained "
    "(e.g., DeepSeekMoE) and fine-grained (e.g., PEER) baselines. Crucially, OmniMoE reduces inference latency "
    "from 73ms to 6.7ms (a 10.9$\\times$ speedup) compared to PEER, demonstrating that massive-scale "
    "fine-grained MoE can be fast and accurate.",
)
PAPERS = (MAPTR, OMNI, MAPGR)


def cut(paper: Document, words: str, by: str = "rule:test", score: float = 1.0) -> Evidence:
    """The first place of `words` in `paper`."""
    start = paper.text.index(words)
    return paper.cut(start, start + len(words), by, score)


def sentence(paper: Document, first: str, last: str) -> Evidence:
    start = paper.text.index(first)
    return paper.cut(start, paper.text.index(last, start) + len(last), "rule:test", 0.9)


def thing(type_: str, name: str, *mentions: tuple[Document, str], aliases: tuple[str, ...] = ()) -> Entity:
    found = tuple(sorted((Mention(type_, cut(*where)) for where in mentions), key=lambda mention: mention.evidence))
    return Entity(ids.entity(name.casefold()), type_, name, aliases, found)


ENTITIES = {
    entity.name: entity
    for entity in (
        thing("Model", "MapTR", (MAPTR, "MapTR")),
        thing("Model", "Transformer", (MAPTR, "Transformer")),
        thing("Dataset", "nuScenes", (MAPTR, "nuScenes"), (MAPGR, "nuScenes")),
        thing("Task", "autonomous driving", (MAPTR, "autonomous driving"), (MAPGR, "autonomous driving")),
        thing("Model", "MapGR", (MAPGR, "MapGR")),
        thing("Model", "DETR", (MAPGR, "DETR")),
        thing("Dataset", "Argoverse2", (MAPGR, "Argoverse2")),
        thing(
            "Metric",
            "mean Average Precision",
            (MAPGR, "mean Average Precision"),
            (MAPGR, "mAP"),
            aliases=("mAP",),
        ),
        thing("Method", "OmniMoE", (OMNI, "OmniMoE")),
        thing("Method", "Mixture-of-Experts", (OMNI, "MoE framework"), aliases=("MoE", "mixture of experts")),
        thing("Method", "DeepSeekMoE", (OMNI, "DeepSeekMoE")),
        thing("Method", "PEER", (OMNI, "PEER")),
        thing("Metric", "inference latency", (OMNI, "inference latency")),
        thing("Metric", "accuracy", (OMNI, "accuracy"), aliases=("zero-shot accuracy",)),
    )
}

PRESENT = sentence(MAPTR, "We present", "construction.")
ACHIEVES = sentence(MAPTR, "MapTR achieves", "dataset.")
PROPOSE = sentence(MAPGR, "In this work", "queries.")
EVALUATIONS = sentence(MAPGR, "Evaluations", "baselines.")
CO_DESIGNED = sentence(OMNI, "In this paper", "Experts.")
VALIDATED = sentence(OMNI, "Validated", "baselines.")
CRUCIALLY = sentence(OMNI, "Crucially", "accurate.")


def role(paper: Document, predicate: str, name: str, evidence: Evidence, score: float = 0.9) -> Fact:
    return Fact(ids.paper(paper.id), predicate, ENTITIES[name].id, (evidence,), score)


def relation(subject: str, predicate: str, name: str, *evidence: Evidence, score: float = 0.8) -> Fact:
    return Fact(ENTITIES[subject].id, predicate, ENTITIES[name].id, evidence, score)


FACTS = (
    role(MAPTR, "introduces", "MapTR", PRESENT, 0.97),
    role(MAPTR, "addresses", "autonomous driving", cut(MAPTR, "autonomous driving system")),
    role(MAPTR, "uses", "Transformer", PRESENT),
    role(MAPTR, "evaluatesOn", "nuScenes", ACHIEVES),
    role(MAPGR, "introduces", "MapGR", PROPOSE, 0.955),
    role(MAPGR, "addresses", "autonomous driving", cut(MAPGR, "autonomous driving systems")),
    role(MAPGR, "mentions", "DETR", cut(MAPGR, "those based on the DETR framework"), 0.5),
    role(MAPGR, "evaluatesOn", "nuScenes", EVALUATIONS),
    role(MAPGR, "evaluatesOn", "Argoverse2", EVALUATIONS),
    role(MAPGR, "uses", "mean Average Precision", EVALUATIONS),
    role(OMNI, "introduces", "OmniMoE", CO_DESIGNED, 1.0),
    role(OMNI, "uses", "Mixture-of-Experts", CO_DESIGNED),
    role(OMNI, "comparesWith", "DeepSeekMoE", VALIDATED),
    role(OMNI, "comparesWith", "PEER", CRUCIALLY),
    role(OMNI, "uses", "inference latency", CRUCIALLY),
    role(OMNI, "uses", "accuracy", VALIDATED),
    relation("MapTR", "basedOn", "Transformer", PRESENT),
    relation("MapTR", "evaluatedOn", "nuScenes", ACHIEVES),
    relation("MapGR", "evaluatedOn", "nuScenes", EVALUATIONS),
    relation("MapGR", "measuredBy", "mean Average Precision", EVALUATIONS),
    relation("OmniMoE", "kindOf", "Mixture-of-Experts", cut(OMNI, "OmniMoE", "name")),
    relation("OmniMoE", "outperforms", "PEER", VALIDATED, CRUCIALLY, score=0.95),
    relation("OmniMoE", "outperforms", "DeepSeekMoE", VALIDATED),
    relation("OmniMoE", "reduces", "inference latency", CRUCIALLY),
)


def result(
    metric: str, value: str, number: str, unit: str, kind: str, sentence: Evidence, baseline: str | None = None
) -> Result:
    return Result(
        system=ENTITIES["OmniMoE"].id,
        on=None,
        metric=ENTITIES[metric].id,
        value=value,
        number=Decimal(number),
        unit=unit,
        kind=kind,
        baseline=baseline and ENTITIES[baseline].id,
        evidence=(sentence, cut(OMNI, value)),
    )


RESULTS = (
    result("accuracy", "50.9\\%", "50.9", "%", "value", VALIDATED),
    result("inference latency", "6.7ms", "6.7", "ms", "value", CRUCIALLY),
    result("inference latency", "10.9$\\times$", "10.9", "x", "ratio", CRUCIALLY, baseline="PEER"),
)


@pytest.fixture
def small() -> Graph:
    """Three papers (one with a title and all that can be known of a paper), fourteen entities, three results."""
    return Graph(
        papers=tuple(sorted(PAPERS, key=lambda paper: paper.id)),
        entities=tuple(sorted(ENTITIES.values(), key=lambda entity: entity.id)),
        facts=tuple(sorted(FACTS, key=lambda fact: (fact.subject, fact.predicate, fact.object))),
        results=RESULTS,
        urls=(
            (MAPTR.id, "https://github.com/hustvl/MapTR"),
            (MAPTR.id, "https://maptr.github.io/"),
            (OMNI.id, "no url"),
        ),
    )


def one_thing(name: str, title: str | None, text: str) -> Graph:
    whole = text if title is None else f"{title}\n\n{text}"
    paper = Document(id=DocId(name), text=whole, title=title, authors=(name,), venue=name, keywords=(name,), url=name)
    evidence = paper.cut(paper.abstract_start, len(whole), "model", 0.5)
    entity = Entity(
        NodeId("entity-" + ids.escape(name)), "Concept", name, (name, title or name), (Mention("Concept", evidence),)
    )
    fact = Fact(ids.paper(paper.id), "studies", entity.id, (evidence,), 0.5)
    value = Result(entity.id, None, None, text, None, name, "value", None, (evidence,))
    return Graph((paper,), (entity,), (fact,), (value,), ((paper.id, name),))


@pytest.fixture(scope="session")
def graph_of() -> Callable[[str, str | None, str], Graph]:
    """Makes a graph of one paper (its id, authors, venue, keywords and link are `name`, its abstract is `text`) that
    studies one thing called `name`, with the whole abstract as evidence and as a result's value."""
    return one_thing


@pytest.fixture
def hostile() -> Graph:
    """What a paper could try: quotes, markup, formulas, control characters, writing from right to left."""
    name = '=cmd()|"A1" <b>&amp;</b>\u202e \\u0041\x07'
    graph = one_thing(name, "שלום\x00 \ud800 \ufffe]]>\r\n'''\"\"\"", "x\ry\n\u2028\x85\ufeff z")
    paper = graph.papers[0].id
    return replace(graph, urls=((paper, 'https://a.b/"><script>'), (paper, "javascript:alert(1)")))


expect.set_options(timeout=30_000)

FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update"
DESKTOP = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.fail("no Chromium: install it, on Debian with 'apt-get install chromium'")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS.split())
        yield browser
        browser.close()


class Reader:
    """Opens maps in the browser and notes what goes wrong."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.contexts: list[BrowserContext] = []
        self.asked: list[str] = []
        self.said: list[str] = []

    def open(self, graph: Graph | str | Path, hash_: str = "", **options: Any) -> Page:
        path = graph if isinstance(graph, Path) else self.folder / "map.html"
        if isinstance(graph, str):
            path.write_text(graph, encoding="utf-8")
        elif isinstance(graph, Graph):
            html(graph, path)
        context = self.browser.new_context(offline=True, **{"viewport": DESKTOP, "color_scheme": "light", **options})
        self.contexts.append(context)
        context.route("**", self._only_files)
        shown = context.new_page()
        shown.set_default_timeout(60_000)
        shown.on("request", lambda request: self.asked.append(request.url))
        shown.on("console", lambda message: self.said.append(message.text))
        shown.on("pageerror", lambda error: self.said.append(str(error)))
        shown.on("dialog", lambda dialog: self.said.append(f"dialog {dialog.message}"))
        shown.goto(path.as_uri() + hash_)
        return shown

    def _only_files(self, route: Route) -> None:
        if route.request.url.startswith("file:"):
            route.continue_()
        else:
            route.abort()

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert self.said == []
        schemes = [url.split(":")[0] for url in self.asked]
        assert set(schemes) <= {"file", "blob", "about"}
        assert schemes.count("file") == len(self.contexts)


@pytest.fixture
def open_map(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the map of a graph, a page's text or a file of it.

    At the end of each test: no request but for the file itself, no message on the console, no error, no dialog.
    """
    reader = Reader(browser, tmp_path)
    yield reader.open
    reader.close()
