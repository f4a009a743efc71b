"""What the tests share: the 34 papers, their extractions as committed, and a build of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import CompletedProcess, run
from sys import executable
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from kg.core.codec import document_from_json, extraction_from_json
from kg.core.types import Document, Extraction
from kg.extract import served
from kg.resolve.decisions import Decisions
from kg.run import plugins, publish
from kg.run.pipeline import graph_of

settings.register_profile("kg", deadline=None, derandomize=True)
settings.load_profile("kg")

Golden = tuple[tuple[Document, Extraction], ...]
MUCH = 0.3
TESTS = Path(__file__).parent
PAPERS = TESTS / "papers"


@pytest.fixture(scope="session")
def golden() -> Golden:
    """The 34 papers and what is extracted from them, as committed."""
    pairs = []
    for line in (TESTS / "golden" / "extractions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        document = document_from_json(row["document"])
        pairs.append((document, extraction_from_json(document, row["extraction"])))
    return tuple(pairs)


@pytest.fixture(scope="session")
def built(golden: Golden, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the committed extractions give, right with .3 or more so that there is much to ask for."""
    folder = tmp_path_factory.mktemp("built")
    documents, extractions = zip(*golden, strict=True)
    graph, _ = graph_of(documents, extractions, MUCH, Decisions())
    with publish.staging(folder) as place:
        publish.publish(graph, place, folder, plugins.DEFAULT_EXTRACTOR, lambda _: None)
    return folder


Kg = Callable[..., CompletedProcess[str]]


@pytest.fixture
def kg(tmp_path: Path) -> Kg:
    """Runs `kg` as a process of its own, in a folder of its own, with a cache of its own."""

    def call(*words: str | Path, stdin: str | bytes | None = None, **environment: str) -> CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = run(
            [executable, "-m", "kg", *map(str, words)],
            input=data if data is not None else b"",
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "KG_CACHE": str(tmp_path / "cache"), **environment},
            timeout=300,
            check=False,
        )
        return CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@dataclass
class LanguageModel:
    """A server on this machine that speaks OpenAI's protocol: how it replies to a text, what it was sent, and for how
    long it was waited for."""

    url: str = ""
    reply: Callable[[str], tuple[int, dict[str, str], str]] = lambda _: (500, {}, "")
    requests: list[tuple[dict[str, str], dict[str, Any]]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def says(self, *contents: str) -> None:
        """It will answer with these, one a request, the last again and again."""
        self.replies(*((200, {}, json.dumps({"choices": [{"message": {"content": c}}]})) for c in contents))

    def replies(self, *replies: tuple[int, dict[str, str], str]) -> None:
        """It will reply with these, one a request, the last again and again."""
        left = list(replies)
        self.reply = lambda _: left.pop(0) if len(left) > 1 else left[0]


@pytest.fixture
def language_model(monkeypatch: pytest.MonkeyPatch) -> Iterator[LanguageModel]:
    """A language model that the extractor `llm` asks."""
    model = LanguageModel()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model.requests.append(({"path": self.path, **dict(self.headers)}, body))
            status, headers, content = model.reply(body["messages"][-1]["content"])
            data = content.encode("utf-8", "surrogatepass")
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    monkeypatch.setenv("KG_LLM_URL", model.url)
    monkeypatch.setenv("KG_LLM_MODEL", "test-model")
    monkeypatch.delenv("KG_LLM_KEY", raising=False)
    monkeypatch.setattr(served, "time", SimpleNamespace(sleep=model.waits.append))
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield model
    server.shutdown()
    server.server_close()
