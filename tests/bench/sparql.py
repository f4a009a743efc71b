"""Loading, asking and writing the RDF of a build, beside rdflib on the same file; a Markdown table.

python tests/bench/sparql.py FOLDER [--small exports] [--limit 300]

FOLDER is a build's. Everything is measured in a process of its own, one after another, in seconds of the processor. A
query is timed alone, once the graph is loaded (the median of three for `kg`), and as a whole command: `kg sparql` with
its index made, and rdflib with the loading that it needs each time. Where both answer, the answers are compared. Both
write without looking for garbage, as a build does.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from kg.core.garbage import not_collecting
from kg.export import rdf
from kg.graph import store
from kg.query.index import export_of, index, opened
from kg.query.reply import PREFIXES

QUERIES = {
    "label lookup": 'SELECT ?e ?type { ?e skos:prefLabel "ImageNet" ; a ?type }',
    "papers sharing a dataset": """SELECT DISTINCT ?one ?other {
  ?d a kg:Dataset . ?a kg:evaluatesOn ?d . ?b kg:evaluatesOn ?d FILTER (STR(?a) < STR(?b))
  ?a rdfs:label ?one . ?b rdfs:label ?other }""",
    "co-occurrence, grouped and ordered": """SELECT ?x ?y (COUNT(DISTINCT ?paper) AS ?papers) {
  ?paper kg:hasEntity ?a , ?b FILTER (STR(?a) < STR(?b)) ?a skos:prefLabel ?x . ?b skos:prefLabel ?y }
GROUP BY ?x ?y ORDER BY DESC(?papers) ?x ?y LIMIT 20""",
    "property path": """SELECT ?name {
  ?top skos:prefLabel "neural network" . ?e kg:kindOf+ ?top ; skos:prefLabel ?name }""",
    "OPTIONAL and FILTER": """SELECT ?title { ?paper a kg:Paper ; dcterms:title ?title ; dcterms:issued ?year
  OPTIONAL { ?paper kg:hasCode ?code } FILTER (!BOUND(?code) && STR(?year) >= "2022") }""",
    "REGEX over labels": 'SELECT ?e ?name { ?e skos:prefLabel ?name FILTER REGEX(?name, "net(work)?s?$", "i") }',
    "results table": """SELECT ?paper ?value ?system ?metric {
  ?r a kg:Result ; kg:reportedIn/rdfs:label ?paper ; kg:valueText ?value
  OPTIONAL { ?r kg:system/skos:prefLabel ?system } OPTIONAL { ?r kg:metric/skos:prefLabel ?metric } }""",
    "evidence of claims": """SELECT ?one ?other ?quote { ?c a kg:Claim ; kg:predicate kg:outperforms ;
  kg:subject/skos:prefLabel ?one ; kg:object/skos:prefLabel ?other ; kg:evidence/oa:hasSelector/oa:exact ?quote }""",
}
RUNS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--small", type=Path, default=Path("exports"), help="a small build, asked as a whole command")
    parser.add_argument("--limit", type=int, default=300, help="seconds that a query may take in rdflib")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        cache = Path(name)
        small = command(options.small, QUERIES["label lookup"], cache, time.perf_counter)
        loaded = alone(load, options.folder, cache)
        asked = alone(ask, options.folder, cache)
        commands = {title: command(options.folder, query, cache, of_children) for title, query in QUERIES.items()}
        written = alone(write, options.folder)
    other = alone(ask_rdflib, options.folder, options.limit)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{loaded['triples']:,} triples; {machine}")
    print("\n| | kg | rdflib | times |\n|---|---|---|---|")
    show("load `graph.ttl`", loaded["seconds"], other["load"]["seconds"])
    print(f"| memory for that, MB | {loaded['memory']:,} | {other['load']['memory']:,} | |")
    show("write Turtle", written["seconds"], other["write"])
    print("\n| query, graph loaded | rows | kg | rdflib | times | `kg sparql` | rdflib, loading too | times |")
    print("|---|---|---|---|---|---|---|---|")
    for title in QUERIES:
        compare(title, asked[title], other[title], commands[title], other["load"]["seconds"])
    print(f"\n`kg sparql` on {options.small}, whole process: {small:.2f} s of the clock")


def show(what: str, ours: float, theirs: float) -> None:
    print(f"| {what} | {seconds(ours)} | {seconds(theirs)} | {theirs / ours:.0f} |")


def compare(title: str, ours: dict[str, Any], theirs: dict[str, Any], whole: float, load: float) -> None:
    late = theirs["rows"] is None
    if not late and theirs["rows"] != ours["rows"]:
        print(f"{title}: rdflib answers otherwise", file=sys.stderr)
    more = ">" if late else ""
    alone, loading = theirs["seconds"], load + theirs["seconds"]
    print(
        f"| {title} | {len(ours['rows']):,} "
        f"| {seconds(ours['seconds'])} | {more}{seconds(alone)} | {more}{alone / ours['seconds']:.0f} "
        f"| {seconds(whole)} | {more}{seconds(loading)} | {more}{loading / whole:.0f} |"
    )


def seconds(number: float) -> str:
    return f"{number * 1000:.1f} ms" if number < 0.1 else f"{number:.2f} s" if number < 10 else f"{number:.0f} s"


def alone(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function gives in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def timed(what: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> tuple[float, Any]:
    start = clock()
    found = what()
    return clock() - start, found


def memory() -> int:
    """The most that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def load(folder: Path, cache: Path) -> dict[str, Any]:
    taken, place = timed(lambda: index(export_of(folder), cache))
    most = memory()
    return {"seconds": taken, "memory": most, "triples": len(opened(export_of(folder), cache)), "place": str(place)}


def ask(folder: Path, cache: Path) -> dict[str, Any]:
    held = opened(export_of(folder), cache)

    def rows(query: str) -> list[tuple[str, ...]]:
        found = held.query(query, prefixes=PREFIXES)
        return sorted(tuple("" if term is None else term.value for term in row) for row in found)

    found = {}
    for title, query in QUERIES.items():
        runs = [timed(lambda query=query: rows(query)) for _ in range(RUNS)]
        found[title] = {"seconds": statistics.median(run[0] for run in runs), "rows": runs[0][1]}
    return found


def ask_rdflib(folder: Path, limit: int) -> dict[str, Any]:
    import rdflib

    graph = rdflib.Graph()
    taken, _ = timed(lambda: graph.parse(folder / "graph.ttl"))
    found: dict[str, Any] = {"load": {"seconds": taken, "memory": memory()}}

    def rows(query: str) -> list[tuple[str, ...]] | None:
        signal.alarm(limit)
        try:
            return sorted(tuple(str(term or "") for term in row) for row in graph.query(query, initNs=PREFIXES))
        except TimeoutError:
            return None
        finally:
            signal.alarm(0)

    signal.signal(signal.SIGALRM, late)
    rows("SELECT ?none {}")
    for title, query in QUERIES.items():
        taken, answer = timed(lambda query=query: rows(query))
        found[title] = {"seconds": taken, "rows": answer}
    with tempfile.TemporaryDirectory() as place, not_collecting():
        found["write"], _ = timed(lambda: graph.serialize(Path(place) / "graph.ttl"))
    return found


def late(*_: object) -> None:
    raise TimeoutError


def write(folder: Path) -> dict[str, Any]:
    graph = store.load(folder / "graph.sqlite")
    with tempfile.TemporaryDirectory() as place, not_collecting():
        taken, _ = timed(lambda: rdf.turtle(graph, Path(place) / "graph.ttl"))
    return {"seconds": taken}


def command(folder: Path, query: str, cache: Path, clock: Callable[[], float]) -> float:
    """Median seconds of `kg sparql` as a whole process, when its index is there."""
    words = ["sparql", query, "--graph", str(folder), "--format", "json", "--timeout", "600"]
    environment = {**os.environ, "KG_CACHE": str(cache)}

    def run() -> object:
        process = [sys.executable, "-m", "kg", *words]
        return subprocess.run(process, stdout=subprocess.DEVNULL, env=environment, check=True)

    return statistics.median([timed(run, clock)[0] for _ in range(RUNS + 1)][1:])


def of_children() -> float:
    """Seconds of the processor that ended processes took."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
