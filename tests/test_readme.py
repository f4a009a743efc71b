"""Every command in the README runs, and prints what the README shows below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_spec = spec_from_file_location("readme", ROOT / "tests" / "readme.py")
readme = module_from_spec(_spec)
_spec.loader.exec_module(readme)

INSTALL, TEST, *TOUR = readme.blocks("sh")
COMMANDS = [line for block in TOUR for line in block.splitlines() if line and not line.startswith("#")]


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    (tmp_path / "out").symlink_to(built)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return tmp_path


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "KG_CACHE": str(folder / "cache")}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, folder: Path) -> None:
    done = shell(command, folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout or " -o " in command or "kg check" in command


@pytest.mark.parametrize("code", readme.blocks("python"))
def test_python(code: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_the_readme_shows_is_what_is_printed(folder: Path) -> None:
    shown = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", readme.README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert shown
    for command, output in shown:
        printed = shell(command, folder).stdout.splitlines()
        for line in output.splitlines():
            assert line == "…" or line in printed or any(whole.startswith(line.removesuffix("…")) for whole in printed)


def test_ci_runs_the_readme_s_two_commands() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "tests/readme.py install" in steps
    assert "tests/readme.py test" in steps
    assert "kg build tests/papers" in INSTALL
    assert "pytest" in TEST
