"""Files from a finished graph, and whether it is whole: `kg export`, `kg map`, `kg check`."""

from __future__ import annotations

import os
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
    from kg.graph import store

    write = plugins.load("exporters", exporter)
    whole = store.load(store_of(graph))
    target = Path(out)
    folder = Path(tempfile.gettempdir()) if out == "-" else target.parent
    try:
        descriptor, name = tempfile.mkstemp(dir=folder, prefix=".kg.")
        os.close(descriptor)
        beside = Path(name)
        try:
            write(whole, beside)
            if out == "-":
                sys.stdout.flush()
                sys.stdout.buffer.write(beside.read_bytes())
            else:
                beside.chmod(0o644)
                beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise DataError(f"cannot write {out}: {error.strerror or error}") from error
