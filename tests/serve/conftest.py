"""A served graph of two papers, one of them hostile; without the extra `serve` nothing here is collected."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from kg.core import ids
from kg.core.types import DocId, Document, Entity, Fact, Graph, Mention, Result
from kg.export.rdf import turtle
from kg.graph import store

if not all(importlib.util.find_spec(name) for name in ("starlette", "uvicorn", "jinja2")):
    collect_ignore_glob = ["test_*.py"]

HOSTILE = '<script>alert("x")</script> & \u202eevil'
ABSTRACT = "We propose OmniMoE, which outperforms PEER by 10.9x on seven benchmarks."


class Site:
    """A server at `url`, asked as a client does that follows no redirect."""

    def __init__(self, url: str) -> None:
        self.url = url.removesuffix("/")
        self._opener = build_opener(_NoRedirect)

    def get(self, path: str, body: bytes | None = None, method: str | None = None, **headers: str) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            return Reply(self._opener.open(Request(self.url + path, body, named, method=method), timeout=60))
        except HTTPError as error:
            return Reply(error)

    def sparql(self, query: str, **headers: str) -> Reply:
        return self.get("/sparql?" + urlencode({"query": query}), **headers)


class Reply:
    def __init__(self, response) -> None:
        self.status = response.status
        self.headers = response.headers
        self.type = response.headers.get_content_type()
        self.text = response.read().decode()


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@contextmanager
def serving(folder: Path, cache: Path, *words: str) -> Iterator[tuple[Site, subprocess.Popen[str]]]:
    """`kg serve` as a process of its own on a free port."""
    command = [sys.executable, "-m", "kg", "serve", "--graph", str(folder), "--port", "0", *words]
    environment = {**os.environ, "KG_CACHE": str(cache)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        line = next(line for line in process.stderr if " is at http" in line)
        yield Site(re.search(r"http\S+", line)[0]), process
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


def _graph() -> Graph:
    good = Document(DocId("omni/1"), ABSTRACT, authors=("Ana O'Neil",), year=2026, url="https://example.org/omni")
    evil = Document(DocId("evil"), f"{HOSTILE}\n\nWe use PEER.", title=HOSTILE, url="javascript:alert(1)")
    omni, peer, tag = (ids.entity(name) for name in ("omnimoe", "peer", "evil tag"))

    def said(paper: Document, words: str):
        start = paper.text.index(words)
        return paper.cut(start, start + len(words), "rule:test", 0.9)

    entities = (
        Entity(tag, "Concept", HOSTILE, (HOSTILE + "s",), (Mention("Concept", said(evil, HOSTILE)),)),
        Entity(omni, "Method", "OmniMoE", (), (Mention("Method", said(good, "OmniMoE")),)),
        Entity(peer, "Method", "PEER", ("expert retrieval",), (Mention("Method", said(good, "PEER")),)),
    )
    facts = (
        Fact(omni, "outperforms", peer, (said(good, ABSTRACT),), 0.8),
        Fact(ids.paper(evil.id), "mentions", tag, (said(evil, HOSTILE),), 0.9),
        Fact(ids.paper(evil.id), "uses", peer, (said(evil, "We use PEER."),), 0.9),
        Fact(ids.paper(good.id), "introduces", omni, (said(good, ABSTRACT),), 0.9),
    )
    result = Result(omni, None, None, "10.9x", Decimal("10.9"), "x", "ratio", peer, (said(good, ABSTRACT),))
    return Graph((evil, good), entities, facts, (result,), ((good.id, "https://github.com/example/omni"),))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build's folder with its store, its Turtle and a map."""
    place = tmp_path_factory.mktemp("exports")
    graph = _graph()
    store.save(graph, place / "graph.sqlite")
    turtle(graph, place / "graph.ttl")
    (place / "map.html").write_text("<!doctype html><title>Map</title>", encoding="utf-8")
    return place


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def serve():
    """`serving` as a fixture: test modules cannot import this one."""
    return serving


@pytest.fixture(scope="session")
def site(folder: Path, cache: Path) -> Iterator[Site]:
    with serving(folder, cache) as (served, _):
        yield served
