"""Markdown with YAML front matter: PMLR's post files, one paper a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read.fields import renamed
from kg.read.latex import from_latex
from kg.read.markup import from_html, unwrapped
from kg.read.paper import paper
from kg.read.source import Source

SUFFIXES: tuple[str, ...] = ()

_HEAD = re.compile(r"---[ \t]*\r?\n(?:(?!---).*\n){0,200}?(?:title|tex_title)[ \t]*:")
_MATTER = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n(.*)|$)", re.DOTALL)
_LONGEST = 1_000_000


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    matter = _MATTER.match(source.text().replace("\r\n", "\n"))
    if not matter:
        raise BadDocument("front matter without its end (a line ---): add it")
    if len(matter[1]) > _LONGEST:
        raise BadDocument(f"front matter of {len(matter[1])} characters, and it has at most {_LONGEST}")
    fields = renamed(_fields(matter[1]))
    abstract = fields["abstract"] or (matter[2] or "").strip() or None
    yield paper({**fields, "title": _plain(fields["title"]), "abstract": _plain(abstract)}, source.name, source.name)


def _fields(matter: str) -> Mapping[str, object]:
    """What the front matter says; every value in it that is no list or mapping as text."""
    import yaml

    try:
        fields = yaml.load(matter, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f" in line {mark.line + 2}" if mark else ""
        raise BadDocument(f"damaged YAML{line} ({getattr(error, 'problem', None) or 'nested too deeply'})") from error
    if not isinstance(fields, dict):
        raise BadDocument("front matter that is no list of names and values")
    return fields


def _plain(value: object) -> object:
    return from_html(unwrapped(from_latex(value))) if isinstance(value, str) else value
