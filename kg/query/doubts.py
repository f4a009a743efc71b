"""What was read but is not sure enough for the graph."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kg.core import names
from kg.core.known import known_by_key
from kg.graph.store import reading
from kg.graph.tables import pack, unpack

_DOUBTS = (
    "SELECT p.doc, p.text, d.start, d.end, d.subject, d.predicate, d.object, d.score FROM doubts d"
    " JOIN papers p ON p.id = d.paper"
)
_WANTED = (
    "WITH asked (key) AS (VALUES (?), (?)), wanted AS (SELECT key FROM asked UNION"
    " SELECT other.key FROM names own JOIN names other USING (entity) WHERE own.key IN (SELECT key FROM asked)) "
)
_ABOUT = " WHERE subject_key IN (SELECT key FROM wanted) OR object_key IN (SELECT key FROM wanted)"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A statement as its paper makes it: of the paper itself where `subject` is None; and the words that say so."""

    paper: str
    subject: str | None
    predicate: str
    object: str
    score: float
    quote: str
    start: int
    end: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def doubtful(path: Path, name: str | None = None, limit: int | None = None) -> tuple[Doubtful, ...]:
    """What is doubtful in the graph at `path`, the most probable first: of all, or of what has this `name`.

    Raises DataError as `reading` does.
    """
    given, about = ("", "") if name is None else (_WANTED, _ABOUT)
    keys = () if name is None else _keys(name)
    asked = f"{given}{_DOUBTS}{about} ORDER BY d.score DESC, d.id LIMIT ?"
    with reading(path) as db:
        return tuple(
            Doubtful(
                unpack(doc),
                unpack(subject),
                unpack(predicate),
                unpack(obj),
                score,
                unpack(text)[start:end],
                start,
                end,
            )
            for doc, text, start, end, subject, predicate, obj, score in db.execute(
                asked, (*keys, -1 if limit is None else limit)
            )
        )


def _keys(name: str) -> tuple[str, str]:
    """The key of a name, and that of the name that the field files it under."""
    known = known_by_key().get(names.key(name))
    return pack(names.key(name)), pack(names.key(known.name if known else name))
