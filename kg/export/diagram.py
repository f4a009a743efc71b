"""The classes of the ontology and the properties between them, as a drawing in SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

_WIDE, _LINE, _HEAD = 190, 17, 30
_CENTRES = {"Paper": (115, 345), "Claim": (500, 165), "Mention": (500, 345), "Result": (500, 545), "Entity": (885, 345)}
"""Where the classes stand, so that no property between two of them crosses another."""

_OVER = ("Paper", "Entity")
"""The pair whose properties lead over the others."""

_TOP, _SIZE = 60, (1000, 700)


@dataclass(frozen=True, slots=True)
class Box:
    """A class with what stands in it: its kinds, or the properties whose values are literals."""

    name: str
    lines: tuple[str, ...]

    @property
    def half(self) -> tuple[float, float]:
        return _WIDE / 2, (_HEAD + _LINE * len(self.lines) + 8) / 2

    def svg(self) -> Iterator[str]:
        (x, y), (wide, high) = _CENTRES[self.name], self.half
        yield f'<a href="#{escape(self.name)}"><rect x="{x - wide:g}" y="{y - high:g}" width="{_WIDE}"'
        yield f' height="{2 * high:g}" rx="6"/>'
        yield f'<text class="name" x="{x}" y="{y - high + 20:g}">{escape(self.name)}</text></a>'
        for number, line in enumerate(self.lines):
            yield f'<text x="{x}" y="{y - high + _HEAD + 12 + number * _LINE:g}">{escape(line)}</text>'

    def border(self, towards: tuple[float, float]) -> tuple[float, float]:
        """Where a line from its centre to the point `towards` leaves it."""
        (x, y), (wide, high) = _CENTRES[self.name], self.half
        right, down = towards[0] - x, towards[1] - y
        part = min(wide / abs(right) if right else 1, high / abs(down) if down else 1)
        return x + right * part, y + down * part


def svg(boxes: Iterable[Box], arrows: Mapping[tuple[str, str], Iterable[str]]) -> str:
    """The drawing. `arrows` are the names of the properties that lead from one class to another.

    Raises KeyError for a class that has no place in it.
    """
    placed = {box.name: box for box in boxes}
    width, height = _SIZE
    pieces = [
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="The classes and what leads from one to another">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0 0 8 4 0 8z"/></marker></defs>',
    ]
    for (start, end), names in sorted(arrows.items()):
        pieces += _arrow(placed[start], placed[end], list(names))
    for box in placed.values():
        pieces += box.svg()
    return "".join((*pieces, "</svg>"))


def _arrow(start: Box, end: Box, names: list[str]) -> Iterator[str]:
    if start == end:
        x, y = _CENTRES[start.name]
        lines = [f"and from {start.name} to {end.name}:", *names]
        yield from _label(x, y + start.half[1] + (len(lines) + 1) * _LINE / 2, lines)
        return
    (x1, y1), (x2, y2) = start.border(_CENTRES[end.name]), end.border(_CENTRES[start.name])
    path, at = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", ((x1 + x2) / 2, (y1 + y2) / 2)
    if (start.name, end.name) == _OVER:
        (x1, y1), (x2, y2) = _CENTRES[start.name], _CENTRES[end.name]
        path, at = f"M{x1} {y1 - start.half[1]:g}V{_TOP}H{x2}V{y2 - end.half[1]:g}", ((x1 + x2) / 2, _TOP - 26)
    yield f'<path class="arrow" d="{path}" marker-end="url(#tip)"/>'
    yield from _label(*at, [", ".join(names)] if (start.name, end.name) == _OVER else names)


def _label(x: float, y: float, lines: list[str]) -> Iterator[str]:
    top = y - (len(lines) - 1) * _LINE / 2 + 4
    for number, line in enumerate(lines):
        yield f'<text class="edge" x="{x:.1f}" y="{top + number * _LINE:.1f}">{escape(line)}</text>'
