"""The process that carries one query out, so that it can be ended: `python -m kg.query.worker`.

Its first line of stdin is the question, in JSON: `text`, `prefixes`, `limit`, and either `export` and `cache`, or
`endpoint` and `timeout`. It says "ready" when the clock may start, then the kind of the answer on a line, then the
answer as `kg.query.reply.Reply` holds it. What goes wrong is one JSON line on stderr, and exit code 1. It ends when
its stdin does, so that nothing is left where the process that asked is gone.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kg.core.errors import KgError

if TYPE_CHECKING:
    import pyoxigraph

    Found = pyoxigraph.QuerySolutions | pyoxigraph.QueryBoolean | pyoxigraph.QueryTriples | Iterator[pyoxigraph.Triple]

_SHARE = 2
"""Of the machine's memory a query may have one part in so many."""


def main() -> None:
    question = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    _bound_memory()
    try:
        _answer(question, sys.stdout.buffer)
    except KgError as error:
        _fail(type(error).__name__, str(error))
    except SyntaxError as error:
        _fail("SyntaxError", str(error))
    except (RuntimeError, ValueError, OSError) as error:
        _fail("DataError", f"the query cannot be carried out: {error}")


def _answer(question: dict[str, Any], out: IO[bytes]) -> None:
    if question.get("endpoint") is not None:
        from kg.query import endpoint

        _say(out, "ready")
        found = endpoint.ask(question["endpoint"], question["text"], question["timeout"])
    else:
        from kg.query.index import opened

        export = tuple(map(Path, question["export"]))
        store = opened(export, Path(question["cache"]) if question["cache"] else None)
        _say(out, "ready")
        found = store.query(question["text"], prefixes=question["prefixes"], use_default_graph_as_union=True)
    _write(found, question["limit"], out)
    out.flush()


def _write(found: Found, limit: int | None, out: IO[bytes]) -> None:
    import pyoxigraph as ox

    if isinstance(found, ox.QuerySolutions):
        _say(out, "rows")
        if limit is None:
            found.serialize(out, format=ox.QueryResultsFormat.JSON)
        else:
            out.write(json.dumps(_table(found, limit)).encode())
    elif isinstance(found, ox.QueryBoolean):
        _say(out, "boolean")
        found.serialize(out, format=ox.QueryResultsFormat.JSON)
    else:
        lines = sorted({f"{triple} .\n" for triple in islice(found, limit)})
        _say(out, "triples")
        out.write("".join(lines).encode())


def _table(found: pyoxigraph.QuerySolutions, limit: int) -> dict[str, Any]:
    """The first `limit` rows as SPARQL's JSON."""
    names = [variable.value for variable in found.variables]
    rows = [{name: _term(row[name]) for name in names if row[name] is not None} for row in islice(found, limit)]
    return {"head": {"vars": names}, "results": {"bindings": rows}}


def _term(term: Any) -> dict[str, Any]:
    import pyoxigraph as ox

    if isinstance(term, ox.Triple):
        parts = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
        return {"type": "triple", "value": {name: _term(part) for name, part in parts.items()}}
    if not isinstance(term, ox.Literal):
        return {"type": "uri" if isinstance(term, ox.NamedNode) else "bnode", "value": term.value}
    kind = {"xml:lang": term.language} if term.language else {"datatype": term.datatype.value}
    return {"type": "literal", "value": term.value} | kind


def _say(out: IO[bytes], word: str) -> None:
    out.write(f"{word}\n".encode())
    out.flush()


def _fail(error: str, message: str) -> None:
    sys.stderr.write(json.dumps({"error": error, "message": message}) + "\n")
    sys.exit(1)


def _end_with_stdin() -> None:
    sys.stdin.read()
    os._exit(1)


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // _SHARE
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


if __name__ == "__main__":
    main()
