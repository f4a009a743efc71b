"""What changed from one build to another: `kg diff`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.options import AsJson, store_of
from kg.cli.terminal import safe, say, say_json, tell

if TYPE_CHECKING:
    from kg.query.diff import Changes

_Row = Mapping[str, Any]
_WORDS: dict[str, Callable[[_Row], str]] = {
    "papers": lambda row: f"paper {row['id']}: {row['name']}",
    "entities": lambda row: f"{row['type']} {row['name']} ({row['id']})",
    "facts": lambda row: f"{row['subject_name']} {row['predicate']} {row['object_name']} ({row['score']:.2f})",
    "results": lambda row: f"result {row['value']} ({row['kind']}) in {row['paper']}",
}


def add_to(app: typer.Typer) -> None:
    app.command()(diff)


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The folder of a build.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The folder of another.")],
    json: AsJson = False,
) -> None:
    """Show what changed from one graph to another.

    A line each: + is new, - is gone, ~ is other than before.
    """
    from kg.query.diff import diff as changes_between

    changes = changes_between(store_of(old), store_of(new))
    if json:
        say_json({what: found.to_json() for what, found in changes.items()})
        return
    for what, found in changes.items():
        _say(found, _WORDS[what])
    tell("; ".join(_summary(what, found) for what, found in changes.items() if len(found)) or "nothing changed")


def _say(changes: Changes, words: Callable[[_Row], str]) -> None:
    for sign, rows in (("-", changes.removed), ("+", changes.added)):
        for row in rows:
            say(safe(f"{sign} {words(row)}"))
    for before, after in changes.changed:
        other = [f"{key} {_short(before[key], after[key])}" for key in after if before[key] != after[key]]
        say(safe(f"~ {words(after)}: {', '.join(other)}"))


def _short(before: Any, after: Any) -> str:
    if isinstance(before, list):
        gone, come = (sorted(set(one) - set(other)) for one, other in ((before, after), (after, before)))
        return " ".join([*(f"-{name}" for name in gone), *(f"+{name}" for name in come)])
    return f"{before} → {after}"


def _summary(what: str, changes: Changes) -> str:
    return f"{what}: {len(changes.added)} new, {len(changes.removed)} gone, {len(changes.changed)} changed"
