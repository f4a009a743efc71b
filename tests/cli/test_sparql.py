"""`kg sparql` as a process: its options, its exit codes, and that it leaves nothing running."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

TURTLE = """
@prefix id: <https://w3id.org/paperkg/id/> .
@prefix kg: <https://w3id.org/paperkg/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
id:paper-omnimoe a kg:Paper ; kg:introduces id:entity-omnimoe .
id:entity-omnimoe a kg:Method ; skos:prefLabel "OmniMoE" ; kg:outperforms id:entity-peer .
id:entity-peer a kg:Method ; skos:prefLabel "PEER" ; skos:altLabel "\\u001b[31m" .
"""
NAMES = "SELECT ?name { ?e a kg:Method ; skos:prefLabel ?name } ORDER BY ?name"
ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{i} ?b{i} ?c{i} ." for i in range(9)) + " }"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports")
    (place / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    (place / "graph.sqlite").touch()
    return place


def test_the_second_query_asks_the_index_of_the_first(kg, folder: Path, tmp_path: Path) -> None:
    assert kg("sparql", "-g", folder, NAMES, "-f", "csv").stdout == "name\nOmniMoE\nPEER\n"
    (place,) = (tmp_path / "cache" / "sparql").iterdir()
    made = (place / "CURRENT").stat().st_mtime_ns
    assert kg("sparql", "-g", folder, NAMES, "--limit", "1", "-f", "csv").stdout == "name\nOmniMoE\n"
    assert (place / "CURRENT").stat().st_mtime_ns == made


def test_a_mistake_is_shown_with_a_caret(kg, folder: Path) -> None:
    done = kg("sparql", "-g", folder, "SELECT ?x {\n  ?x foo:bar ?y }")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("kg: SPARQL, line 2, column 13: prefix not found\n  ?x foo:bar ?y }\n            ^\n")


def test_a_query_that_never_ends_is_stopped(kg, folder: Path, tmp_path: Path) -> None:
    done = kg("sparql", "-g", folder, ENDLESS, "--timeout", "0.5")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "kg: no answer within 0.5 seconds: ask for less, or give it longer with --timeout\n"
    assert _running_with(tmp_path) == []


def test_an_index_of_an_older_version_is_made_again(kg, folder: Path, tmp_path: Path) -> None:
    kg("sparql", "-g", folder, NAMES)
    (place,) = (tmp_path / "cache" / "sparql").iterdir()
    for file in place.iterdir():
        file.write_bytes(b"an older format")
    done = kg("sparql", "-g", folder, NAMES, "-f", "csv")
    assert (done.returncode, done.stdout, done.stderr) == (0, "name\nOmniMoE\nPEER\n", "")


class Service(BaseHTTPRequestHandler):
    """Answers with a web page; at /slow it never does."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/slow":
            self.rfile.read(1)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<html>Welcome</html>")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/page", "answers text/html, which is no SPARQL result: is it the address of a SPARQL service?"),
        ("/slow", "no answer within 2 seconds: ask for less, or give it longer with --timeout"),
    ],
)
def test_a_service_that_is_none_or_is_slow(kg, service: str, tmp_path: Path, path: str, says: str) -> None:
    done = kg("sparql", NAMES, "--endpoint", service + path, "--timeout", "2")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.endswith(f"{says}\n")
    assert done.stderr.count("\n") == 1
    assert _running_with(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc tells which processes run")
def test_nothing_runs_on_when_the_command_is_killed(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kg", "sparql", "-g", str(folder), ENDLESS, "--timeout", "600"]
    process = subprocess.Popen(command, env={"KG_CACHE": str(tmp_path)})
    try:
        worker = _wait_for(lambda: _child_of(process.pid))
        assert _wait_for(lambda: (tmp_path / "sparql").is_dir())
    finally:
        process.kill()
        process.wait()
    assert _wait_for(lambda: not (Path("/proc") / worker).exists())


def _wait_for(what):
    for _ in range(600):
        if found := what():
            return found
        time.sleep(0.1)
    raise AssertionError("it took too long")


def _running_with(cache: Path) -> list[str]:
    """The processes whose environment names the folder, which only those of one command have."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(cache).encode() in place.read_bytes():
                found.append(place.parent.name)
        except OSError:
            continue
    return found


def _child_of(pid: int) -> str | None:
    for place in Path("/proc").glob("[0-9]*/status"):
        try:
            if f"\nPPid:\t{pid}\n" in place.read_text(encoding="utf-8", errors="replace"):
                return place.parent.name
        except OSError:
            continue
    return None


def test_how_a_query_is_carried_out(kg, folder: Path) -> None:
    told = kg("sparql", "-g", folder, NAMES, "--explain")
    assert told.returncode == 0
    assert told.stdout.startswith("Project(?name)  (2 rows, ")
    assert kg("sparql", NAMES, "--explain", "--endpoint", "http://127.0.0.1:9/").returncode == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("nowhere.rq",), 2, "cannot read nowhere.rq"),
        ((NAMES, "--endpoint", "http://127.0.0.1:9/sparql"), 3, "http://127.0.0.1:9/sparql cannot be reached"),
        ((NAMES, "--endpoint", "file:///etc/hosts"), 2, "'file:///etc/hosts' is no address of a service"),
        ((NAMES, "--timeout", "0"), 2, "--timeout"),
        ((NAMES, "--timeout", "soon"), 2, "--timeout"),
        ((NAMES, "--limit", "0"), 2, "--limit"),
        (("CLEAR ALL",), 2, "this would change the graph"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(kg, folder: Path, words: tuple[str, ...], code: int, says: str) -> None:
    done = kg("sparql", "-g", folder, *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_named_questions_take_the_same_options(kg, folder: Path) -> None:
    done = kg("queries", "run", "models", "-g", folder, "--timeout", "60", "--limit", "1", "-f", "csv")
    assert (done.returncode, done.stdout) == (0, "model,papers\n")
