"""Another distribution with extractors that do strange things, found by every process that these tests start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kg.core.types import Graph
from kg.graph import store
from kg.run import plugins
from kg.run.plugins import STORE

_MODULE = """
import os, signal, time
from kg.core.errors import BadDocument, MissingExtra
from kg.core.types import Extraction

read = []

def fine(document):
    read.append(document.id)
    return Extraction(document.id, urls=("https://example.org/" + document.digest,))

def failing(document):
    if "bad" in document.text:
        raise ValueError("oops")
    if "unreadable" in document.text:
        raise BadDocument("no words in it")
    return fine(document)

def missing(document):
    raise MissingExtra("magic", "the extractor 'missing'")

def killed(document):
    if "bad" in document.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return fine(document)

def slow(document):
    with open(os.environ["SLOW"] + document.id, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(600 if "bad" in document.text else 0)
    return fine(document)

def placed(document):
    from kg.extract.rules import extract
    place, node = os.environ["PLACE"], os.environ["NODE"]
    open(os.path.join(place, document.id + "." + node), "x").close()
    of_second = lambda: sum(name.endswith("second") for name in os.listdir(place))
    while node == "first" and of_second() < 2:
        time.sleep(0.01)
    if node == "second" and of_second() == 2:
        time.sleep(600)
    return extract(document)
"""
_NAMES = ("fine", "failing", "missing", "killed", "slow", "placed")


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module with those extractors; its folder is first in PYTHONPATH too."""
    folder = tmp_path / "installed"
    described = folder / "strange-1.0.dist-info"
    described.mkdir(parents=True)
    (folder / "strange.py").write_text(_MODULE, encoding="utf-8")
    points = "".join(f"{name} = strange:{name}\n" for name in _NAMES)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n", encoding="utf-8")
    (described / "entry_points.txt").write_text(f"[kg.extractors]\n{points}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.delitem(sys.modules, "strange", raising=False)
    plugins._others.cache_clear()
    import strange as module

    yield module
    sys.modules.pop("strange", None)
    plugins._others.cache_clear()


@pytest.fixture
def graph(built: Path) -> Graph:
    """That of the 34 papers."""
    return store.load(built / STORE)
