"""The per-paper half of the line, spread over processes or machines.

The same pure function runs in every process on one paper at a time, so the outcome does not depend on how many there
are. A paper that an extractor fails on becomes an Issue, never the end of a build; what would be wrong with every
paper, a file or a setting, ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kg.core.errors import BadDocument, KgError
from kg.core.types import Document, Extraction, Issue
from kg.run import plugins
from kg.run.cache import Cache
from kg.run.plugins import DEFAULT_ENGINE

Keep = Callable[[Document, Extraction], None]

WINDOW = 16
"""For how many papers a process works ahead of the one that is to come out next."""
_PAPERS_WORTH_A_PROCESS = 16
FAILED = "extract"
"""The stage of an Issue that says that a paper was not extracted: it is read again next time."""


def workers(jobs: int | None, cores: int, papers: int) -> int:
    """How many processes to start for `papers`: `jobs`, else as many as there are cores and enough papers for."""
    if jobs is not None:
        return max(1, min(jobs, papers))
    return max(1, min(cores, papers // _PAPERS_WORTH_A_PROCESS))


def extract_all(
    documents: Sequence[Document],
    extractor: str,
    jobs: int | None,
    cache: Cache | None,
    spend: Callable[[str], None],
    engine: str = DEFAULT_ENGINE,
) -> Iterator[Extraction]:
    """The extraction of each document, in their order; from the cache where it has one.

    At any moment it holds no more of them than a few for each process. What was read is in the cache at once, so that
    nothing is lost when the run ends early. `engine` is a name and, for one that has any, `:` and an address. `spend`
    is told, before the first is read, what an extractor that costs is about to cost. Raises UsageError for an unknown
    extractor or engine, what the engine raises, and KgError where the extractor cannot work at all.
    """
    name, _, address = engine.partition(":")
    spread = plugins.load("engines", name)
    plugins.load("extractors", extractor)

    def keep(document: Document, extraction: Extraction) -> None:
        if cache and not any(issue.stage == FAILED for issue in extraction.issues):
            cache.put(document, extraction)

    unread = [document for document in documents if not (cache and cache.has(document))]
    if unread and extractor in plugins.table("costs"):
        spend(plugins.load("costs", extractor)(unread))
    fresh = spread(unread, extractor, jobs, address, keep)
    missing = {document.id for document in unread}
    for document in documents:
        kept = cache.get(document) if cache and document.id not in missing else None
        if kept is None and document.id not in missing:
            kept = extract_one(extractor, document)
            keep(document, kept)
        yield kept or next(fresh)


def extract_one(extractor: str, document: Document) -> Extraction:
    """The extraction of one paper, or an empty one with an Issue where the extractor fails on it.

    Raises KgError where the extractor cannot work at all.
    """
    try:
        extraction: Extraction = plugins.load("extractors", extractor)(document)
    except BadDocument as error:
        return Extraction(document.id, issues=(Issue(FAILED, document.id, str(error)),))
    except KgError:
        raise
    except Exception as error:
        fault = f"the extractor '{extractor}' failed on it ({type(error).__name__}: {error}); please report it"
        return Extraction(document.id, issues=(Issue(FAILED, document.id, fault),))
    return extraction
