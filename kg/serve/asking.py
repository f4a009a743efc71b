"""Questions that the pages put to the SPARQL server, and what it answers as a value."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from kg.core.errors import DataError, UsageError
from kg.query.reply import Reply
from kg.query.sparql import declared
from kg.query.syntax import mistake, refuse_what_cannot_be_asked

if TYPE_CHECKING:
    from kg.serve.oxigraph import Oxigraph

_ACCEPT = "application/sparql-results+json, application/n-triples"
_LARGEST = 1 << 24
"""Bytes of an answer that a page shows."""
_OK, _REFUSED = 200, 400


def ask(server: Oxigraph, text: str) -> Reply:
    """What `server` answers to the query `text`, with the usual prefixes declared; triples are sorted.

    Raises UsageError for what cannot be asked and for an answer too large to be shown, DataError where the query cannot
    be carried out, Late where it takes too long.
    """
    refuse_what_cannot_be_asked(text)
    whole = declared(text, " ")
    answer = server.ask([("query", whole)], _ACCEPT)
    data = _read(answer.body)
    if answer.status == _REFUSED:
        raise mistake(text, data.decode("utf-8", "replace"), offset=len(whole) - len(text))
    if answer.status != _OK:
        raise DataError(f"the query cannot be carried out: {data.decode('utf-8', 'replace')[:200]}")
    if answer.type.startswith("application/n-triples"):
        return Reply("triples", b"".join(sorted(set(data.splitlines(keepends=True)))))
    return Reply("boolean" if b'"boolean"' in data[:200] and b'"results"' not in data[:200] else "rows", data)


def _read(body: Generator[bytes, None, None]) -> bytes:
    pieces, size = [], 0
    for piece in body:
        pieces.append(piece)
        size += len(piece)
        if size > _LARGEST:
            body.close()
            raise UsageError("the answer is too large for a page: ask for less, or ask /sparql")
    return b"".join(pieces)
