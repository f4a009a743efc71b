"""Asking a finished graph: `kg lookup`, `kg show`, `kg list`, `kg stats`, `kg path`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import AsJson, GraphFolder, store_of
from kg.cli.terminal import counted, safe, say, say_json, say_quoted, say_table, tell

if TYPE_CHECKING:
    from kg.query.cards import Card, PaperCard

NO = 1
MOST = 1_000_000_000

Type = Annotated[str | None, typer.Option("--type", "-t", help="Only entities of this type.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=MOST, help="At most so many.")]


def add_to(app: typer.Typer) -> None:
    for command in (lookup, show, doubts, stats, path):
        app.command()(command)
    app.command("list")(list_entities)


def lookup(
    name: Annotated[str, typer.Argument(help="A name, an abbreviation, words of a title, an author.")],
    type: Type = None,
    limit: Limit = 10,
    graph: GraphFolder = None,
    json: AsJson = False,
) -> int:
    """Look an entity or a paper up.

    Exits 1 when there is none.
    """
    from kg.cli.cards import say_entity, say_paper
    from kg.query.doubts import doubtful
    from kg.query.lookup import lookup as look_up

    answer = look_up(store_of(graph), name, type, limit)
    found = len(answer.entities) + len(answer.papers)
    if json:
        say_json(answer.to_json())
        return 0 if found else NO
    if answer.match in ("near", "none") and doubtful(store_of(graph), name, 1):
        tell("something is said of it that is not sure enough: `kg doubts` with this name lists it")
    if not found:
        instead = f"; like it: {', '.join(answer.suggestions)}" if answer.suggestions else ""
        tell(f"nothing is called '{name}'{instead}")
        return NO
    if answer.match == "near":
        tell(f"nothing is called '{name}'; the nearest:")
    entities, papers = list(answer.entities), list(answer.papers)
    if entities:
        say_entity(entities.pop(0))
    elif len(papers) == 1:
        say_paper(papers.pop())
    if entities or papers:
        _say_choices(entities, papers)
    if answer.suggestions:
        tell(f"names with the same words: {', '.join(answer.suggestions)}")
    return 0


def _say_choices(cards: Sequence[Card], papers: Sequence[PaperCard]) -> None:
    """Further candidates, a line each, to be asked for by their ids."""
    say("\nalso found (kg show ID tells more)" if cards else "\npapers (kg show ID tells more)")
    say_table(
        [("", card.name, card.type, counted(len(card.papers), "paper"), card.id) for card in cards]
        + [("", paper.title, "Paper", paper.year or "", paper.id) for paper in papers]
    )


def show(
    node: Annotated[str, typer.Argument(metavar="ID", help="The id, IRI or name of an entity or a paper.")],
    graph: GraphFolder = None,
    json: AsJson = False,
) -> None:
    """Show all about one entity or paper."""
    from kg.cli.cards import say_entity, say_paper
    from kg.query.cards import Card
    from kg.query.lookup import show as look_at

    card = look_at(store_of(graph), node)
    if json:
        say_json(card.to_json())
    elif isinstance(card, Card):
        say_entity(card)
    else:
        say_paper(card)


def doubts(
    name: Annotated[str | None, typer.Argument(help="Only what is said of this entity.")] = None,
    limit: Limit = 20,
    graph: GraphFolder = None,
    json: AsJson = False,
) -> int:
    """List what was read but is not sure enough for the graph.

    The most probable first. Exits 1 when there is nothing.
    """
    from kg.query.doubts import doubtful

    found = doubtful(store_of(graph), name, limit)
    for one in found if json else ():
        say_json(one.to_json())
    if not json:
        say_table(
            [(f"{one.score:.2f}", one.subject or one.paper, one.predicate, one.object, one.quote) for one in found]
        )
    return 0 if found else NO


def list_entities(
    type: Type = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, max=MOST, help="At most so many.")] = None,
    graph: GraphFolder = None,
    json: AsJson = False,
) -> None:
    """List entities, those of most papers first."""
    from kg.query import overview

    listed = overview.list_entities(store_of(graph), type, limit)
    if json:
        for one in listed:
            say_json(one.to_json())
    else:
        say_table([(one.name, one.type, one.papers, one.id) for one in listed])


def stats(graph: GraphFolder = None, json: AsJson = False) -> None:
    """Count what is in the graph."""
    from kg.query import overview

    counts = overview.stats(store_of(graph))
    if json:
        say_json(counts.to_json())
        return
    say_table([("papers", counts.papers), ("entities", counts.entities), *_indented(counts.entities_by_type)])
    say_table([("facts", counts.facts), *_indented(counts.facts_by_predicate), ("results", counts.results)])
    say("\nmost shared")
    say_table([("", one.name, one.type, counted(one.papers, "paper")) for one in counts.most_shared])


def _indented(counts: dict[str, int]) -> list[tuple[str, int]]:
    return [(f"  {name}", count) for name, count in counts.items()]


def path(
    a: Annotated[str, typer.Argument(metavar="A", help="A name or id.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    graph: GraphFolder = None,
    json: AsJson = False,
) -> int:
    """Show the shortest chain of facts between two.

    Exits 1 when there is none.
    """
    from kg.core.schema import schema
    from kg.query.paths import shortest_path

    steps = shortest_path(store_of(graph), a, b)
    if json:
        say_json([step.to_json() for step in steps])
    elif not steps:
        tell(f"no chain of facts leads from '{a}' to '{b}'")
    for step in steps if not json else ():
        say(f"{safe(step.subject)} — {schema().labels[step.predicate]} — {safe(step.object)}  [{step.evidence.paper}]")
        say_quoted(step.evidence.quote, 2)
    return 0 if steps else NO
