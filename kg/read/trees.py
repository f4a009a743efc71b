"""XML as a stream of the elements that hold records. No entity is expanded, no address is asked.

A file that declares entities is refused, since that is how a small file is made to fill a memory. A DTD that it names
is not read; characters that such a DTD would name ("&nbsp;") are known from HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, TreeBuilder

from kg.core.errors import BadDocument
from kg.read.markup import unwrapped
from kg.read.source import Source

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

_PIECE = 1 << 16
_DEEPEST = 200
_BLOCKS = {"br", "div", "head", "item", "list", "p", "sec", "title"}
_DOCUMENT = re.compile(r"\\begin\{document\}(.*)\\end\{document\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Found:
    """An element with all that is in it, and the line that it begins in."""

    element: Element
    line: int


def elements(source: Source, names: Set[str]) -> Iterator[Found]:
    """The elements called `names` (without namespace) as they are read, but for those within another of them.

    Raises BadDocument where the XML is damaged, declares entities or is nested too deeply.
    """
    from xml.parsers.expat import ExpatError, ParserCreate

    parser = ParserCreate()
    gathering = _Gathering(parser, names)
    with source.open() as stream:
        more = True
        while more:
            piece = stream.read(_PIECE)
            more = bool(piece)
            try:
                parser.Parse(piece, not more)
            except ExpatError as error:
                yield from gathering.taken()
                reason = f"line {error.lineno}: {str(error).split(':')[0]}"
                raise BadDocument(f"damaged XML ({reason}); nothing is read from here on") from error
            except BadDocument:
                yield from gathering.taken()
                raise
            yield from gathering.taken()


class _Gathering:
    """Builds trees of the elements that are looked for, and of nothing else."""

    def __init__(self, parser: XMLParserType, names: Set[str]) -> None:
        self._parser, self._names = parser, names
        self._builder = TreeBuilder()
        self._above = self._depth = self._line = 0
        self._found: list[Found] = []
        parser.buffer_text = True
        parser.UseForeignDTD(True)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.EntityDeclHandler = self._refuse
        parser.SkippedEntityHandler = self._skipped

    def taken(self) -> list[Found]:
        """What has been found since this was asked before."""
        found, self._found = self._found, []
        return found

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if self._depth == 0 and tag not in self._names:
            self._above += 1
        else:
            if self._depth == 0:
                self._builder, self._line = TreeBuilder(), self._parser.CurrentLineNumber
            self._depth += 1
            self._builder.start(tag, dict(attributes))
        if self._depth + self._above > _DEEPEST:
            raise BadDocument(f"XML nested more than {_DEEPEST} deep: not a file of papers")

    def _end(self, name: str) -> None:
        if self._depth == 0:
            self._above -= 1
            return
        self._builder.end(name.rpartition(":")[2])
        self._depth -= 1
        if self._depth == 0:
            self._found.append(Found(self._builder.close(), self._line))

    def _data(self, text: str) -> None:
        if self._depth:
            self._builder.data(text)

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._data(html.unescape(f"&{name};"))

    def _refuse(self, name: str, *_: object) -> None:
        raise BadDocument(f"XML that declares entities ('{name[:40]}'), which may be made to fill a memory: not read")


def words(element: Element | None) -> str:
    """The text in an element: paragraphs on lines of their own, mathematics between dollars."""
    if element is None:
        return ""
    lines = "".join(_pieces(element)).split("\n\n")
    return "\n".join(filter(None, map(unwrapped, lines)))


def _pieces(element: Element) -> Iterator[str]:
    has_tex = element.tag == "alternatives" and element.find("tex-math") is not None
    if element.tag == "tex-math":
        yield _mathematics(element.text or "")
        return
    yield element.text or ""
    for child in element:
        block = child.tag in _BLOCKS
        yield "\n\n" if block else ""
        if not (has_tex and child.tag != "tex-math"):
            yield from _pieces(child)
        yield "\n\n" if block else ""
        yield child.tail or ""


def _mathematics(tex: str) -> str:
    document = _DOCUMENT.search(tex)
    inner = (document[1] if document else tex).strip()
    return inner if inner.startswith("$") else f"${inner}$"


def text_at(element: Element, path: str) -> str:
    """The text of the first element at `path`."""
    return words(element.find(path))


def texts_at(element: Element, path: str) -> list[str]:
    """The text of every element at `path`."""
    return [words(found) for found in element.iterfind(path)]
