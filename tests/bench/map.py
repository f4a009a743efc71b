"""Our map beside the stock pyvis page of the same graph, in a headless Chromium with no network, as Markdown tables.

python tests/bench/map.py GRAPH.sqlite [--nodes 300 2000 5000] [--made 1000 2000 5000 10000]

The graph's first papers are taken, as many as give so many nodes on the map: papers and what they share. The pyvis page
has the same nodes and the papers' links to them, filled in directly, as its own ways in are quadratic, with its own
settings; vis-network is inlined and what it would load from the network is taken out.

Of both pages: the seconds from opening until the canvas has something on it, and until it does not change any more;
then the frames while the pointer drags the picture. A page that is not still after 60 seconds is dragged as it is; one
with nothing on it by then is given up. Then, for `--made`: the seconds that layout and the whole page take to make,
each once, in this process.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unittest import mock

from playwright.sync_api import Error, Page, sync_playwright
from pyvis.network import Network

from kg.core import ids
from kg.core.types import Graph
from kg.export.map import data, layout, page
from kg.graph import store
from kg.graph.labels import paper_labels

PATIENCE = 60_000
SIZE = {"width": 1440, "height": 900}
MOVES, STEP, START = 60, 8, (500, 60)
WATCH = """() => {
  const seen = { last: "", first: null, since: null, still: null, frames: [] };
  window.bench = seen;
  const small = document.createElement("canvas");
  [small.width, small.height] = [96, 96];
  const pen = small.getContext("2d", { willReadFrequently: true });
  const look = () => {
    const canvas = document.querySelector("canvas");
    if (canvas === null || !canvas.width) return;
    pen.clearRect(0, 0, 96, 96);
    pen.drawImage(canvas, 0, 0, 96, 96);
    const now = pen.getImageData(0, 0, 96, 96).data.join();
    if (!/[1-9]/.test(now)) return;
    if (now !== seen.last) [seen.last, seen.since] = [now, performance.now()];
    else if (performance.now() - seen.since > 1500) seen.still = seen.since;
    seen.first ??= seen.since;
    if (seen.still !== null) clearInterval(timer);
  };
  const timer = setInterval(look, 50);
  const frame = (at) => {
    seen.frames.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
LOADED = re.compile(r"<link[^>]*(?:https?://|node_modules)[^>]*>|<script[^>]*src=[^>]*>\s*</script>")


def first(graph: Graph, count: int) -> Graph:
    """The first papers of a graph, with what they say and nothing else."""
    papers = graph.papers[:count]
    docs = {paper.id for paper in papers}
    own = (replace(f, evidence=tuple(e for e in f.evidence if e.span.doc in docs)) for f in graph.facts)
    facts = tuple(fact for fact in own if fact.evidence)
    ends = {end for fact in facts for end in (fact.subject, fact.object)}
    return replace(
        graph,
        papers=papers,
        entities=tuple(
            replace(one, mentions=tuple(m for m in one.mentions if m.evidence.span.doc in docs))
            for one in graph.entities
            if one.id in ends
        ),
        facts=facts,
        results=tuple(one for one in graph.results if all(e.span.doc in docs for e in one.evidence)),
        urls=tuple(one for one in graph.urls if one[0] in docs),
    )


def of_nodes(graph: Graph, nodes: int) -> Graph:
    """The first papers of a graph whose map has so many nodes, or all."""
    low, high = 1, len(graph.papers)
    while low < high:
        middle = (low + high) // 2
        content = data.content(first(graph, middle))
        if len(content.papers) + len(content.shared) < nodes:
            low = middle + 1
        else:
            high = middle
    return first(graph, low)


def stock(graph: Graph) -> str:
    """The page that pyvis makes of the papers and what they share."""
    content, titles = data.content(graph), paper_labels(graph)
    shared = set(content.shared)
    filled = Network(cdn_resources="in_line")
    names = [(n, titles[paper.id], "Paper") for n, paper in enumerate(content.papers)]
    things = [(content.number[one.id], one.name, one.type) for one in content.entities]
    filled.nodes = [
        {"id": n, "label": name, "title": name, "group": kind, "shape": "dot"}
        for n, name, kind in [*names, *(thing for thing in things if thing[0] in shared)]
    ]
    filled.edges = [
        {"from": link.paper, "to": link.entity, "title": link.role} for link in content.links if link.entity in shared
    ]
    return LOADED.sub("", filled.generate_html())


@contextmanager
def opened(path: Path) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(offline=True, viewport=SIZE, bypass_csp=True)
        context.add_init_script(f"({WATCH})()")
        shown = context.new_page()
        shown.goto(path.as_uri(), wait_until="commit")
        yield shown
        browser.close()


def measured(path: Path) -> str:
    """The cells of a row: seconds until something is seen, and until it is still, and the frames of a drag."""
    with opened(path) as shown:
        with suppress(Error):
            shown.wait_for_function("window.bench?.still !== null", timeout=PATIENCE)
        try:
            shown.wait_for_function("window.bench?.first !== null", timeout=5000)
        except Error:
            return "not in 60 s | | | | |"
        seen, still = shown.evaluate("[bench.first, bench.still]")
        shown.mouse.move(*START)
        shown.mouse.down()
        shown.evaluate("bench.frames.length = 0")
        for n in range(MOVES):
            shown.mouse.move(START[0] + (n + 1) * STEP, START[1] + n * STEP / 4)
        frames = [after - before for before, after in pairwise(shown.evaluate("bench.frames"))]
        shown.mouse.up()
    quick = sum(frame < 50 for frame in frames) / len(frames)
    worst = statistics.quantiles(frames, n=20)[-1]
    times = " | ".join("not in 60 s" if one is None else f"{one / 1000:.2f} s" for one in (seen, still))
    return f"{times} | {statistics.median(frames):.0f} ms | {worst:.0f} ms | {quick:.0%} |"


def made(graph: Graph) -> tuple[float, float, str]:
    """Seconds of layout and of the whole page, and the page."""
    taken = []
    places = layout.places

    def timed(*given: object) -> object:
        begin = time.perf_counter()
        result = places(*given)  # type: ignore[arg-type]
        taken.append(time.perf_counter() - begin)
        return result

    begin = time.perf_counter()
    with mock.patch.object(layout, "places", timed):
        text = page(graph)
    return taken[0], time.perf_counter() - begin, text


def size(graph: Graph) -> tuple[int, int, int, int]:
    """Papers, nodes and links on the map, and all edges that the page holds."""
    content = data.content(graph)
    shared = set(content.shared)
    facts = sum(not ids.is_paper(fact.subject) for fact in graph.facts)
    pairs = len(data.overlaps(content)) + len(data.neighbours(content))
    papers = len(content.papers)
    links = sum(link.entity in shared for link in content.links)
    return papers, papers + len(shared), links, len(content.links) + facts + pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--nodes", type=int, nargs="*", default=[300, 2000, 5000])
    parser.add_argument("--made", type=int, nargs="*", default=[1000, 2000, 5000, 10_000])
    options = parser.parse_args()
    graph = store.load(options.graph)
    print(
        f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n"
    )
    print(
        "| nodes | links | page | seen after | still after | frame, median | frame, 95 % below | frames below 50 ms |"
    )
    print("| ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |", flush=True)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "map.html"
        for nodes in options.nodes:
            part = of_nodes(graph, nodes)
            _, count, links, _ = size(part)
            for title, make in (("ours", page), ("stock pyvis", stock)):
                path.write_text(make(part), encoding="utf-8")
                print(f"| {count} | {links} | {title} | {measured(path)}", flush=True)
    print("\n| papers | nodes | edges | layout | whole page | a thousand edges | file |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for nodes in options.made:
        part = of_nodes(graph, nodes)
        papers, count, _, edges = size(part)
        laid, whole, text = made(part)
        row = f"| {papers} | {count} | {edges} | {laid:.1f} s | {whole:.1f} s | {whole / edges * 1000:.2f} s"
        print(f"{row} | {len(text.encode()) / 1e6:.1f} MB |", flush=True)


if __name__ == "__main__":
    main()
