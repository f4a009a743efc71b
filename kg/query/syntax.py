"""The text of SPARQL queries: its parts, and what to say of a mistake in it."""

from __future__ import annotations

import re

from kg.core.errors import UsageError

CLOSED = "|".join(
    (
        r'"""(?:[^"\\]|\\.|"(?!""))*"""',
        r"'''(?:[^'\\]|\\.|'(?!''))*'''",
        r'"(?:[^"\\\n]|\\.)*"',
        r"'(?:[^'\\\n]|\\.)*'",
        r"<[^<>\"{}|^`\\\s]*>",
        r"#[^\n]*",
    )
)
"""A part of a query in which nothing is a variable, a bracket or a keyword: a string, an IRI or a comment."""

_DEEPEST = 300
"""How deep brackets may stand in one another. The parser calls itself for each, and would crash in the end."""

_LONGEST = 10_000
"""Characters of a query. The parser calls itself for each operator in a row, too, and would crash in the end."""

_PART = re.compile(
    rf"{CLOSED}|(?P<service>(?<![\w:?$])SERVICE(?!\w))|(?P<bracket>[(\[{{]|[)\]}}])|(?P<sign>[!+^-])|(?P<space>\s)|.",
    re.DOTALL | re.IGNORECASE,
)
_UPDATE = re.compile(
    r"(?:\s|#[^\n]*\n|(?:PREFIX\s+\S+|BASE)\s*<[^>]*>)*(?:INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY|WITH)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"error at (\d+):(\d+): expected (.*)", re.DOTALL)
_SENTENCE = re.compile(r"(?:^|one of |, )([A-Z][a-z]+(?: [A-Za-z]+)+)")
_TOKEN = re.compile(r'(?:^|one of |, )("[^"]+")(?=,|$)')
_BLANK = re.compile(r"\s")
_FEW = 5
_AROUND = 60


def refuse_update(text: str) -> None:
    """Raises UsageError for an update and for what is no text."""
    if _UPDATE.match(text):
        raise UsageError("this would change the graph; a query asks only: SELECT, ASK, CONSTRUCT or DESCRIBE")
    if not text.isascii() and text.encode("utf-8", "ignore").decode() != text:
        raise UsageError("the query holds a lone surrogate, which is no character: write it in UTF-8")


def refuse_what_cannot_be_asked(text: str) -> None:
    """Raises UsageError for an update, a service elsewhere, what is no text, and what is too long or too deep."""
    if len(text) > _LONGEST:
        raise UsageError(f"the query has {len(text)} characters, and may have {_LONGEST}: simplify it")
    refuse_update(text)
    depth = signs = 0
    for part in _PART.finditer(text):
        if part["service"]:
            raise UsageError("SERVICE would ask another machine, and nothing here does: take it out of the query")
        if part["bracket"]:
            depth += 1 if part["bracket"] in "([{" else -1
        signs = signs + 1 if part["sign"] else signs if part["space"] else 0
        if max(depth, signs) > _DEEPEST:
            raise UsageError(f"the query nests more than {_DEEPEST} deep: simplify it")


def mistake(text: str, error: str, offset: int = 0) -> UsageError:
    """What the parser says of `text`, with the line and a caret under the place to be shown below.

    `offset` is how many characters the parser was given before `text`, on its first line.
    """
    found = _PLACE.match(error)
    if found is None:
        return UsageError(f"SPARQL: {error}")
    line, column = int(found[1]), int(found[2])
    column -= offset if line == 1 else 0
    lines = text.split("\n")
    words = _BLANK.sub(" ", lines[line - 1]) if line <= len(lines) else ""
    before, after = words[: column - 1].lstrip()[-_AROUND:], words[column - 1 :].rstrip()[:_AROUND]
    told = UsageError(f"SPARQL, line {line}, column {column}: {_reason(found[3], after)}")
    told.shown = (f"  {before}{after}", f"  {' ' * columns(before)}^")
    return told


def columns(text: str) -> int:
    """How many columns a terminal gives `text`."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _reason(expected: str, after: str) -> str:
    sentence = _SENTENCE.search(expected)
    if sentence:
        return sentence[1][0].lower() + sentence[1][1:]
    tokens = _TOKEN.findall(expected)
    if 0 < len(tokens) <= _FEW:
        return f"expected {' or '.join(tokens)}"
    return "this cannot be read" if after else "something is missing"
