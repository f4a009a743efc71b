"""Services elsewhere, well and badly behaved, on loopback."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pytest

from kg.core.errors import DataError, UsageError
from kg.query.sparql import Limits, query_endpoint

ROWS = (
    b'{"head":{"vars":["x"]},"results":{"bindings":'
    b'[{"x":{"type":"literal","value":"1"}},{"x":{"type":"literal","value":"2"}}]}}'
)
YES = (
    b'<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">'
    b"<head/><boolean>true</boolean></sparql>"
)
ANSWERS = {
    "rows": (200, "application/sparql-results+json", ROWS),
    "yes": (200, "application/sparql-results+xml; charset=utf-8", YES),
    "triples": (200, "text/turtle", b"<https://example.org/a> a <https://example.org/B> ."),
    "html": (200, "text/html", b"<html>Welcome</html>"),
    "cut": (200, "application/sparql-results+json", ROWS[:60]),
    "wrong": (400, "text/plain", b"Parse error:\n  at the end"),
    "busy": (503, "text/html", b"<html>busy</html>"),
    "secret": (401, "text/plain", b""),
}


class Service(BaseHTTPRequestHandler):
    asked: str = ""

    def do_POST(self) -> None:
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        Service.asked = form["query"][0]
        name = self.path.strip("/")
        if name == "silent":
            time.sleep(20)
        status, kind, body = ANSWERS.get(name, ANSWERS["rows"])
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        with suppress(ConnectionError):
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(0.1 if name == "dripping" else 0)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_service_answers_as_the_export_does(service: str) -> None:
    assert query_endpoint(f"{service}/rows", "SELECT ?x { ?x a kg:Paper }").rows() == (("x",), (("1",), ("2",)))
    assert "PREFIX kg: <https://w3id.org/paperkg/ontology#>" in Service.asked
    assert query_endpoint(f"{service}/rows", "SELECT ?x {}", Limits(rows=1)).rows() == (("x",), (("1",),))
    assert query_endpoint(f"{service}/yes", "ASK {}").yes is True
    assert query_endpoint(f"{service}/triples", "DESCRIBE <https://example.org/a>").text("turtle") == (
        "<https://example.org/a> a <https://example.org/B> .\n"
    )


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("html", DataError, "answers text/html, which is no SPARQL result: is it the address of a SPARQL service?"),
        ("cut", DataError, "is damaged"),
        ("busy", DataError, "answers 503 Service Unavailable"),
        ("secret", DataError, "answers 401 Unauthorized"),
        ("wrong", UsageError, "refuses the query: Parse error: at the end"),
        ("silent", DataError, "no answer within 2 seconds"),
        ("dripping", DataError, "no answer within 2 seconds"),
    ],
)
def test_a_bad_answer_is_said_in_a_line(service: str, name: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind) as error:
        query_endpoint(f"{service}/{name}", "SELECT ?x {}", Limits(2 if "within 2" in says else 30))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/", "nowhere", "http://[::", ""])
def test_what_is_no_address_is_a_usage_error(url: str) -> None:
    with pytest.raises(UsageError, match="is no address of a service"):
        query_endpoint(url, "ASK {}")


def test_a_service_that_is_down() -> None:
    with pytest.raises(DataError, match=r"http://127.0.0.1:9/ cannot be reached \(.*\): is it running\?"):
        query_endpoint("http://127.0.0.1:9/", "ASK {}", Limits(5))


def test_no_update_is_sent(service: str) -> None:
    Service.asked = ""
    with pytest.raises(UsageError, match="this would change the graph"):
        query_endpoint(f"{service}/rows", "CLEAR ALL")
    assert Service.asked == ""
