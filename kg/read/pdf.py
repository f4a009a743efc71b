"""PDF with a text layer: the title and the abstract of its first pages (extra `pdf`).

The title is what is set largest on the first page; the abstract stands between its heading and the next one.
"""

from __future__ import annotations

import ctypes
import itertools
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from kg.core.errors import BadDocument, MissingExtra
from kg.core.types import Document, Issue
from kg.read.markup import unwrapped
from kg.read.paper import STAGE, paper
from kg.read.source import Source

if TYPE_CHECKING:
    import pypdfium2

SUFFIXES: tuple[str, ...] = (".pdf",)

_PAGES = 3
_LONGEST_TITLE = 400
_FEWEST_LETTERS = 4
_STAMP = re.compile(r"^(arXiv:\s*\S+).*?((?:19|20)\d\d)?\s*$", re.MULTILINE)
_DOI = re.compile(r"\bdoi(?:\.org/|:\s*)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ABSTRACT = re.compile(r"^[ \t]*(?:\d\.?\s*)?abstract\b[ \t]*(?:[.:—–-]+[ \t]*)?\n?", re.IGNORECASE | re.MULTILINE)
_NEXT = re.compile(
    r"^[ \t]*(?:(?:\d+|[IVX]+)?[ \t]*[.:]?[ \t]*(?:introduction|background)\b[ \t]*$"
    r"|(?:key ?words|index terms|ccs concepts|categories and subject|general terms|acm reference|copyright|code)\b"
    r"|(?:\d|I)\.?[ \t]+[A-Z][\w ]{3,40}$)",
    re.IGNORECASE | re.MULTILINE,
)
_HYPHEN = re.compile("[\x02\ufffe\xad]\r?\n?|(?<=[a-z])-\n(?=[a-z])")


def recognises(head: str) -> bool:
    return head.lstrip().startswith("%PDF-")


def read(source: Source) -> Iterator[Document | Issue]:
    data = source.data()
    with closing(_opened(data)) as document:
        pages = [_text(document, number) for number in range(min(_PAGES, len(document)))]
        lines = _lines(document) if pages else []
        told = document.get_metadata_dict().get("Title", "").strip()
    text = "\n".join(pages)
    if len(text.split()) < _FEWEST_LETTERS:
        raise BadDocument("a PDF without text, such as a scan: run it through OCR, or give its title and abstract")
    title, abstract = _title(lines) or told, _abstract(text)
    stamp, doi = _STAMP.search(text), _DOI.search(pages[0])
    if not abstract:
        yield Issue(STAGE, source.name, "no abstract found in this PDF: only its title is read")
    record = {
        "title": title,
        "abstract": abstract,
        "arxiv": stamp[1] if stamp else None,
        "year": stamp[2] if stamp else None,
        "doi": doi[1].rstrip(".,;)") if doi else None,
    }
    yield paper(record, source.name, source.name)


def _opened(data: bytes) -> pypdfium2.PdfDocument:
    try:
        import pypdfium2
    except ImportError as error:
        raise BadDocument(str(MissingExtra("pdf", "reading a PDF"))) from error
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        encrypted = "password" in str(error).lower()
        raise BadDocument(
            "an encrypted PDF: save it without its password" if encrypted else "a damaged PDF: get it again"
        ) from error


def _text(document: pypdfium2.PdfDocument, number: int) -> str:
    import pypdfium2

    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as text:
            return _clean(text.get_text_range())
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return ""


def _clean(text: str) -> str:
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return _HYPHEN.sub("", whole.encode("utf-8", "replace").decode())


def _lines(document: pypdfium2.PdfDocument) -> list[tuple[float, str]]:
    """The lines of the first page, each with the size that it is set in, in points."""
    import pypdfium2
    from pypdfium2 import raw

    try:
        with closing(document[0]) as page, closing(page.get_textpage()) as text:
            letters = [
                (_height(raw, text, place), chr(raw.FPDFText_GetUnicode(text, place) % 0x110000))
                for place in range(min(text.count_chars(), 5000))
            ]
    except pypdfium2.PdfiumError:
        return []
    lines = []
    for ends, group in itertools.groupby(letters, lambda letter: letter[1] in "\r\n"):
        if not ends:
            line = list(group)
            sizes = sorted(size for size, letter in line if letter.isalnum())
            lines.append((sizes[len(sizes) // 2] if sizes else 0.0, _clean("".join(letter for _, letter in line))))
    return lines


def _height(raw: Any, text: object, place: int) -> float:
    """The size of a character as it stands on the page: that of its font, scaled as its text is."""
    matrix = raw.FS_MATRIX()
    size = float(raw.FPDFText_GetFontSize(text, place))
    has_matrix = raw.FPDFText_GetMatrix(text, place, ctypes.byref(matrix))
    return round(size * abs(float(matrix.d)) if has_matrix else size, 1)


def _title(lines: Sequence[tuple[float, str]]) -> str:
    """The first lines that are set as large as any; a turned line, such as arXiv's stamp, has no height."""
    able = [(size, line) for size, line in lines if sum(map(str.isalpha, line)) >= _FEWEST_LETTERS]
    able = [(size, line) for size, line in able if not line.lower().startswith("arxiv:")]
    largest = max((size for size, _ in able), default=0.0)
    start = next((place for place, (size, _) in enumerate(able) if size == largest), 0)
    title = itertools.takewhile(lambda item: item[0] >= 0.97 * largest, able[start:])
    found = unwrapped(" ".join(line for _, line in title))
    return found if len(found) <= _LONGEST_TITLE else ""


def _abstract(text: str) -> str:
    heading = _ABSTRACT.search(text)
    if not heading:
        return ""
    rest = text[heading.end() :]
    end = _NEXT.search(rest)
    return unwrapped(_HYPHEN.sub("", rest[: end.start()])) if end else ""
