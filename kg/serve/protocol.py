"""The SPARQL 1.1 Protocol: what a request asks, checked, to be put to the server that answers it."""

from __future__ import annotations

from urllib.parse import parse_qsl

from kg.core.errors import UsageError
from kg.query.syntax import refuse_what_cannot_be_asked

FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"

_DATASET = ("default-graph-uri", "named-graph-uri")
_FIELDS = 100

Form = list[tuple[str, str]]


class WrongMediaType(UsageError):
    """A body that is neither a query nor a form."""


class ReadOnly(UsageError):
    """A request to change the graph."""


def asked(content_type: str | None, query_string: bytes, body: bytes) -> Form:
    """The query of a request and the dataset that it names, as the parameters of a form. `content_type` is None for a
    request without a body.

    Raises ReadOnly for an update, WrongMediaType, and UsageError for what is no query or may not be asked.
    """
    url = _pairs(query_string)
    if content_type is None:
        found = url
    elif content_type == FORM:
        found = [(name, value) for name, value in url if name in _DATASET] + _pairs(body)
    elif content_type == QUERY:
        found = [("query", _text(body)), *url]
    elif content_type == UPDATE:
        raise ReadOnly("this service only answers queries: it takes no update")
    else:
        raise WrongMediaType(f"send the query as {QUERY} or {FORM}, not as {content_type or 'anything else'}")
    if any(name in ("update", "using-graph-uri", "using-named-graph-uri") for name, _ in found):
        raise ReadOnly("this service only answers queries: it takes no update")
    queries = [value for name, value in found if name == "query"]
    if len(queries) != 1:
        raise UsageError(f"the request has {len(queries)} queries: send one, as the parameter 'query'")
    refuse_what_cannot_be_asked(queries[0])
    return [("query", queries[0]), *((name, value) for name, value in found if name in _DATASET)]


def _pairs(data: bytes) -> Form:
    try:
        text = data.decode("ascii")
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_FIELDS)
    except ValueError as error:
        raise UsageError(f"the request's parameters cannot be read ({error}): encode them as UTF-8 and %XX") from error


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError("the query is not UTF-8") from error
