"""Names of people as "Given Family"."""

from __future__ import annotations

from collections.abc import Mapping


def given_family(name: str) -> str:
    """`name`, written "Family, Given" or "Family, Given, Jr.", as "Given Family"; another stays."""
    family, *rest = (part.strip() for part in name.split(","))
    return " ".join(filter(None, [*rest[:1], family, *rest[1:]])) if len(rest) <= 2 else name.strip()


def joined(*parts: object) -> str:
    """The parts of a name, those that are text, with one space between them."""
    return " ".join(" ".join(part.split()) for part in parts if isinstance(part, str) and part.strip())


def of_mapping(person: object) -> str:
    """The name in a record of a person, whatever it calls the parts of a name."""
    if isinstance(person, str):
        return person
    if not isinstance(person, Mapping):
        return ""
    known = {str(key).lower(): value for key, value in person.items()}
    whole = next((known[key] for key in ("name", "fullname", "literal", "display_name") if known.get(key)), None)
    given = known.get("given") or known.get("first") or known.get("firstname") or known.get("first_name")
    family = known.get("family") or known.get("last") or known.get("lastname") or known.get("last_name")
    return joined(whole) or joined(given, known.get("non-dropping-particle"), family, known.get("suffix"))
