"""Runs a command that ends when the process that asked for it does, whatever ends that: `python -m kg.query.minder …`.

Its stdin is a pipe whose other end only the asking process holds, so that it ends when that process does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def main() -> None:
    child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
    threading.Thread(target=_end_with_stdin, args=(child,), daemon=True).start()
    sys.exit(abs(child.wait()))


def _end_with_stdin(child: subprocess.Popen[bytes]) -> None:
    sys.stdin.buffer.read()
    child.kill()
    child.wait()
    os._exit(1)


if __name__ == "__main__":
    main()
