"""Files from a finished graph, and whether it is whole: `kg export`, `kg map`, `kg check`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import GraphFolder, store_of
from kg.cli.terminal import safe, say, tell
from kg.core.errors import DataError
from kg.core.types import Graph, NodeId
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
    """Write one export of the graph.

    Two need none: `ontology`, the page of what a graph can say, and `context`, the meaning of JSON-LD's keys.
    """
    exporter = plugins.load("exporters", format)
    _write(exporter, out, Graph((), (), (), ()) if format in plugins.WITHOUT_GRAPH else _loaded(graph))


def map(
    view: Annotated[str, typer.Option("--view", help="What it opens on: both, papers or entities.")] = "both",
    around: Annotated[
        str | None, typer.Option("--around", metavar="NAME", help="Only what lies around this entity or paper.")
    ] = None,
    hops: Annotated[int, typer.Option("--hops", min=1, help="So many steps around it.")] = 2,
    type: Annotated[
        list[str] | None, typer.Option("--type", "-t", help="Only entities of this type; may be given again.")
    ] = None,
    min_papers: Annotated[
        int, typer.Option("--min-papers", min=1, help="Only entities that at least so many papers have.")
    ] = 1,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="The file to write; - is stdout.")
    ] = "map.html",
    graph: GraphFolder = None,
) -> int:
    """Draw the map, or a part of it: one HTML file, offline.

    Exits 1 when nothing is called NAME.
    """
    from kg.export.map import html, part
    from kg.query.lookup import known_type

    types = [known_type(name) for name in type or ()]
    nodes = [] if around is None else _named(around, graph)
    if around is not None and not nodes:
        return NO
    _write(lambda whole, path: html(part(whole, nodes, hops, types, min_papers), path, view), out, _loaded(graph))
    if out != "-":
        tell(f"the map is {out}")
    return 0


def _named(name: str, graph: Path | None) -> list[NodeId]:
    """The entity, else the paper, that has this name; none, having said so, where there is no such."""
    from kg.query.lookup import lookup

    answer = lookup(store_of(graph), name, limit=1)
    for found, called in [
        *((one.id, one.name) for one in answer.entities),
        *((one.id, one.title) for one in answer.papers),
    ]:
        if answer.match == "near":
            tell(f"nothing is called '{name}'; the nearest: {called}")
        return [NodeId(found)]
    instead = f"; like it: {', '.join(answer.suggestions)}" if answer.suggestions else ""
    tell(f"nothing is called '{name}'{instead}")
    return []


def check(graph: GraphFolder = None) -> int:
    """Check every quote, fact and type.

    Quotes stand at their offsets, facts have evidence and keep to the ontology, the RDF keeps to its SHACL shapes.
    Exits 1 when there is a fault.
    """
    from kg.graph.check import check as faults_of
    from kg.query import shapes
    from kg.run.cache import default_folder

    faults = (*faults_of(_loaded(graph)), *shapes.faults(store_of(graph).parent, default_folder()))
    for fault in faults:
        say(safe(fault))
    tell(f"{len(faults)} faults" if faults else "no faults")
    return NO if faults else 0


def _loaded(graph: Path | None) -> Graph:
    from kg.graph import store

    return store.load(store_of(graph))


def _write(write: Callable[[Graph, Path], None], out: str, graph: Graph) -> None:
    """Write an export, and what it makes besides, beside the file `out` and rename it; through to stdout, or to what is
    no regular file."""
    target = Path(out).resolve()
    renames = out != "-" and (target.is_file() or not target.exists())
    try:
        with tempfile.TemporaryDirectory(dir=target.parent if renames else None, prefix=".kg.") as folder:
            beside = Path(folder) / (target.name or "export")
            write(graph, beside)
            made = sorted(Path(folder).iterdir())
            if renames:
                for path in made:
                    path.replace(target.with_name(path.name))
            elif out == "-":
                sys.stdout.flush()
                sys.stdout.buffer.writelines(path.read_bytes() for path in made)
            else:
                target.write_bytes(b"".join(path.read_bytes() for path in made))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise DataError(f"cannot write {out}: {error.strerror or error}") from error
