"""Annotated papers, and what was predicted of them: files in the annotation format, and extractions made afresh."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.core.codec import text_of
from kg.core.errors import BadDocument, DataError, UsageError
from kg.core.types import DocId, Document
from kg.export.annotations import of_extraction
from kg.extract.surest import surest
from kg.read.source import Source
from kg.run import pool
from kg.run.cache import Cache, default_folder
from kg.run.progress import Progress

Json = dict[str, Any]
Papers = dict[str, Json]
Shape = Mapping[str, Any] | list[Any] | Callable[[object], bool]
"""What a value must be: an object with such values (a key that ends in "?" may be missing), a list of such values, or
one of which something is true."""

_STDIN = "-"
_SHOWN = 40


def gold(name: str) -> Papers:
    """The annotated papers of the file `name` (`-` is stdin), by id.

    Raises UsageError where there is no such file, DataError, with the line, where it is not in the annotation format.
    """
    return _papers(name, _GOLD)


def predicted(name: str) -> Papers:
    """What the file `name` says of papers, by id; relations, results, roles and scores may be missing. Raises as `gold`
    does."""
    return _papers(name, _PREDICTED)


def extracted(papers: Mapping[str, Json], extractor: str, min_score: float, progress: Progress) -> Papers:
    """What `extractor` reads, with a probability of at least `min_score`, in title and text of annotated papers."""
    documents = [_document(id_, paper) for id_, paper in papers.items()]
    cache = Cache(default_folder(), extractor, progress.warn)
    progress.step("extract", len(documents))
    found = {}
    extractions = pool.extract_all(documents, extractor, None, cache, progress.spend)
    for document, extraction in zip(documents, extractions, strict=True):
        for issue in extraction.issues:
            progress.warn(str(issue))
        found[str(document.id)] = of_extraction(document, surest(extraction, min_score))
        progress.advance()
    return found


def text_in(name: str) -> str:
    """What the file `name`, or stdin, holds. Raises UsageError where there is none, DataError where it is no text."""
    if name != _STDIN and not Path(name).is_file():
        raise UsageError(f"no file to read at {name}")
    try:
        return (Source.of_stdin() if name == _STDIN else Source.of_file(Path(name), name)).text()
    except BadDocument as error:
        raise DataError(f"{name}: {error}") from error


def _document(id_: str, paper: Json) -> Document:
    title = paper.get("title") or None
    return Document(DocId(id_), text_of(title, paper["text"]), title)


def _papers(name: str, shape: Shape) -> Papers:
    papers: Papers = {}
    for number, line in enumerate(text_in(name).split("\n"), 1):
        if line.strip():
            where = f"{name} line {number}"
            paper = _paper(line, shape, where)
            if papers.setdefault(str(paper["id"]), paper) is not paper:
                raise DataError(f"{where}: a second paper '{paper['id']}': keep one of them")
    if not papers:
        raise DataError(f"{name}: no paper in it: give annotated papers, one JSON object a line")
    return papers


def _paper(line: str, shape: Shape, where: str) -> Json:
    try:
        paper: Json = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: not JSON ({error}): give annotated papers, one JSON object a line") from error
    fault = next(_faults(paper, shape, "the paper"), None)
    if fault:
        raise DataError(f"{where}: {fault}: write it as kg extract does")
    return paper


def _faults(value: object, shape: Shape, where: str) -> Iterator[str]:
    if callable(shape):
        if not shape(value):
            yield f"{where} cannot be {json.dumps(value, ensure_ascii=False)[:_SHOWN]}"
    elif isinstance(shape, list):
        if isinstance(value, list):
            for place, item in enumerate(value):
                yield from _faults(item, shape[0], f"{where} {place + 1}")
        else:
            yield f"{where} must be a list"
    elif isinstance(value, dict):
        for key, inner in shape.items():
            name = key.removesuffix("?")
            if name in value:
                yield from _faults(value[name], inner, f"{name} of {where}")
            elif name == key:
                yield f"no '{name}' in {where}"
    else:
        yield f"{where} must be an object"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_id(value: object) -> bool:
    return isinstance(value, str | int)


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_offset(value: object) -> bool:
    return isinstance(value, int)


def _is_probability(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _is_mention(value: object) -> bool:
    return isinstance(value, str) or not any(_faults(value, _PLACE, ""))


def _is_relation(value: object) -> bool:
    if isinstance(value, list):
        return len(value) >= 3 and all(isinstance(part, str) for part in value[:3])
    return not any(_faults(value, _RELATION, ""))


_PLACE: Shape = {"text": _is_text, "start?": _is_offset, "end?": _is_offset}
_RELATION: Shape = {"head": _is_text, "relation": _is_text, "tail": _is_text, "score?": _is_probability}
_RESULT = {"value": _is_value, **dict.fromkeys(("kind?", "system?", "on?", "metric?"), _is_text_or_null)}
_ENTITY = {"name": _is_text, "type": _is_text, "mentions": [_is_mention]}
_SCORES = {"score?": _is_probability, "role_score?": _is_probability}
_GOLD: Shape = {
    "id": _is_id,
    "title?": _is_text_or_null,
    "text": _is_text,
    "entities": [{**_ENTITY, "role": _is_text}],
    "relations": [_is_relation],
    "results": [_RESULT],
}
_PREDICTED: Shape = {
    "id": _is_id,
    "entities": [{**_ENTITY, **_SCORES, "role?": _is_text_or_null}],
    "relations?": [_is_relation],
    "results?": [_RESULT],
}
