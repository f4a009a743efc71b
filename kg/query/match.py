"""Which entities and papers a reader means by what he typed.

An entity is found by its id, by the key of its name, by the key of an alias, else by a near miss: a slip of one letter
in a word of five or more, words in another order, or without their small words. What carries identity (versions, sizes,
numbers, signs, short forms) is never guessed at; names that differ there are offered as suggestions only.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Literal

from kg.core import ids, names
from kg.core.types import NodeId
from kg.graph.tables import pack, unpack, unpack_list

Match = Literal["exact", "alias", "near", "none"]

_LONGEST = 500
"""Characters of a question that are compared with names and titles; the rest is cut off."""
_CANDIDATES = 200
_SUGGESTIONS = 5
_ALIKE = 62
"""How much of 100 a suggestion has in common with what was typed."""
_TRIGRAMS = 12
_WORD = re.compile(r"[^\W_]+")
_VARIANT = re.compile(r"\d[a-z]{1,2}(?![a-z])")
_SMALL_WORDS = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"))
_SHORTEST_SLIP = 5


@dataclass(frozen=True, slots=True)
class Found:
    """The numbers of entities or of papers in the store, best first, and how they were found."""

    match: Match
    numbers: tuple[int, ...] = ()


def entities(db: sqlite3.Connection, query: str, type_: str | None) -> Found:
    """The entities that `query` names; of the type `type_` only, where it is given."""
    asked = query[:_LONGEST].strip()
    if not asked:
        return Found("none")
    row = db.execute(
        "SELECT id FROM entities WHERE id = ? AND type = ifnull(?, type)", (by_id(db, asked), type_)
    ).fetchone()
    if row:
        return Found("exact", row)
    return _same_key(db, asked, type_) or _near(db, asked, type_) or Found("none")


def by_id(db: sqlite3.Connection, node: str) -> int | None:
    """The entity with this id, or that had it before its full name was known."""
    row = db.execute(
        "SELECT id FROM entities WHERE node = ?1 UNION ALL SELECT entity FROM redirects WHERE node = ?1", (pack(node),)
    ).fetchone()
    return row[0] if row else None


def suggestions(db: sqlite3.Connection, query: str, type_: str | None) -> tuple[str, ...]:
    """Names of entities like `query`, the most alike first."""
    from rapidfuzz import fuzz

    asked = query[:_LONGEST].strip()
    normal, key = names.normal(asked), names.key(asked)
    best: dict[str, tuple[float, int]] = {}
    for entity, name, papers in (*_by_trigrams(db, asked, type_), *_by_words(db, asked, type_)):
        alike = max(fuzz.ratio(key, names.key(name)), 0.9 * fuzz.token_set_ratio(normal, names.normal(name)))
        if alike >= _ALIKE:
            (packed,) = db.execute("SELECT name FROM entities WHERE id = ?", (entity,)).fetchone()
            best[unpack(packed)] = max((alike, papers), best.get(unpack(packed), (0.0, 0)))
    return tuple(sorted(best, key=lambda name: (-best[name][0], -best[name][1], name))[:_SUGGESTIONS])


def holding(db: sqlite3.Connection, query: str, type_: str | None, but: Container[int]) -> tuple[str, ...]:
    """Names of entities, but for the numbers in `but`, that hold the words of `query`, those of most papers first."""
    held = {(-papers, name, entity) for entity, name, papers in _by_words(db, query[:_LONGEST], type_)}
    named = {}
    for papers, _, entity in sorted(held):
        if entity not in but:
            (packed,) = db.execute("SELECT name FROM entities WHERE id = ?", (entity,)).fetchone()
            named[unpack(packed)] = papers
    return tuple(sorted(named, key=lambda name: (named[name], name))[:_SUGGESTIONS])


def papers(db: sqlite3.Connection, query: str, whole: bool) -> Found:
    """The papers that `query` names: by id, by words of the title, by an author; with `whole` by the title or an
    author's name as a whole only. Words of the label of a paper without a title are a near miss."""
    asked = query[:_LONGEST].strip()
    doc = ids.doc_of(NodeId(asked)) if ids.is_paper(asked) else asked
    row = db.execute("SELECT id FROM papers WHERE doc = ?", (pack(doc),)).fetchone()
    if row:
        return Found("exact", row)
    words = _words(asked)
    if not words:
        return Found("none")
    rows = db.execute(
        "SELECT p.id, p.title, p.label, p.authors FROM papers_words w JOIN papers p ON p.id = w.rowid"
        " WHERE papers_words MATCH ? ORDER BY w.rank, p.id LIMIT ?",
        (" ".join(map(_quoted, words)), _CANDIDATES),
    )
    tells_little = all(len(word) == 1 or word in _SMALL_WORDS for word in words)
    agrees = _is_whole if whole or tells_little else _holds
    by_name, by_label = [], []
    for number, title, label, authors in rows:
        if any(agrees(words, _words(text)) for text in (unpack(title) or "", *unpack_list(authors))):
            by_name.append(number)
        elif not whole and agrees(words, _words(unpack(label))):
            by_label.append(number)
    return Found("exact" if by_name else "near" if by_label else "none", (*by_name, *by_label))


def _same_key(db: sqlite3.Connection, asked: str, type_: str | None) -> Found | None:
    rows = db.execute(
        "SELECT n.position > 0, n.name, e.papers, e.id FROM names n JOIN entities e ON e.id = n.entity"
        " WHERE n.key = ? AND e.type = ifnull(?, e.type)",
        (pack(names.key(asked)), type_),
    )
    ranked = sorted(
        (is_alias, unpack(name) != asked, unpack(name).casefold() != asked.casefold(), -held_by, number)
        for is_alias, name, held_by, number in rows
    )
    if not ranked:
        return None
    return Found("alias" if ranked[0][0] else "exact", tuple(dict.fromkeys(number for *_, number in ranked)))


def _near(db: sqlite3.Connection, asked: str, type_: str | None) -> Found | None:
    ranked = sorted(
        (slips, -held_by, number)
        for number, name, held_by in _by_trigrams(db, asked, type_)
        if (slips := _slips(asked, name)) is not None
    )
    return Found("near", tuple(dict.fromkeys(number for *_, number in ranked))) if ranked else None


def _slips(asked: str, name: str) -> int | None:
    """How many slips lead from one to the other; None where they are two things."""
    if _identity(asked) != _identity(name):
        return None
    left, right = _content(asked), _content(name)
    if sorted(left) == sorted(right):
        return 0
    if len(left) == len(right) > 1:
        each = [0 if a == b else _slip(a, b, _SHORTEST_SLIP) for a, b in zip(left, right, strict=True)]
        return sum(each) if max(each) <= 1 else None
    slip = _slip("".join(left), "".join(right), 1 + _SHORTEST_SLIP)
    return slip if slip <= 1 else None


def _slip(left: str, right: str, shortest: int) -> int:
    """1 where one letter of a long enough word is wrong, missing, too much or in its neighbour's place; else 2."""
    from rapidfuzz.distance import OSA

    if left[:1] != right[:1] or max(len(left), len(right)) < shortest:
        return 2
    return min(OSA.distance(left, right, score_cutoff=1), 2)


def _identity(name: str) -> tuple[object, ...]:
    return names.identity(name), *_VARIANT.findall(names.plain(name).casefold())


def _content(name: str) -> list[str]:
    words = [names.normal(word) for word in names.normal(name).split()]
    return [word for word in words if word not in _SMALL_WORDS] or words


def _by_trigrams(db: sqlite3.Connection, asked: str, type_: str | None) -> list[tuple[int, str, int]]:
    """Names that share the rarest trigrams; the common ones are in too many names to tell anything."""
    key = pack(names.key(asked))
    trigrams = sorted({key[i : i + 3] for i in range(len(key) - 2)})
    counted = [db.execute("SELECT doc, term FROM trigrams WHERE term = ?", (one,)).fetchone() for one in trigrams]
    rarest = [term for _, term in sorted(filter(None, counted))[:_TRIGRAMS]]
    return _candidates(db, "names_trigrams", " OR ".join(map(_quoted, rarest)), type_)


def _by_words(db: sqlite3.Connection, asked: str, type_: str | None) -> list[tuple[int, str, int]]:
    return _candidates(db, "names_words", " ".join(map(_quoted, _words(asked))), type_)


def _candidates(db: sqlite3.Connection, index: str, expression: str, type_: str | None) -> list[tuple[int, str, int]]:
    """Entity, name and number of papers of the names that `index` ranks best for an expression of quoted words."""
    if not expression:
        return []
    rows = db.execute(
        f"SELECT n.entity, n.name, e.papers FROM {index} w JOIN names n ON n.id = w.rowid"
        f" JOIN entities e ON e.id = n.entity WHERE {index} MATCH ? AND e.type = ifnull(?, e.type)"
        " ORDER BY w.rank, n.id LIMIT ?",
        (expression, type_, _CANDIDATES),
    )
    return [(entity, unpack(name), held_by) for entity, name, held_by in rows]


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _words(text: str) -> list[str]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _WORD.findall(plain.casefold())


def _holds(words: Iterable[str], text: Iterable[str]) -> bool:
    return set(words) <= set(text)


def _is_whole(words: Iterable[str], text: Iterable[str]) -> bool:
    return set(words) == set(text)
