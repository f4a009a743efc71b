"""Asking a SPARQL 1.1 service elsewhere, by HTTP."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import kg
from kg.core.errors import DataError, UsageError

if TYPE_CHECKING:
    import pyoxigraph

    Found = pyoxigraph.QuerySolutions | pyoxigraph.QueryBoolean | Iterator[pyoxigraph.Triple]

_ACCEPT = (
    "application/sparql-results+json, application/n-triples, application/sparql-results+xml;q=0.8, "
    "text/turtle;q=0.8, application/rdf+xml;q=0.5"
)
_REFUSED = 400
_MOST_WORDS = 200
_BROKEN = (SyntaxError, ValueError, OSError, http.client.HTTPException)


def ask(url: str, text: str, timeout: float) -> Found:
    """What the service at `url` answers to the query `text`. `timeout` is seconds without a byte.

    Raises UsageError for what is no web address and where the service refuses the query, DataError where it is down,
    slow, fails, or answers with what is no SPARQL result; so may reading on, but for errors of the library.
    """
    if not _is_web(url):
        raise UsageError(f"'{url}' is no address of a service: write it as https://…")
    headers = {"Accept": _ACCEPT, "User-Agent": f"paperkg/{kg.__version__}"}
    try:
        response = urlopen(Request(url, urlencode({"query": text}).encode(), headers), timeout=timeout)
    except HTTPError as error:
        raise _told(url, error) from error
    except URLError as error:
        raise DataError(f"{url} cannot be reached ({error.reason}): is it running?") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise DataError(f"{url} does not answer ({error}): is it a SPARQL service?") from error
    return _parsed(url, response.headers.get_content_type(), cast(IO[bytes], response))


def _is_web(url: str) -> bool:
    try:
        address = urlsplit(url)
    except ValueError:
        return False
    return address.scheme in ("http", "https") and bool(address.hostname)


def _parsed(url: str, kind: str, response: IO[bytes]) -> Found:
    import pyoxigraph as ox

    results, rdf = ox.QueryResultsFormat.from_media_type(kind), ox.RdfFormat.from_media_type(kind)
    try:
        if results is not None:
            return ox.parse_query_results(response, results)
        if rdf is not None:
            return (quad.triple for quad in ox.parse(response, rdf))
    except _BROKEN as error:
        raise DataError(f"what {url} answers is damaged ({error})") from error
    raise DataError(f"{url} answers {kind}, which is no SPARQL result: is it the address of a SPARQL service?")


def _told(url: str, error: HTTPError) -> DataError | UsageError:
    try:
        body = error.read(10 * _MOST_WORDS).decode("utf-8", "replace")
    except _BROKEN:
        body = ""
    plain = error.headers.get_content_type() == "text/plain"
    words = f": {' '.join(body.split())[:_MOST_WORDS]}" if plain and body else ""
    if error.code == _REFUSED:
        return UsageError(f"{url} refuses the query{words}")
    return DataError(f"{url} answers {error.code} {error.reason}{words}")
