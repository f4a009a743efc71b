"""The per-paper half of the line, spread over processes.

The same pure function runs in every process on one paper at a time, so the outcome does not depend on how many there
are. A paper that an extractor fails on becomes an Issue, never the end of a build.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from kg.core.errors import DataError
from kg.core.types import Document, Extraction, Issue
from kg.run import plugins
from kg.run.cache import Cache

_PAPERS_WORTH_A_PROCESS = 200
_CHUNK = 16


def processes(jobs: int | None, papers: int) -> int:
    """How many processes to start for `papers`: `jobs`, else as many as there are cores and enough papers for."""
    if jobs is not None:
        return max(1, min(jobs, papers))
    return max(1, min(os.cpu_count() or 1, papers // _PAPERS_WORTH_A_PROCESS))


def extract_all(
    documents: Sequence[Document], extractor: str, jobs: int | None, cache: Cache | None
) -> Iterator[Extraction]:
    """The extraction of each document, in their order; from the cache where it has one.

    Raises UsageError for an unknown extractor, DataError where a process is killed.
    """
    plugins.load("extractors", extractor)
    kept = {document.id: hit for document in documents if cache and (hit := cache.get(document)) is not None}
    fresh = _extract_fresh([document for document in documents if document.id not in kept], extractor, jobs)
    for document in documents:
        if document.id in kept:
            yield kept[document.id]
            continue
        extraction = next(fresh)
        if cache and not extraction.issues:
            cache.put(document, extraction)
        yield extraction


def _extract_fresh(documents: Sequence[Document], extractor: str, jobs: int | None) -> Iterator[Extraction]:
    workers = processes(jobs, len(documents))
    if workers == 1:
        yield from (extract_one(extractor, document) for document in documents)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(extract_one, [extractor] * len(documents), documents, chunksize=_CHUNK)
        except (KeyboardInterrupt, GeneratorExit):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        except BrokenProcessPool as error:
            raise DataError("a process was killed, perhaps for want of memory: build again with --jobs 1") from error


def extract_one(extractor: str, document: Document) -> Extraction:
    """The extraction of one paper, or an empty one with an Issue where the extractor fails on it."""
    try:
        extraction: Extraction = plugins.load("extractors", extractor)(document)
    except Exception as error:
        fault = f"the extractor '{extractor}' failed on it ({type(error).__name__}: {error}); please report it"
        return Extraction(document.id, issues=(Issue("extract", document.id, fault),))
    return extraction
