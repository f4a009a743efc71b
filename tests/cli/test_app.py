from __future__ import annotations

import subprocess
import sys

import pytest

import kg as package
from kg.cli import app
from kg.core.errors import DataError

COMMANDS = ("build", "extract", "read", "lookup", "show", "list", "stats", "path", "sparql", "queries", "export", "map")


def test_version(kg) -> None:
    assert kg("--version").stdout == f"kg {package.__version__}\n"


def test_help_lists_the_commands(kg) -> None:
    done = kg("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (DataError("no graph in out: make one"), 3, "kg: no graph in out: make one\n"),
        (KeyboardInterrupt(), 130, "kg: interrupted\n"),
        (
            ZeroDivisionError("x"),
            70,
            "kg: a bug (ZeroDivisionError: x); please report it with what KG_DEBUG=1 prints\n",
        ),
    ],
)
def test_every_ending_has_its_code_and_one_line(
    error: BaseException, code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(app, "app", fail)
    assert app.run([]) == code
    assert capsys.readouterr().err == line


def test_kg_alone_prints_its_help(kg) -> None:
    assert kg().stdout == kg("--help").stdout


def test_closed_streams_are_no_bug(tmp_path) -> None:
    for line in ("kg --help >&-", "kg --help >&- 2>&-", "kg read - <&-"):
        command = line.replace("kg", f"{sys.executable} -m kg", 1)
        assert subprocess.run(["bash", "-c", command], capture_output=True, check=False).returncode in (0, 3)
