"""How well papers are read and names resolved: `kg eval`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.options import AsJson, Yes
from kg.cli.terminal import counted, say, say_json, say_table, shown_progress, tell
from kg.core.errors import UsageError
from kg.run.plugins import DEFAULT_EXTRACTOR

if TYPE_CHECKING:
    from kg.run.evaluate import Row, Score
    from kg.run.merges import Merges

_COLUMN = 6
_Cells = tuple[str, ...]


Gold = Annotated[str | None, typer.Argument(metavar="[GOLD]", help="Annotated papers, JSON Lines; - is stdin.")]
Pairs = Annotated[
    str | None, typer.Option("--pairs", metavar="FILE", help="Pairs of names to resolve, each with a verdict.")
]
Predictions = Annotated[
    str | None, typer.Option("--predictions", metavar="FILE", help="Annotations to measure instead of extracting.")
]
Extractor = Annotated[
    str | None, typer.Option("--extractor", help=f"What reads the papers; {DEFAULT_EXTRACTOR} if not given.")
]
MinScore = Annotated[float | None, typer.Option("--min-score", min=0, max=1, help="How probable what is kept must be.")]


def add_to(app: typer.Typer) -> None:
    app.command("eval")(evaluate)


def evaluate(
    gold: Gold = None,
    pairs: Pairs = None,
    predictions: Predictions = None,
    extractor: Extractor = None,
    min_score: MinScore = None,
    yes: Yes = False,
    json: AsJson = False,
) -> None:
    """Measure an extractor or the resolver.

    Precision, recall and F1 of what is extracted from annotated papers, and how far its scores can be believed (ECE);
    names that are merged wrongly, and that are missed.
    """
    from kg.run import merges
    from kg.run.evaluate import score
    from kg.run.gold import gold as annotated

    if gold is None and pairs is None:
        raise UsageError("nothing to measure by: give annotated papers, or names with --pairs")
    if predictions is not None and (gold is None or extractor is not None or min_score is not None):
        raise UsageError("--predictions needs GOLD, and goes with neither --extractor nor --min-score")
    given = None if pairs is None else merges.pairs(pairs)
    papers = None if gold is None else annotated(gold)
    table = None if papers is None else score(papers, _predicted(papers, predictions, extractor, min_score or 0.0, yes))
    judged = None if given is None else merges.judge(given)
    if json:
        say_json({**(table.to_json() if table else {}), **({"merges": judged.to_json()} if judged else {})})
        return
    if table:
        _say_score(table)
    if judged:
        _say_merges(judged)


def _predicted(
    papers: Mapping[str, Any], predictions: str | None, extractor: str | None, min_score: float, yes: bool
) -> Mapping[str, Any]:
    from kg.run.gold import extracted, predicted

    if predictions is None:
        with shown_progress(yes) as progress:
            return extracted(papers, extractor or DEFAULT_EXTRACTOR, min_score, progress)
    found = predicted(predictions)
    missing = len(papers.keys() - found.keys())
    if missing:
        tell(f"warning: {counted(missing, 'paper')} of {len(papers)} not in {predictions}, taken as without entities")
    return found


def _say_score(table: Score) -> None:
    say_table([_cells("", "P", "R", "F1", "gold", "pred"), *_rows(table.rows)])
    say()
    say_table([_cells("by type", "P", "R", "F1", "gold", "pred"), *_rows(table.types)])
    if table.calibration:
        say()
        say_table(
            [
                _cells("scores", "ECE", "mean", "right", "count"),
                *(
                    _cells(name, *map(_share, (one.error, one.score, one.right)), one.count)
                    for name, one in table.calibration.items()
                ),
            ]
        )


def _rows(rows: Mapping[str, Row]) -> Iterator[_Cells]:
    for name, row in rows.items():
        yield _cells(name, *map(_share, (row.precision, row.recall, row.f1)), row.gold, row.predicted)


def _share(value: float) -> str:
    return f"{value:.3f}"


def _cells(name: str, *values: object) -> _Cells:
    return (name.ljust(len("entities~type")), *(str(value).rjust(_COLUMN) for value in values))


def _say_merges(judged: Merges) -> None:
    say(f"{counted(judged.count, 'pair')}: {len(judged.wrong)} merged wrongly, {len(judged.missed)} missed")
    listed = [("merged", pair) for pair in judged.wrong] + [("missed", pair) for pair in judged.missed]
    say_table((f"  {what}", pair.left, pair.right, pair.type or "", pair.why) for what, pair in listed)
