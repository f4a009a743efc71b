"""What thousands of papers cost: seconds of each step of a build, memory, and how both grow; then the model's speed.

python tests/bench/scale.py CORPUS.jsonl.gz [--papers 1000 10000] [--extractor rules] [--jobs 2] [--model 300]

For each number of papers, builds them all but a hundred from nothing, then all, then all again. Each build is a process
of its own, run once. Memory is the most that the building process held, and the largest of those that read for it.

The model is then timed on the first papers of the corpus: its encoder alone, and all of extraction as a build does it,
in as many processes, on the same texts, with the processes started and the model loaded before the clock starts.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from main_job import measure, show
from reading import WARM, documents, encoder, one

import kg
from kg.core.types import Document
from kg.run.pipeline import Options, build_to
from kg.run.progress import Progress

MORE = 100
LOOKED_UP = ("LLM", "ImageNet", "reinforcment learning")


class Clock(Progress):
    """Seconds of each step, as they pass."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._step, self._begun = "start", time.perf_counter()

    def step(self, name: str, total: int | None = None) -> None:
        now = time.perf_counter()
        self.seconds[self._step] = now - self._begun
        self._step, self._begun = name, now


def build(papers: str, out: str, cache: str, extractor: str, jobs: str) -> None:
    """One build, in this process; prints what it took."""
    clock = Clock()
    options = Options(extractor=extractor, jobs=int(jobs), cache=Path(cache))
    graph = build_to(Path(out), [papers], options, clock).graph
    clock.step("end")
    memory = [resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(json.dumps({"seconds": clock.seconds, "memory": memory, "facts": len(graph.facts)}))


def load(folder: str) -> None:
    begin = time.perf_counter()
    kg.load(folder)
    print(json.dumps([time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def apart(job: str, *words: str) -> object:
    """What `build` or `load` prints in a process of its own."""
    done = subprocess.run([sys.executable, __file__, job, *words], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def grow(corpus: Path, papers: int, folder: Path, options: argparse.Namespace) -> None:
    for label, count in (("from nothing", papers - MORE), (f"{MORE} papers more", papers), ("nothing changed", papers)):
        some = folder / f"{count}.jsonl"
        with gzip.open(corpus, "rt", encoding="utf-8") as lines:
            some.write_text("".join(islice(lines, count)), encoding="utf-8")
        cache, out = str(folder / f"cache-{papers}"), str(folder / "out")
        made = apart("build", str(some), out, cache, options.extractor, str(options.jobs))
        assert isinstance(made, dict)
        steps = made["seconds"]
        rest = sum(seconds for name, seconds in steps.items() if name != "extract")
        print(f"{count} papers, {label}: {sum(steps.values()):.1f} s, of which not extraction {rest:.1f} s")
        print("  " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in steps.items()))
        print(f"  {made['memory'][0]} MB, readers {made['memory'][1]} MB; {made['facts']} facts", flush=True)


def rate(corpus: Path, count: int, jobs: int) -> None:
    papers = documents(corpus, count)
    shares = [papers[start::jobs] for start in range(jobs)]
    readers: dict[str, Callable[[list[Document]], float]] = {"encoder alone": encoder, "extraction": extraction}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for name, read in readers.items():
            list(pool.map(read, [[WARM]] * jobs))
            begin = time.perf_counter()
            list(pool.map(read, shares))
            seconds = time.perf_counter() - begin
            print(f"{name}, {jobs} processes: {count / seconds:.2f} abstracts a second", flush=True)


def extraction(papers: list[Document]) -> float:
    return one("both", papers)


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--papers", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--extractor", default="rules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--model", type=int, default=300, help="How many papers the model is timed on; 0 is none.")
    options = parser.parse_args(words)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {options.extractor}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for papers in options.papers:
            grow(options.corpus, papers, folder, options)
        if options.papers:
            for query in LOOKED_UP:
                show(f"kg lookup '{query}'", measure(["lookup", query, "--graph", str(folder / "out")], 5))
            seconds, megabytes = apart("load", str(folder / "out"))  # type: ignore[misc]
            show("kg.load", (seconds, megabytes))
    if options.model:
        rate(options.corpus, options.model, options.jobs)


if __name__ == "__main__":
    inner = {"build": build, "load": load}.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if inner:
        inner(*sys.argv[2:])
    else:
        main(sys.argv[1:])
