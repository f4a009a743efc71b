"""Files from a finished graph, and whether it is whole: `kg export`, `kg map`, `kg check`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.graph_option import GraphFolder, store_of
from kg.cli.terminal import safe, say, tell
from kg.core.errors import DataError
from kg.run import plugins

NO = 1


def add_to(app: typer.Typer) -> None:
    for command in (export, map, check):
        app.command()(command)


def export(
    format: Annotated[str, typer.Argument(help=f"One of {', '.join(plugins.EXPORTERS)}.")],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="The file to write; stdout if not given.")
    ] = "-",
    graph: GraphFolder = None,
) -> None:
    """Write one export of the graph."""
    _write(format, out, graph)


def map(
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="The file to write; - is stdout.")
    ] = "map.html",
    graph: GraphFolder = None,
) -> None:
    """Draw the map: one HTML file, offline."""
    _write("map", out, graph)
    if out != "-":
        tell(f"the map is {out}")


def check(graph: GraphFolder = None) -> int:
    """Check every quote, fact and type.

    Quotes stand at their offsets, facts have evidence and keep to the ontology. Exits 1 when there is a fault.
    """
    from kg.graph import store
    from kg.graph.check import check as faults_of

    faults = faults_of(store.load(store_of(graph)))
    for fault in faults:
        say(safe(fault))
    tell(f"{len(faults)} faults" if faults else "no faults")
    return NO if faults else 0


def _write(exporter: str, out: str, graph: Path | None) -> None:
    """Write an export beside the file `out` and rename it; through to stdout, or to what is no regular file."""
    from kg.graph import store

    write = plugins.load("exporters", exporter)
    whole = store.load(store_of(graph))
    target = Path(out).resolve()
    renames = out != "-" and (target.is_file() or not target.exists())
    try:
        with tempfile.TemporaryDirectory(dir=target.parent if renames else None, prefix=".kg.") as folder:
            beside = Path(folder) / "export"
            write(whole, beside)
            if renames:
                beside.replace(target)
            elif out == "-":
                sys.stdout.flush()
                sys.stdout.buffer.write(beside.read_bytes())
            else:
                target.write_bytes(beside.read_bytes())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise DataError(f"cannot write {out}: {error.strerror or error}") from error
