"""Asking in SPARQL: `kg sparql`, `kg queries`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import AsJson, GraphFolder, folder_of
from kg.cli.terminal import say_json, say_lines, say_table, tell
from kg.core.errors import DataError, UsageError

if TYPE_CHECKING:
    from kg.query.queries import NamedQuery

NO = 1
MOST = 1_000_000_000
A_DAY = 86_400

Format = Annotated[str, typer.Option("--format", "-f", help="One of table, json, csv, tsv, xml, turtle.")]
Endpoint = Annotated[
    str | None, typer.Option("--endpoint", metavar="URL", help="Ask this SPARQL 1.1 service, not the export.")
]
Explain = Annotated[bool, typer.Option("--explain", help="Show how the query is carried out, not its answer.")]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", min=0.001, max=A_DAY, help="Stop a query that takes longer.")
]
Limit = Annotated[int | None, typer.Option("--limit", "-n", min=1, max=MOST, help="At most so many rows or triples.")]


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom to ask, and how, as the command line says."""

    graph: Path | None
    format: str
    endpoint: str | None
    explain: bool
    timeout: float
    limit: int | None


def add_to(app: typer.Typer) -> None:
    app.command("sparql")(sparql)
    group = typer.Typer(help="List or run named questions.", rich_markup_mode=None)
    group.callback(invoke_without_command=True)(list_queries)
    group.command("run")(run_query)
    app.add_typer(group, name="queries")


def sparql(
    query: Annotated[str, typer.Argument(metavar="QUERY|FILE.rq|-", help="A query, a file of one, or - for stdin.")],
    graph: GraphFolder = None,
    format: Format = "table",
    endpoint: Endpoint = None,
    explain: Explain = False,
    timeout: Timeout = 30.0,
    limit: Limit = None,
) -> int:
    """Ask the RDF export in SPARQL, or a service elsewhere.

    The usual prefixes are declared already. An ASK that is false exits 1.
    """
    return _answer(_text_of(query), Asking(graph, format, endpoint, explain, timeout, limit))


def list_queries(context: typer.Context, json: AsJson = False) -> None:
    """List the named questions, with the parameters that each takes."""
    from kg.query.queries import queries

    if context.invoked_subcommand:
        return
    for query in queries():
        parameters = {one.name: one.default for one in query.parameters}
        if json:
            say_json({"name": query.name, "title": query.title, "parameters": parameters})
    if not json:
        say_table([(query.name, query.title, _parameters(query)) for query in queries()])


def run_query(
    name: Annotated[str, typer.Argument(help="The name of a question, as `kg queries` lists it.")],
    param: Annotated[list[str] | None, typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter.")] = None,
    graph: GraphFolder = None,
    format: Format = "table",
    endpoint: Endpoint = None,
    explain: Explain = False,
    timeout: Timeout = 30.0,
    limit: Limit = None,
) -> int:
    """Run a named question."""
    from kg.query.queries import named

    values = {}
    for given in param or []:
        key, equals, value = given.partition("=")
        if not equals:
            raise UsageError(f"--param {given}: write it as NAME=VALUE")
        values[key] = value
    question = named(name)
    bound = question.bind(values)
    chosen = {one.name: values.get(one.name, one.default) for one in question.parameters}
    tell(f"{question.title}{''.join(f'; {key}={value}' for key, value in chosen.items())}")
    return _answer(bound, Asking(graph, format, endpoint, explain, timeout, limit))


def _answer(query: str, asking: Asking) -> int:
    from kg.query import sparql as rdf
    from kg.run.cache import default_folder

    limits = rdf.Limits(asking.timeout, asking.limit)
    if asking.endpoint and asking.explain:
        raise UsageError("--explain tells of the export; a service elsewhere cannot be asked for it")
    if asking.endpoint:
        reply = rdf.query_endpoint(asking.endpoint, query, limits)
    elif asking.explain:
        say_lines(rdf.explain(folder_of(asking.graph), query, limits, default_folder()))
        return 0
    else:
        reply = rdf.query(folder_of(asking.graph), query, limits, default_folder())
    text = reply.text(asking.format)
    if asking.format == "table":
        say_lines(text)
    else:
        sys.stdout.write(text)
    return NO if reply.kind == "boolean" and not reply.yes else 0


def _text_of(query: str) -> str:
    if query == "-":
        return sys.stdin.read()
    if not query.endswith((".rq", ".sparql")):
        return query
    try:
        return Path(query).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{query} is not UTF-8: save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"cannot read {query}: {error.strerror}") from error


def _parameters(query: NamedQuery) -> str:
    return " ".join(f"{one.name}={one.default or '…'}" for one in query.parameters)
