"""From papers: `kg build`, `kg extract`, `kg read`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import Yes
from kg.cli.terminal import counted, say_json, say_table, shown_progress, tell
from kg.core.errors import UsageError
from kg.run.plugins import DEFAULT_ENGINE, DEFAULT_EXTRACTOR, DEFAULT_MIN_SCORE

if TYPE_CHECKING:
    from kg.core.types import Issue

STRICT = 3

Paths = Annotated[list[str], typer.Argument(metavar="PATH…", help="Files or folders of papers; - is stdin.")]
Format = Annotated[str | None, typer.Option("--format", help="The papers' format, if their content does not tell.")]
Extractor = Annotated[str, typer.Option("--extractor", help="What reads the papers.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, help="Processes; as many as are worth it if not given.")
]
Engine = Annotated[
    str, typer.Option("--engine", help="Where papers are read: processes, ray (this machine), ray:ADDRESS (a cluster).")
]
CacheFolder = Annotated[
    Path | None, typer.Option("--cache", help="Where extractions are kept; else KG_CACHE, else the platform's folder.")
]
MinScore = Annotated[float, typer.Option("--min-score", min=0, max=1, help="How probable what is kept must be.")]
DecisionsFile = Annotated[
    Path | None, typer.Option("--decisions", help="Decisions by hand; those of the ontology if not given.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit 3 if any record could not be read.")]


def add_to(app: typer.Typer) -> None:
    for command in (build, extract, read):
        app.command()(command)


def build(
    paths: Paths,
    out: Annotated[str, typer.Option("--out", "-o", help="The folder to write to.")] = "exports",
    format: Format = None,
    extractor: Extractor = DEFAULT_EXTRACTOR,
    jobs: Jobs = None,
    engine: Engine = DEFAULT_ENGINE,
    cache: CacheFolder = None,
    min_score: MinScore = DEFAULT_MIN_SCORE,
    decisions: DecisionsFile = None,
    yes: Yes = False,
    strict: Strict = False,
) -> int:
    """Build the graph of exactly these papers."""
    from kg.run import pipeline
    from kg.run.pipeline import Options

    if not out:
        raise UsageError("an empty -o: give a folder to write to")
    folder = Path(out)
    with shown_progress(yes) as progress:
        options = Options(format, extractor, jobs, cache, min_score, decisions, engine)
        report = pipeline.build_to(folder, paths, options, progress)
    graph = report.graph
    tell(
        f"{counted(len(graph.papers), 'paper')}, {len(graph.entities)} entities, "
        f"{counted(len(graph.facts), 'fact')}, {counted(len(graph.results), 'result')} in {folder}; "
        f"the map is {folder / 'map.html'}"
    )
    return _ending(report.issues, strict)


def extract(
    paths: Paths,
    format: Format = None,
    extractor: Extractor = DEFAULT_EXTRACTOR,
    jobs: Jobs = None,
    engine: Engine = DEFAULT_ENGINE,
    cache: CacheFolder = None,
    min_score: MinScore = 0.0,
    yes: Yes = False,
    strict: Strict = False,
    json: Annotated[bool, typer.Option("--json", help="JSON Lines, which is what it prints anyway.")] = True,
) -> int:
    """Print what each paper says, as annotations.

    One paper a line; nothing is resolved across papers.
    """
    from kg.core.types import Issue
    from kg.export.annotations import of_extraction
    from kg.run import pipeline
    from kg.run.pipeline import Options

    issues = []
    with shown_progress(yes) as progress:
        options = Options(format, extractor, jobs, cache, min_score, engine=engine)
        for item in pipeline.extract(paths, options, progress):
            if isinstance(item, Issue):
                issues.append(item)
            else:
                document, extraction = item
                issues.extend(extraction.issues)
                say_json(of_extraction(document, extraction))
    return _ending(tuple(issues), strict)


def read(
    paths: Paths,
    format: Format = None,
    strict: Strict = False,
    json: Annotated[bool, typer.Option("--json", help="JSON Lines, one paper a line.")] = False,
) -> int:
    """Print the papers that the files hold."""
    from kg.core.codec import document_to_json
    from kg.core.types import Issue
    from kg.run import pipeline

    issues = []
    rows = []
    for item in pipeline.read(paths, format):
        if isinstance(item, Issue):
            issues.append(item)
        elif json:
            say_json(document_to_json(item))
        else:
            rows.append((item.id, item.year or "", item.title or item.text[:200]))
    say_table(rows)
    return _ending(tuple(issues), strict)


def _ending(issues: tuple[Issue, ...], strict: bool) -> int:
    for issue in issues:
        tell(f"warning: {issue}")
    return STRICT if strict and issues else 0
