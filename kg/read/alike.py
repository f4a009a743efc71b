"""Which records are of one paper.

The same abstract, but for white space, case and how an accent is encoded, is the same paper; where it is so short that
it may be anybody's ("Not available."), the titles must agree too. So is the same DOI, arXiv number, OpenReview id, or,
without an abstract, the same id and title; unless both title and abstract say otherwise, as where every paper of a
volume has the volume's DOI. So are, unless such an id tells them apart, the same title, first author and year, a
preprint and what was published of it within two years, and abstracts that differ in a few words. What very many records
have in common tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from unicodedata import normalize
from zlib import crc32

from kg.core import ids
from kg.core.types import Document
from kg.read.paper import is_preprint_doi, openreview_of

_TELLING = 100
_NEAR = 0.85
_SIMILAR = 0.5
_SHINGLE = 3
_SKETCH = 6
_MOST_IN_BLOCK = 64
_MOST_YEARS_APART = 2
_FEWEST_TITLE_WORDS = 3
_WORD = re.compile(r"[^\W_]+")

Pairs = Iterable[tuple[int, int]]
Names = Callable[[Document], Iterable[str]]


def pairs(documents: Sequence[Document]) -> Iterator[tuple[int, int]]:
    """Places in `documents` of records that are one paper; enough of them to connect all of each paper's records."""
    for block in _blocks(documents, _exact):
        yield from pairwise(block)
    for names, same in ((_identifiers, _may_be_one), (_title, _by_title), (_sketch, _is_near)):
        for block in _blocks(documents, names):
            if len(block) <= _MOST_IN_BLOCK:
                yield from (
                    (left, right) for left, right in combinations(block, 2) if same(documents[left], documents[right])
                )


def _blocks(documents: Sequence[Document], names: Names) -> list[list[int]]:
    blocks: dict[str, list[int]] = {}
    for place, document in enumerate(documents):
        for name in names(document):
            blocks.setdefault(name, []).append(place)
    return [block for block in blocks.values() if len(block) > 1]


def _key(text: str | None) -> str:
    return "".join(normalize("NFC", text or "").split()).casefold()


def _exact(document: Document) -> Iterator[str]:
    abstract = _key(document.abstract)
    if abstract:
        yield ids.digest(abstract if len(abstract) >= _TELLING else f"{_key(document.title)}\n{abstract}")


def _identity(document: Document) -> tuple[str | None, str | None, str | None]:
    """What tells a published paper, a preprint and a submission from others."""
    doi = None if document.doi is None or is_preprint_doi(document.doi) else document.doi
    return doi, document.arxiv, openreview_of(document)


def _identifiers(document: Document) -> Iterator[str]:
    kinds = ("doi", "arxiv", "openreview")
    yield from (f"{kind} {name}" for kind, name in zip(kinds, _identity(document), strict=True) if name)
    if document.doi:
        yield f"doi {document.doi}"
    yield f"id {document.id} {_key(document.title)}"


def _may_be_one(left: Document, right: Document) -> bool:
    """Whether records with one identifier are of one paper: their titles or abstracts are alike, or one is missing.

    An id that a file gave is no such identifier unless one has no abstract.
    """
    bare = not (left.abstract.strip() and right.abstract.strip())
    same_title = _key(left.title) == _key(right.title)
    shared = any(one and one == other for one, other in zip(_identity(left), _identity(right), strict=True))
    if not shared and not (left.doi and left.doi == right.doi):
        return bare and same_title
    if bare or not (left.title and right.title):
        return same_title or not (left.title and right.title) or _overlap(left.title, right.title) >= _SIMILAR
    return _overlap(left.title, right.title) >= _SIMILAR or _overlap(left.abstract, right.abstract) >= _SIMILAR


def _title(document: Document) -> Iterator[str]:
    title = _words(document.title or "")
    if document.authors and len(title) >= _FEWEST_TITLE_WORDS:
        yield f"{_family(document.authors[0])} {' '.join(title)}"


def _family(name: str) -> str:
    words = ids.slug(name.partition(",")[0]).split("-")
    return words[-1] or name


def _by_title(left: Document, right: Document) -> bool:
    """Whether records with one title and first author are of one paper."""
    if _is_told_apart(left, right):
        return False
    if left.year is None or right.year is None or left.year == right.year:
        return True
    preprint = any(document.arxiv and not _identity(document)[0] for document in (left, right))
    return preprint and abs(left.year - right.year) <= _MOST_YEARS_APART


def _is_told_apart(left: Document, right: Document) -> bool:
    return any(one and other and one != other for one, other in zip(_identity(left), _identity(right), strict=True))


def _sketch(document: Document) -> Iterator[str]:
    """The least of the abstract's shingles, hashed: abstracts that are nearly the same share some of them."""
    if len(_key(document.abstract)) >= _TELLING:
        yield from map(str, sorted(_shingles(document.abstract))[:_SKETCH])


def _is_near(left: Document, right: Document) -> bool:
    if _is_told_apart(left, right):
        return False
    one, other = _shingles(left.abstract), _shingles(right.abstract)
    return len(one & other) >= _NEAR * len(one | other)


@lru_cache(maxsize=_MOST_IN_BLOCK)
def _shingles(text: str) -> frozenset[int]:
    """The runs of words of `text`, hashed. All of one block are kept: each is compared with each."""
    words = _words(text)
    runs = zip(*(words[start:] for start in range(_SHINGLE)), strict=False)
    return frozenset(crc32(" ".join(run).encode("utf-8", "replace")) for run in runs)


def _overlap(left: str, right: str) -> float:
    one, other = set(_words(left)), set(_words(right))
    return len(one & other) / (len(one | other) or 1)


def _words(text: str) -> list[str]:
    return _WORD.findall(normalize("NFC", text).casefold())
