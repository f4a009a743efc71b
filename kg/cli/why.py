"""What is one thing and what is not: `kg why`, `kg review`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import AsJson, GraphFolder, store_of
from kg.cli.terminal import counted, safe, say, say_json, tell
from kg.core.errors import UsageError

if TYPE_CHECKING:
    from kg.query.review import Suggestion
    from kg.query.why import Named, Verdict

NO = 1


def add_to(app: typer.Typer) -> None:
    for command in (why, review):
        app.command()(command)


def why(
    a: Annotated[str, typer.Argument(metavar="A", help="A name or id of an entity.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    graph: GraphFolder = None,
    json: AsJson = False,
) -> int:
    """Say why two names are or are not one entity.

    Exits 1 when they are not.
    """
    from kg.query.why import why as reasons_for

    verdict = reasons_for(store_of(graph), a, b)
    if json:
        say_json(verdict.to_json())
    else:
        _say_verdict(verdict)
    return 0 if verdict.is_one else NO


def _say_verdict(verdict: Verdict) -> None:
    first, second = verdict.a_is[0], verdict.b_is[0]
    if verdict.is_one:
        say(f"one entity: {_entity(first)}  ({verdict.score:.2f} sure)")
    else:
        say(f"two entities  ({verdict.score:.2f} sure)")
        say(f"  {_entity(first)}")
        say(f"  {_entity(second)}")
    for step in verdict.steps:
        say(f"  “{safe(step.left)}” and “{safe(step.right)}”: {safe(step.why)}  ({step.score:.2f})")
    for step in verdict.dissent:
        say(f"  “{safe(step.left)}”: {safe(step.why)}  ({step.score:.2f})")
    for asked, others in ((verdict.a, verdict.a_is[1:]), (verdict.b, verdict.b_is[1:])):
        for other in others:
            say(f"  “{safe(asked)}” is also a name of {_entity(other)}")


def _entity(one: Named) -> str:
    return f"{safe(one.name)}  ({safe(one.type)})  {safe(one.id)}"


def review(
    who: Annotated[str | None, typer.Option("--who", help="Who decides; else the name you are logged in by.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 20,
    graph: GraphFolder = None,
    json: AsJson = False,
) -> None:
    """List doubtful merges and near misses.

    Best first, as lines of a file of decisions, each behind a #: take the # away to decide so, and build again.
    """
    from kg.query.review import review as suggestions

    name = _name_of(who)
    found = suggestions(store_of(graph), limit)
    if json:
        for suggestion in found:
            say_json(suggestion.to_json())
        return
    for line in filter(None, (_line(suggestion, name) for suggestion in found)):
        say(f"# {line}")
    if not found:
        tell("nothing is in doubt")


def _line(suggestion: Suggestion, who: str) -> str | None:
    from datetime import date

    from kg.resolve.decisions import Decision

    note = f"{suggestion.why} ({suggestion.score:.2f} probable, {counted(suggestion.papers, 'paper')})"
    today = date.today().isoformat()
    return Decision(suggestion.decision, suggestion.name, suggestion.other, who, today, note).written()


def _name_of(who: str | None) -> str:
    import getpass

    if who is not None and not who.strip():
        raise UsageError("an empty --who: give the name of who decides")
    try:
        return who or getpass.getuser()
    except (OSError, KeyError) as error:
        raise UsageError("nobody is logged in: say who decides with --who NAME") from error
