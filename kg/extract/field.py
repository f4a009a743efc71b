"""What the field knows a name as that stands in a paper."""

from __future__ import annotations

from kg.core import names
from kg.core.known import KnownName, known_by_key


def known_as(written: str) -> KnownName | None:
    """The known name that `written` is a form of; an acronym is one in capitals only: "maps" are no mAP."""
    key = names.key(written)
    known = known_by_key().get(key)
    if known is None or not written.islower():
        return known
    forms = [form for form in known.forms if names.key(form) == key]
    return None if all(map(names.is_short_form, forms)) else known
