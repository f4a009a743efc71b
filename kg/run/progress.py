"""How a run tells what it is doing."""

from __future__ import annotations


class Progress:
    """Told of each step; does nothing. The command line has one that draws."""

    def step(self, name: str, total: int | None = None) -> None:
        """A step of the line begins; `total` is how many things it will go through, where that is known."""

    def advance(self) -> None:
        """One thing of the step is done."""

    def spend(self, cost: str) -> None:
        """Told what the extractor is about to cost. One that asks raises UsageError where nobody agrees."""

    def warn(self, message: str) -> None:
        """Something went wrong that the run can go on without."""
