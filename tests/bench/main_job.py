"""Seconds and peak memory of the main job, as whole processes.

python tests/bench/main_job.py [--corpus FILE.jsonl.gz --papers 1000] [--runs 5]

Builds the two files of `tests/papers` and, where a corpus is given, its first papers, each with an empty cache; then
times `kg --help` and lookups on the larger graph. Each figure is a median; memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

PAPERS = Path(__file__).resolve().parent.parent / "papers"


def measure(words: list[str], runs: int, before: Callable[[], None] = lambda: None) -> tuple[float, float]:
    """Median wall seconds and median peak megabytes of `python -m kg WORDS…`."""
    seconds, megabytes = [], []
    for _ in range(runs):
        before()
        begin = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-m", "kg", *words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"kg {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
        seconds.append(time.perf_counter() - begin)
        megabytes.append(usage.ru_maxrss / 1024)
    return statistics.median(seconds), statistics.median(megabytes)


def show(label: str, figures: tuple[float, float]) -> None:
    print(f"{label:44}{figures[0]:8.2f} s {figures[1]:8.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--papers", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def build(papers: Path, out: str, runs: int) -> tuple[float, float]:
            words = ["build", str(papers), "-o", str(folder / out), "--jobs", "1", "--cache", str(folder / "cache")]
            return measure(words, runs, lambda: shutil.rmtree(folder / "cache", ignore_errors=True))

        show("kg build, the two files (34 papers)", build(PAPERS, "small", options.runs))
        graph = folder / "small"
        if options.corpus:
            some = folder / "some.jsonl"
            with gzip.open(options.corpus, "rt", encoding="utf-8") as lines:
                some.write_text("".join(islice(lines, options.papers)), encoding="utf-8")
            show(f"kg build, {options.papers} papers, one process", build(some, "large", 1))
            graph = folder / "large"
        show("kg --help", measure(["--help"], options.runs))
        for query in ("LLM", "ImageNet", "reinforcment learning"):
            show(f"kg lookup '{query}'", measure(["lookup", query, "--graph", str(graph)], options.runs))


if __name__ == "__main__":
    main()
