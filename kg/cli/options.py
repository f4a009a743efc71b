"""What several commands take: the graph to ask, `--json`, `--yes`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kg.core.errors import DataError
from kg.run.plugins import STORE

GraphFolder = Annotated[
    Path | None,
    typer.Option(
        "--graph", "-g", help="The folder of a build; else KG_GRAPH, else ./exports, else the current folder."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Agree to what the extractor costs.")]


def folder_of(given: Path | None) -> Path:
    """The folder that holds the graph to ask, all of one build. Raises DataError where there is none."""
    from kg.run import publish

    named = given or (Path(os.environ["KG_GRAPH"]) if os.environ.get("KG_GRAPH") else None)
    places = [named] if named else [Path("exports"), Path()]
    for place in places:
        publish.finish(place)
        if (place / STORE).is_file():
            return place
    where = str(named) if named else "./exports or the current folder"
    raise DataError(f"no graph in {where}: make one with kg build PATH… -o {named or 'exports'}")


def store_of(given: Path | None) -> Path:
    """The store of the graph to ask."""
    return folder_of(given) / STORE
