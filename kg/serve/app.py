"""The graph over HTTP: pages for people, RDF and the SPARQL protocol for programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from kg.core import ids
from kg.core.errors import KgError, UsageError
from kg.core.schema import ontology_folder
from kg.serve import nodes, pages, protocol, question
from kg.serve.oxigraph import Late, Oxigraph

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

_LARGEST_BODY = 1 << 20
"""Bytes of a request; a query may have ten thousand characters."""

_ANYTHING = re.compile(r"\*/\*([^,]*)")
_RESULTS_OR_TURTLE = r"application/sparql-results+json\1, text/turtle\1"
"""What a client gets that takes anything."""

_STATUS: Mapping[type, int] = {
    protocol.ReadOnly: 403,
    nodes.NoSuchNode: 404,
    nodes.NotAcceptable: 406,
    protocol.WrongMediaType: 415,
    Late: 504,
    UsageError: 400,
}
_TITLES = {400: "That cannot be asked", 404: "There is no such page", 406: "That is not on offer"}
_SAFE = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


class Site:
    """What is served of the build in `folder`, whose graph is `store`; `server` answers in SPARQL."""

    def __init__(self, folder: Path, store: Path, server: Oxigraph) -> None:
        self._folder = folder
        self._store = store
        self._server = server

    async def home(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        return _sent(await run_in_threadpool(nodes.home, self._store, request.query_params.get("q", "").strip()))

    async def node(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        wanted = _node(request.scope["raw_path"].removeprefix(pages.NODES.encode()))
        accept, format = request.headers.get("accept", ""), request.query_params.get("format")
        return _sent(await run_in_threadpool(nodes.show, self._store, self._server, wanted, accept, format))

    async def query(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        text = await run_in_threadpool(question.page, self._server, dict(request.query_params))
        return _sent(nodes.Shown(text=text))

    async def sparql(self, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import RedirectResponse, StreamingResponse

        accept = request.headers.get("accept", "")
        if request.method == "GET" and not request.url.query and "text/html" in accept:
            return RedirectResponse("/query", 303)
        kind = None if request.method == "GET" else request.headers.get("content-type", "").partition(";")[0].strip()
        form = protocol.asked(kind and kind.lower(), request.scope["query_string"], await _body(request))
        accept = _ANYTHING.sub(_RESULTS_OR_TURTLE, accept or "*/*")
        answer = await run_in_threadpool(self._server.ask, form, accept)
        return StreamingResponse(answer.body, answer.status, _SAFE, answer.type)

    async def map(self, _: Request) -> Response:
        from starlette.responses import FileResponse

        if not (self._folder / "map.html").is_file():
            raise nodes.NoSuchNode(f"there is no map.html in {self._folder}: make it with `kg build`")
        return FileResponse(self._folder / "map.html", headers=_SAFE, media_type=nodes.HTML)

    async def ontology(self, _: Request) -> Response:
        from starlette.responses import FileResponse

        return FileResponse(ontology_folder() / "kg.ttl", headers=_SAFE, media_type="text/turtle")

    async def style(self, _: Request) -> Response:
        return _sent(nodes.Shown("text/css", pages.style()))


def application(site: Site, hosts: list[str]) -> Starlette:
    """`site` as an application that answers to the names `hosts`, "*" for all: no page of another site may read a graph
    that is meant for this machine, by giving a name of its own to this machine's address."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Route

    routes = [
        Route("/", site.home),
        Route("/map", site.map),
        Route("/query", site.query),
        Route("/sparql", site.sparql, methods=["GET", "POST"]),
        Route("/style.css", site.style),
        Route(urlsplit(ids.ONTOLOGY).path, site.ontology),
        Route(pages.NODES + "{node:path}", site.node),
    ]
    hosted = Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
    return Starlette(routes=routes, middleware=[hosted], exception_handlers={KgError: _fault, 404: _missing})


def _node(path: bytes) -> str:
    """The id of a node as IRIs have it, from the end of a path, in which other characters may be escaped too."""
    try:
        return ids.escape(ids.unescape(path.decode("ascii")))
    except UnicodeDecodeError as error:
        raise nodes.NoSuchNode("the address is not in UTF-8") from error


async def _body(request: Request) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LARGEST_BODY:
            raise UsageError(f"the request is larger than {_LARGEST_BODY >> 20} MB")
    return body


def _sent(shown: nodes.Shown, status: int = 200) -> Response:
    from starlette.responses import RedirectResponse, Response

    if shown.moved is not None:
        return RedirectResponse(shown.moved, 303, _SAFE)
    headers = _SAFE | {"Vary": "Accept"}
    if shown.type == nodes.HTML:
        headers["Content-Security-Policy"] = pages.POLICY
    return Response(shown.text.encode("utf-8", "replace"), status, headers, shown.type)


async def _missing(request: Request, _: Exception) -> Response:
    return _told(request, 404, f"nothing is at {request.url.path}")


async def _fault(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    return _told(request, status, "\n".join([str(error), *cast(KgError, error).shown]))


def _told(request: Request, status: int, message: str) -> Response:
    """What went wrong, as a page where the client likes one, else as plain text."""
    if request.url.path != "/sparql" and nodes.HTML in request.headers.get("accept", ""):
        title = _TITLES.get(status, "That did not work")
        return _sent(nodes.Shown(text=pages.page("fault", title=title, message=message)), status)
    return _sent(nodes.Shown("text/plain", message + "\n"), status)
