"""Names by themselves, without papers or a graph: `kg resolve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import AsJson
from kg.cli.terminal import safe, say, say_json


def add_to(app: typer.Typer) -> None:
    app.command()(resolve)


def resolve(
    names: Annotated[str, typer.Argument(metavar="FILE", help="Names, one a line; - is stdin.")],
    type: Annotated[str | None, typer.Option("--type", "-t", help="What type of thing they all name.")] = None,
    decisions: Annotated[
        Path | None, typer.Option("--decisions", help="Decisions by hand; those of the ontology if not given.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Group names that mean one thing.

    Reads no graph; every name is in one group, with the reasons that join it to others.
    """
    from kg.query.lookup import known_type
    from kg.resolve.decisions import read
    from kg.resolve.names_only import resolve_names
    from kg.run.gold import text_in

    known = None if type is None else known_type(type)
    decided = read(decisions)
    lines = text_in(names).split("\n")
    groups = resolve_names([(line.strip(), known) for line in lines], decided)
    if json:
        say_json([group.to_json() for group in groups])
        return
    for group in groups:
        say(f"{safe(group.name)}  ({safe(group.type or 'no type')})")
        for member in group.members:
            say(f"  {safe(member)}")
        for reason in group.why:
            say(f"    {safe(reason)}")
