"""SPARQL over a build's RDF export, in memory."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from kg.core.errors import DataError
from kg.query.reply import FORMATS, PREFIXES, Reply, solutions
from kg.query.syntax import mistake, refuse_what_cannot_be_asked

__all__ = ["FORMATS", "Reply", "query"]

if TYPE_CHECKING:
    import pyoxigraph


def query(folder: Path, text: str) -> Reply:
    """What the query `text` gives on the RDF export in `folder`: `graph.ttl`, else `graph.nq.gz`.

    `PREFIXES` are declared already. Raises UsageError for a query that cannot be read or that would change the graph,
    DataError where the export is missing or damaged or the query cannot be carried out.
    """
    refuse_what_cannot_be_asked(text)
    store = _store(folder)
    try:
        return _reply(store.query(text, prefixes=PREFIXES, use_default_graph_as_union=True))
    except SyntaxError as error:
        raise mistake(text, error) from error
    except (RuntimeError, OSError) as error:
        raise DataError(f"the query cannot be carried out: {error}") from error


def _reply(found: pyoxigraph.QuerySolutions | pyoxigraph.QueryBoolean | pyoxigraph.QueryTriples) -> Reply:
    import pyoxigraph as ox

    if isinstance(found, ox.QueryTriples):
        lines = sorted({f"{triple} .\n" for triple in found})
        return Reply("triples", "".join(lines).encode(), yes=bool(lines))
    data = found.serialize(format=ox.QueryResultsFormat.JSON) or b""
    if isinstance(found, ox.QueryBoolean):
        return Reply("boolean", data, yes=bool(found))
    return Reply("rows", data, yes=any(True for _ in solutions(data)))


def _store(folder: Path) -> pyoxigraph.Store:
    import pyoxigraph as ox

    store = ox.Store()
    turtle, quads = folder / "graph.ttl", folder / "graph.nq.gz"
    path = turtle if turtle.is_file() else quads
    try:
        if path == turtle:
            store.bulk_load(path=path, format=ox.RdfFormat.TURTLE)
        else:
            with gzip.open(path) as lines:
                store.bulk_load(input=cast(IO[bytes], lines), format=ox.RdfFormat.N_QUADS)
    except FileNotFoundError as error:
        raise DataError(f"no graph.ttl and no graph.nq.gz in {folder}: make them with `kg build`") from error
    except (SyntaxError, OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path} cannot be read ({error}): build it again") from error
    return store
