"""Seconds and peak memory of making one entity of each thing, by the number of papers.

python tests/bench/resolve.py CORPUS.jsonl.gz [--papers 1000 2500 5000 10000] [--cache FOLDER] [--extractor rules]

Each is a whole process, run once; only resolving is timed. Memory is that of the process, with all that was read; what
the papers alone take is given beside it. With `--cache` a second run need not read the papers again.
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
from itertools import islice
from pathlib import Path

from kg.core import names
from kg.core.types import Document
from kg.resolve import resolve
from kg.run import pipeline, pool
from kg.run.cache import Cache
from kg.run.progress import Progress

COLUMNS = ("papers", "named", "names", "entities", "seconds", "MB read", "MB peak")


def megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure(papers: Path, cache: Path, extractor: str) -> dict[str, float]:
    """What COLUMNS say of the papers of one file."""
    documents = [one for one in pipeline.read([str(papers)]) if isinstance(one, Document)]
    kept = Cache(cache, extractor, Progress().warn)
    extractions = list(pool.extract_all(documents, extractor, os.cpu_count(), kept, Progress().spend))
    read = megabytes()
    begin = time.perf_counter()
    entities = resolve(extractions).entities
    seconds = round(time.perf_counter() - begin, 2)
    peak = megabytes()
    named = [names.key(entity.name) for extraction in extractions for entity in extraction.entities]
    figures = (len(documents), len(named), len(set(named)), len(entities), seconds, read, peak)
    return dict(zip(COLUMNS, figures, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--papers", type=int, nargs="+", default=[1000, 2500, 5000, 10_000])
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--extractor", default="rules")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.corpus, options.cache, options.extractor)))
        return
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print("".join(f"{column:>10}" for column in COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        cache = options.cache or Path(folder) / "cache"
        for count in options.papers:
            some = Path(folder) / f"{count}.jsonl"
            with gzip.open(options.corpus, "rt", encoding="utf-8") as lines:
                some.write_text("".join(islice(lines, count)), encoding="utf-8")
            words = [str(some), "--cache", str(cache), "--extractor", options.extractor, "--one"]
            done = subprocess.run([sys.executable, __file__, *words], check=True, stdout=subprocess.PIPE)
            figures = json.loads(done.stdout)
            print("".join(f"{figures[column]:>10}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()
