"""Seconds and peak memory of builds by the number of papers: from nothing, with 100 papers more, with nothing changed.

python tests/bench/scale.py CORPUS.jsonl.gz [--papers 1000 10000] [--extractor rules] [--jobs 2]

Each is a whole process, run once; memory is that of the process that builds, without those that read papers for it.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import tempfile
from itertools import islice
from pathlib import Path

from main_job import measure, show

MORE = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--papers", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--extractor", default="rules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {options.extractor}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for papers in options.papers:
            cache = str(folder / f"cache-{papers}")
            words = ["--extractor", options.extractor, "--jobs", str(options.jobs), "--cache", cache]
            steps = (("cold", papers - MORE), (f"{MORE} papers more", papers), ("nothing changed", papers))
            for label, count in steps:
                some = folder / f"{count}.jsonl"
                with gzip.open(options.corpus, "rt", encoding="utf-8") as lines:
                    some.write_text("".join(islice(lines, count)), encoding="utf-8")
                show(f"{count} papers, {label}", measure(["build", str(some), "-o", str(folder / "out"), *words], 1))


if __name__ == "__main__":
    main()
