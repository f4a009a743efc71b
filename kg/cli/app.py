"""`kg`: the commands together, and how they end.

Exit codes: 0 ok · 1 asked and the answer is no · 2 usage · 3 data or environment · 70 bug · 130 interrupt.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from typing import Annotated

import click
import typer

import kg
from kg.cli import ask, build, diff, evaluate, files, resolve, serve, sparql, why
from kg.cli.terminal import tell
from kg.core.errors import KgError

BUG = 70
INTERRUPT = 130

app = typer.Typer(
    name="kg",
    help="A knowledge graph of machine-learning papers in which every statement carries the words that prove it.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for room in (build, diff, ask, sparql, files, evaluate, resolve, why, serve):
    room.add_to(app)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        typer.echo(f"kg {kg.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run `kg` on the command line's words and leave with its exit code."""
    _open_streams()
    sys.exit(run(sys.argv[1:]))


def _open_streams() -> None:
    """The standard streams in UTF-8 whatever the locale; one that was closed leads nowhere."""
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if flags == os.O_RDONLY else "w"
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline=None if name == "stdin" else "\n")


def run(words: list[str]) -> int:
    """Run the command that `words` say; every way that it can end becomes an exit code and at most one line."""
    try:
        code = app(args=words, prog_name="kg", standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPT:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except KgError as error:
        tell(f"kg: {error}")
        for line in error.shown:
            tell(line)
        return error.code
    except click.ClickException as error:
        tell(f"kg: {error.format_message()} (kg --help shows how)")
        return error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        tell("kg: interrupted")
        return INTERRUPT
    except Exception as error:
        if os.environ.get("KG_DEBUG"):
            traceback.print_exc()
        tell(f"kg: a bug ({type(error).__name__}: {error}); please report it with what KG_DEBUG=1 prints")
        return BUG
