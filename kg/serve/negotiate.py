"""Content negotiation: which of the media types on offer a client likes best."""

from __future__ import annotations

from collections.abc import Sequence


def best(accept: str, offered: Sequence[str]) -> str | None:
    """The type of `offered` that the Accept header `accept` rates highest, the first among equals; None where it takes
    none of them. What cannot be read in the header is passed over; an empty header takes anything."""
    ranges = [found for part in accept.split(",") if (found := _range(part))]
    if not accept.strip():
        return offered[0]
    rated = [(_rating(kind, ranges), -place, kind) for place, kind in enumerate(offered)]
    rating, _, kind = max(rated)
    return kind if rating > 0 else None


def _range(part: str) -> tuple[str, float] | None:
    kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
    if kind.count("/") != 1:
        return None
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return kind, min(max(float(value), 0.0), 1.0)
            except ValueError:
                return None
    return kind, 1.0


def _rating(kind: str, ranges: Sequence[tuple[str, float]]) -> float:
    """What the most exact range that `kind` is in says."""
    for wanted in (kind, kind.split("/")[0] + "/*", "*/*"):
        said = [rating for name, rating in ranges if name == wanted]
        if said:
            return max(said)
    return 0.0
