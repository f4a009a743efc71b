"""The README's commands, for the tests and for `.ci/run`: `python tests/readme.py install|test` prints one of the two.

A fenced block is a command block where its first line's info string is `sh`; the first two are install and test.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    """The README's fenced blocks of one language, in order."""
    text = README.read_text(encoding="utf-8")
    return [body for name, body in _BLOCK.findall(text) if name == language]


if __name__ == "__main__":
    sys.stdout.write(blocks("sh")[["install", "test"].index(sys.argv[1])])
