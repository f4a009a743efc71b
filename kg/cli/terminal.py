"""Words on a terminal: the one place where text is made safe for it, tables, and progress.

stdout has the answer only; progress, warnings and summaries go to stderr.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from kg.core.errors import UsageError
from kg.run.progress import Progress

if TYPE_CHECKING:
    from rich.progress import TaskID

_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SECONDS_TO_A_LINE = 20.0
_NARROWEST = 40
_BLANKS = re.compile(r"[\t\n\u2028\u2029]+")


def safe(text: object) -> str:
    """`text` on one line, with the characters that could move the cursor or turn the writing round shown as `�`."""
    return _UNSAFE.sub("�", _BLANKS.sub(" ", str(text)))


def say(line: str = "") -> None:
    """A line of the answer; the caller has made its parts `safe`."""
    sys.stdout.write(line + "\n")


def say_lines(text: str) -> None:
    """Lines of the answer as they are, but for what a terminal could act on."""
    for line in text.splitlines():
        say(safe(line))


def say_json(value: Any) -> None:
    """A JSON value on one line of the answer."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode() + "\n")


def tell(line: str) -> None:
    """A line beside the answer: a warning, a summary."""
    sys.stderr.write(safe(line) + "\n")


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def shorten(text: object, width: int) -> str:
    """`text`, safe and at most `width` characters, cut with an ellipsis."""
    line = safe(text)
    return line if len(line) <= width else line[: max(width - 1, 0)].rstrip() + "…"


def say_quoted(quote: str, indent: int) -> None:
    """A paper's words as a line of its own, `indent` blanks from the left, cut to the terminal."""
    width = max(width_of_terminal() - indent - 2, _NARROWEST)
    say(" " * indent + shorten(f"“{safe(quote)}”", width))


def say_table(rows: Iterable[Sequence[object]]) -> None:
    """Rows in columns as wide as their widest cell; the last column takes what is left of the terminal."""
    cells = [[safe(cell) for cell in row] for row in rows]
    if not cells:
        return
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]) - 1)]
    left = max(width_of_terminal() - sum(widths) - 2 * len(widths), 20)
    for row in cells:
        head = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        say("  ".join([*head, shorten(row[-1], left)]).rstrip())


def width_of_terminal() -> int:
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 10_000


class Lines(Progress):
    """Progress where no one looks on: warnings, what is to be agreed to (`yes` agrees to it), and now and then, by
    `clock`, a line that says how far a step is."""

    def __init__(self, yes: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._yes, self._clock = yes, clock
        self._step, self._total, self._done = "", 0, 0
        self._told_at, self._told_done = clock(), 0

    def step(self, name: str, total: int | None = None) -> None:
        self._step, self._total, self._done = name, total or 0, 0
        self._told_at, self._told_done = self._clock(), 0

    def advance(self) -> None:
        self._done += 1
        seconds = self._clock() - self._told_at
        if seconds >= _SECONDS_TO_A_LINE:
            tell(f"{self._step}: {self._how_far((self._done - self._told_done) / seconds)}")
            self._told_at, self._told_done = self._clock(), self._done

    def _how_far(self, rate: float) -> str:
        """How much is done and, where it is known, how long the rest takes if it goes on as since the last line."""
        if not self._total:
            return f"{self._done}, {rate:.1f}/s"
        left = timedelta(seconds=round((self._total - self._done) / rate))
        return f"{self._done} of {self._total}, {rate:.1f}/s, {left} left"

    def spend(self, cost: str) -> None:
        import click

        tell(cost)
        if self._yes:
            return
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError("no one is here to agree to that: give --yes to agree beforehand")
        if not click.confirm("Go on?", err=True):
            raise UsageError("nothing was sent; --extractor rules costs nothing")

    def warn(self, message: str) -> None:
        tell(f"warning: {message}")


class Bar(Lines):
    """Progress on a terminal: a bar a step, gone when all is done."""

    def __init__(self, yes: bool = False) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        class Rate(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(f"{task.speed:.1f}/s" if task.speed else "")

        super().__init__(yes)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            TimeRemainingColumn(),
        )
        self._bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def step(self, name: str, total: int | None = None) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=total)

    def advance(self) -> None:
        if self._task is not None:
            self._bar.advance(self._task)

    def spend(self, cost: str) -> None:
        self._bar.stop()
        super().spend(cost)
        self._bar.start()

    def warn(self, message: str) -> None:
        from rich.text import Text

        self._bar.console.print(Text(f"warning: {safe(message)}"))


@contextmanager
def shown_progress(yes: bool = False) -> Iterator[Progress]:
    """A bar where someone looks on, else lines."""
    if sys.stderr.isatty():
        with Bar(yes) as bar:
            yield bar
    else:
        yield Lines(yes)
