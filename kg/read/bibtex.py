"""BibTeX and BibLaTeX, as Zotero, JabRef, Google Scholar, the ACL Anthology and PMLR export it.

A damaged entry is an issue and the others are read. Of a volume (`@proceedings`) nothing is read but what its papers
inherit by `crossref`. Two entries with one key are both read.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read.latex import from_latex
from kg.read.markup import from_html, unwrapped
from kg.read.paper import STAGE, paper
from kg.read.source import Source

if TYPE_CHECKING:
    from bibtexparser.model import Block, Entry

SUFFIXES: tuple[str, ...] = (".bib", ".bibtex", ".biblatex")

_HEAD = re.compile(r"(?:[^\S\n]*(?:%[^\n]*)?\n)*\s*@[A-Za-z]{3,}\s*[{(]\s*[^\s{}()]")
_VOLUMES = {"proceedings", "mvproceedings", "periodical", "set", "xdata", "control"}
_VENUE = ("journaltitle", "journal", "booktitle", "eventtitle", "series", "school", "institution")
_JOINED = re.compile(r"(?<=[}\"\w])\s+#\s+(?=[{\"\w])")
_ARXIV = re.compile(r"arxiv[:.]\s*(\S+)", re.IGNORECASE)

Fields = Mapping[str, str]


def recognises(head: str) -> bool:
    return _HEAD.match(head) is not None


def read(source: Source) -> Iterator[Document | Issue]:
    blocks, strings = _split(source.text())
    entries = [(entry, _fields(entry, strings)) for entry in map(_entry, blocks) if entry]
    parents = {entry.key.lower(): fields for entry, fields in reversed(entries)}
    read_already = iter(entries)
    for block in blocks:
        where = f"{source.name} line {(block.start_line or 0) + 1}"
        if _entry(block):
            entry, fields = next(read_already)
            if entry.entry_type.lower() not in _VOLUMES:
                yield paper(_record(entry.key, _with_inherited(fields, parents)), source.name, where)
        elif error := getattr(block, "error", None):
            reason = " ".join(str(getattr(error, "abort_reason", error)).split()).rstrip(".")
            yield Issue(STAGE, where, f"damaged BibTeX entry ({reason}): close its braces and quotes")


def _split(text: str) -> tuple[list[Block], dict[str, str]]:
    """The blocks of a file, and what its `@string` abbreviations stand for."""
    from bibtexparser.exceptions import ParserStateException
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
    try:
        library = Splitter(text.replace("\r\n", "\n").replace("\r", "\n")).split()
    except ParserStateException as error:
        raise BadDocument(f"BibTeX that cannot be taken apart ({error.message})") from error
    strings: dict[str, str] = {}
    for string in library.strings:
        strings[string.key.lower()] = _value(string.value, strings)
    return library.blocks, strings


def _entry(block: Block) -> Entry | None:
    from bibtexparser.model import Entry

    found = getattr(block, "ignore_error_block", block)
    return found if isinstance(found, Entry) else None


def _fields(entry: Entry, strings: Fields) -> Fields:
    fields: dict[str, str] = {}
    for field in entry.fields:
        fields.setdefault(field.key.lower(), _value(field.value, strings))
    return fields


def _value(value: str, strings: Fields) -> str:
    """A field's value without the braces or quotes around it; abbreviations and what "#" joins are put in place."""
    parts = _JOINED.split(value.strip())
    if len(parts) > 1 and all(_enclosed(part) or re.fullmatch(r"[\w-]+", part) for part in parts):
        return "".join(_value(part, strings) for part in parts)
    return value.strip()[1:-1] if _enclosed(value.strip()) else strings.get(value.strip().lower(), value)


def _enclosed(value: str) -> bool:
    return len(value) > 1 and value[0] + value[-1] in ('""', "{}")


def _with_inherited(fields: Fields, parents: Mapping[str, Fields]) -> Fields:
    parent = parents.get(fields.get("crossref", "").strip().lower(), {})
    inherited = {"booktitle": parent.get("title", "")} | {key: parent[key] for key in ("year", "date") if key in parent}
    return {**inherited, **fields}


def _record(key: str, fields: Fields) -> dict[str, object]:
    title, subtitle = _plain(fields.get("title", "")), _plain(fields.get("subtitle", ""))
    venue = next((venue for name in _VENUE if (venue := _plain(fields.get(name, "")))), "")
    return {
        "id": key,
        "title": f"{title}: {subtitle}" if title and subtitle else title,
        "abstract": _plain(fields.get("abstract", "")),
        "authors": _authors(fields.get("author", "")),
        "venue": venue,
        "year": fields.get("year") or fields.get("date"),
        "doi": _as_written(fields.get("doi", "")),
        "arxiv": _arxiv(fields, venue),
        "url": _as_written(fields.get("url", "")),
        "keywords": _plain(fields.get("keywords") or fields.get("keyword") or ""),
    }


def _plain(value: str) -> str:
    return from_html(unwrapped(from_latex(value)))


def _as_written(value: str) -> str:
    r"""A link or DOI: in it, "~" and "--" are no LaTeX, and neither is "%"."""
    return re.sub(r"\\url\s*(?=\{)|[{}\s]|\\(?=[_%&#~$])", "", value)


def _arxiv(fields: Fields, venue: str) -> str | None:
    kind = fields.get("eprinttype") or fields.get("archiveprefix") or ""
    eprint = _as_written(fields.get("eprint", ""))
    if eprint and kind.strip("{} ").lower() in ("arxiv", ""):
        return eprint
    found = _ARXIV.search(f"{venue} {fields.get('note', '')}")
    return found[1].strip(",.;{}") if found else None


def _authors(value: str) -> list[str]:
    from bibtexparser.middlewares.names import parse_single_name_into_parts, split_multiple_persons_names

    names = (parse_single_name_into_parts(name, strict=False) for name in split_multiple_persons_names(value))
    given_family = (_plain(name.merge_first_name_first) for name in names)
    return [name for name in given_family if name.lower() != "others"]
