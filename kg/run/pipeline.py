"""The line itself: read, extract, resolve, assemble, publish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.core.errors import DataError
from kg.core.garbage import not_collecting
from kg.core.types import Document, Extraction, Graph, Issue
from kg.extract.surest import surest
from kg.graph import store
from kg.graph.assemble import assemble
from kg.read import fold, read_paths
from kg.resolve import decisions, resolve
from kg.resolve.decisions import Decisions
from kg.resolve.parting import part
from kg.run import made, plugins, pool, publish
from kg.run.cache import Cache, default_folder
from kg.run.made import Made
from kg.run.plugins import DEFAULT_ENGINE, DEFAULT_EXTRACTOR, DEFAULT_MIN_SCORE, STORE
from kg.run.progress import Progress


@dataclass(frozen=True, slots=True)
class Options:
    """How to read papers: the `format` of the files (found by their content where None), the `extractor`, the number of
    processes (`jobs`; as many as are worth it where None), the folder of the cache (the shared one where None), and
    how probable an entity or a claim must be (`min_score`) to come into the graph, the file of decisions by hand
    (`decisions`; the ontology's where None), and where papers are extracted from (`engine`; "ray" is this machine,
    "ray:ADDRESS" a cluster)."""

    format: str | None = None
    extractor: str = DEFAULT_EXTRACTOR
    jobs: int | None = None
    cache: Path | None = None
    min_score: float = DEFAULT_MIN_SCORE
    decisions: Path | None = None
    engine: str = DEFAULT_ENGINE


@dataclass(frozen=True, slots=True)
class Report:
    """What a build made of its input: the graph, and what went wrong on the way."""

    graph: Graph
    issues: tuple[Issue, ...]


def read(paths: Sequence[str], format: str | None = None) -> Iterator[Document | Issue]:
    """The papers of `paths` as they stand there, one after another, and an Issue for each record that is none."""
    readers = {name: plugins.load("readers", name) for name in plugins.table("readers")}
    if format is not None:
        plugins.load("readers", format.partition(":")[0])
    return read_paths(paths, readers, format)


def extract(
    paths: Sequence[str], options: Options, progress: Progress
) -> Iterator[tuple[Document, Extraction] | Issue]:
    """Each paper of `paths` once, by id, with its extraction; the issues of reading first."""
    documents, issues = _papers(paths, options, progress)
    yield from issues
    for document, extraction in zip(documents, _extractions(documents, options, progress), strict=True):
        yield document, surest(extraction, options.min_score)


@not_collecting()
def graph_of(
    documents: Sequence[Document], extractions: Sequence[Extraction], min_score: float, decided: Decisions
) -> tuple[Graph, tuple[Issue, ...]]:
    """The graph of what is right in `extractions` with a probability of at least `min_score`, and the decisions that do
    not apply to it."""
    parted = part(extractions, decided)
    resolution = resolve(parted, decided)
    return assemble(documents, parted, resolution, min_score), resolution.issues


def build_to(folder: Path, paths: Sequence[str], options: Options, progress: Progress) -> Report:
    """Build the graph of the papers of `paths`, from exactly these, and write all its exports to `folder`, unless they
    are there already.

    Raises DataError where there is no paper in them, the decisions cannot be read, or `folder` cannot be written.
    """
    with publish.staging(folder) as place:
        decided = decisions.read(options.decisions)
        documents, issues = _papers(paths, options, progress)
        if not documents:
            reason = f": {issues[0]}" if issues else ""
            raise DataError(f"no paper in {', '.join(paths)}{reason}")
        extractions = tuple(_extractions(documents, options, progress))
        found = (*issues, *(issue for one in extractions for issue in one.issues))
        of = _made_of(documents, extractions, options)
        if held := made.held(folder, of):
            return Report(store.load(folder / STORE), (*found, *held.issues))
        progress.step("resolve")
        graph, not_applied = graph_of(documents, extractions, options.min_score, decided)
        progress.step("write", len(plugins.BUILD_WRITES))
        publish.publish(
            graph,
            place,
            folder,
            options.extractor,
            lambda _: progress.advance(),
            jobs=options.jobs,
            of=Made(of, not_applied),
        )
    return Report(graph, (*found, *not_applied))


def _made_of(documents: Sequence[Document], extractions: Sequence[Extraction], options: Options) -> str:
    decided = options.decisions.read_text(encoding="utf-8", errors="replace") if options.decisions else ""
    with not_collecting():
        read = zip(documents, extractions, strict=True)
        return made.digest(read, options.extractor, str(options.min_score), decided)


def _papers(
    paths: Sequence[str], options: Options, progress: Progress
) -> tuple[tuple[Document, ...], tuple[Issue, ...]]:
    progress.step("read")
    documents, issues = [], []
    for item in read(paths, options.format):
        if isinstance(item, Issue):
            issues.append(item)
        else:
            documents.append(item)
            progress.advance()
    papers, folding = fold(documents)
    return papers, (*issues, *folding)


def _extractions(documents: Sequence[Document], options: Options, progress: Progress) -> Iterator[Extraction]:
    progress.step("extract", len(documents))
    cache = Cache(options.cache or default_folder(), options.extractor, progress.warn)
    spend = progress.spend
    for extraction in pool.extract_all(documents, options.extractor, options.jobs, cache, spend, options.engine):
        progress.advance()
        yield extraction
