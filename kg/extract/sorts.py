"""The sort of an entity, which its relations depend on: its type, or "Harm" for a concept that nobody wants."""

from __future__ import annotations

import re
from functools import cache

from kg.core.types import LocalEntity
from kg.extract.tables import rows

HARM = "Harm"


def sort_of(entity: LocalEntity) -> str:
    """The entity's type, or `HARM`. Raises DataError where the table of unwanted things is damaged."""
    return HARM if entity.type == "Concept" and _harms().search(entity.name) else entity.type


@cache
def _harms() -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(words for (words,) in rows("harms", 1)) + r")\b", re.IGNORECASE)
