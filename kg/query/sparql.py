"""SPARQL over a build's RDF export, or over any service that speaks it."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from kg.core.errors import DataError
from kg.query.index import export_of, index
from kg.query.processes import ask_worker, limited, oxigraph, stop
from kg.query.reply import FORMATS, PREFIXES, Reply
from kg.query.syntax import mistake, refuse_update, refuse_what_cannot_be_asked

__all__ = ["FORMATS", "Limits", "Reply", "declared", "explain", "query", "query_endpoint"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an answer may take, in seconds, and how many rows or triples of it are wanted."""

    seconds: float = 30.0
    rows: int | None = None


def query(folder: Path, text: str, limits: Limits = Limits(), cache: Path | None = None) -> Reply:
    """What the query `text` gives on the RDF export in `folder`: `graph.ttl`, else `graph.nq.gz`.

    `PREFIXES` are declared already. With a `cache` folder, the export is loaded only once. Raises UsageError for a
    query that cannot be read or that would change the graph, DataError where the export is missing or damaged, or the
    query cannot be carried out within `limits`.
    """
    refuse_what_cannot_be_asked(text)
    where = {"export": list(map(str, export_of(folder))), "cache": str(cache) if cache else None, "prefixes": PREFIXES}
    try:
        return _reply({"text": text, "limit": limits.rows, **where}, limits)
    except SyntaxError as error:
        raise mistake(text, str(error)) from error


def query_endpoint(url: str, text: str, limits: Limits = Limits()) -> Reply:
    """What the SPARQL 1.1 service at `url` answers to the query `text`, before which `PREFIXES` are declared.

    Raises UsageError for an update, and where the service refuses the query; DataError where it is down, slow, fails,
    or answers with what is no SPARQL result.
    """
    refuse_update(text)
    question = {"endpoint": url, "text": declared(text, " "), "timeout": limits.seconds, "limit": limits.rows}
    try:
        return _reply(question, limits)
    except SyntaxError as error:
        raise DataError(f"what {url} answers is damaged ({error})") from error


def explain(folder: Path, text: str, limits: Limits = Limits(), cache: Path | None = None) -> str:
    """How the query is carried out on the export: a line for each step, its rows and its seconds, what it takes its
    rows from below it and further in.

    Raises what `query` does, and MissingExtra where the program `oxigraph`, which tells, is not installed.
    """
    query(folder, text, Limits(limits.seconds, 0), cache)
    with tempfile.TemporaryDirectory(prefix="kg.") as beside:
        plan = Path(beside) / "plan.json"
        place = _index(folder, cache or Path(beside))
        words = ["query", "--location", str(place), "--stats", "--explain-file", str(plan), "--union-default-graph"]
        words += ["--results-format", "json", "--query", declared(text, "\n")]
        process = oxigraph(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with limited(lambda: stop(process), limits.seconds):
                process.wait()
            return "".join(_steps(json.loads(plan.read_bytes())["plan"], ""))
        except (OSError, ValueError, KeyError) as error:
            raise DataError("oxigraph cannot explain this query: ask it without --explain") from error
        finally:
            stop(process)


def declared(text: str, end: str) -> str:
    """The query with those of `PREFIXES` before it that it does not declare itself."""
    own = {found.lower() for found in re.findall(r"\bPREFIX\s+([\w.-]*):", text, re.IGNORECASE)}
    missing = [f"PREFIX {prefix}: <{iri}>" for prefix, iri in PREFIXES.items() if prefix not in own]
    return " ".join(missing) + end + text


def _index(folder: Path, cache: Path) -> Path:
    try:
        return index(export_of(folder), cache)
    except OSError as error:
        raise DataError(f"cannot write to {cache}: {error.strerror or error}") from error


def _steps(step: dict[str, Any], indent: str) -> Iterator[str]:
    yield f"{indent}{step['name']}  ({step['number of results']} rows, {step['duration in seconds']:.4f} s)\n"
    for below in step["children"]:
        yield from _steps(below, indent + "  ")


def _reply(question: dict[str, Any], limits: Limits) -> Reply:
    kind, data = ask_worker(question, limits.seconds)
    if kind not in ("rows", "boolean", "triples"):
        raise DataError("the query ended without an answer: simplify it")
    return Reply(cast(Literal["rows", "boolean", "triples"], kind), data)
