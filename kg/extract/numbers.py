"""Quantities in a text: numbers with their qualifier and unit, as they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from kg.extract.markup import Plain, balanced, plain_view

_ABOUT = (
    r"\b(?:up to|as (?:high|low|much|many|little|few) as|(?:more|less|fewer|greater|higher|lower|smaller|larger) than"
    r"|at (?:least|most)|no more than|over|under|above|below|beyond|nearly|near|close to|almost|around|about"
    r"|approximately|roughly|within|exceeding|maximum(?: of)?|minimum of)[\s-]+(?:(?:only|just)\s+)?(?:an?\s+)?"
)
_SIGN = r"(?:[~≈∼<>≤≥]|\\(?:sim|approx|leq?|geq?|gtrsim|lesssim|[gl]t)(?![A-Za-z]))\s*"
_APART = r"(?<![\w.^=±@])(?<![\w)]-)(?<!\d:)(?<![^%]/)(?<!\\pm)"
_QUALIFIER = rf"(?:{_ABOUT}(?:{_SIGN})*|(?:{_SIGN})+|{_APART})"
_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,12})?|\d{1,12}(?:\.\d{1,12})?|\.\d{1,12})"
_UNITS = {
    "points": r"\s?%?[\s-](?!(?:data|time|key|view|end|way|check|turning|[mb]illion)\b)(?:[\w@-]+\s)?(?:points?|pts)\b"
    r"|\s?pp\b",
    "%": r"\s?%\+?|\s?percent\b",
    "x": r"\s?(?:\\times|×|[xX](?![A-Za-z\d]))|[\s-]?(?:times|fold)\b",
    "bit": r"[\s-]bits?\b",
    "ms": r"\s?(?:ms|milliseconds?)\b",
    "s": r"\s?(?:s|secs?|seconds?)\b",
    "min": r"\s?(?:mins?|minutes?)\b",
    "h": r"\s?(?:(?:\w+\s)?GPU[\s-](?:hours?|hrs?)|h|hrs?|hours?)\b",
    "days": r"\s(?:(?:\w+\s)?GPU[\s-])?days?\b",
    "fps": r"\s?(?:fps|FPS|frames per second)\b",
    "Hz": r"\s?Hz\b",
    **{unit: rf"\s?{unit}\b(?!\^)" for unit in ("m/s", "cm/s", "mm/s", "km/h", "rad/s", "mW", "W", "kW")},
    "deg/s": r"\s?(?:°|deg(?:ree)?s?)/s(?:ec|econd)?\b(?!\^)",
    "deg": r"\s?(?:°(?!\s?C)|\^?\\circ\b)|\sdegrees?\b(?!/)",
    "dB": r"\s?dB\b",
    "GB": r"\s?Gi?B\b",
    "MB": r"\s?Mi?B\b",
    "m": r"\s?m\b(?!/)",
    "cm": r"\s?cm\b(?!/)",
    "mm": r"\s?mm\b(?!/)",
}
_UNIT = "(?:" + "|".join(f"(?P<unit{i}>{pattern})" for i, pattern in enumerate(_UNITS.values())) + ")"
_NAMES = tuple(_UNITS)
_ANY_UNIT = "(?:" + "|".join(_UNITS.values()) + ")"
_DASH = r"\s?(?:-{1,2}|[–—~∼～]|\\sim)\s?"
_WORDS = {"an": 1, "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "fifty": 50}
_COMPARED = r"(?:faster|fewer|less|more|smaller|larger|higher|lower|as)"
_QUANTITY = re.compile(
    rf"(?<![\w.]){_DIGITS}\s?(?:×|x|\\times)\s?{_DIGITS}(?P<size>)"
    rf"|{_QUALIFIER}(?P<first>[+−-]?{_DIGITS})"
    rf"(?:(?P<range>{_ANY_UNIT}?(?:{_DASH}|\s(?P<to>to)\s))[+]?{_DIGITS})?"
    rf"(?:{_ANY_UNIT}?\s?(?:±|\\pm)\s?{_DIGITS})?"
    rf"(?:{_UNIT}|(?![\w/]|[.,:]\d|-(?![\s-])))"
    rf"|(?:{_ABOUT})?\b(?P<word>{'|'.join(_WORDS)})\s"
    rf"(?P<of>orders?(?:[\s-]of)?[\s-]magnitude|times(?=\s{_COMPARED}\b))"
    rf"|(?:{_ABOUT})?\b(?P<twice>twice)\sas\s(?:fast|many|much|large|efficient|quick|likely|accurate)\b"
)
_FROM = re.compile(r"(?:(?P<spread>rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying))\s+)?\bfrom\s+(?:an?\s+|\w+\s+)?$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text: the range of its words, with qualifier and unit; what it says; its unit in plain letters.

    `number` is None for a range of numbers ("2–7x"). `signed` is "+" or "-" where the text writes a sign.
    """

    start: int
    end: int
    number: Decimal | None
    unit: str | None
    signed: str = ""


def find(text: str, start: int, end: int) -> tuple[Quantity, ...]:
    """The quantities in `text` between `start` and `end`, in order: every number that is not part of a word.

    Two numbers of a change ("from 73ms to 6.7ms") are two quantities; of a range ("3 to 6 points"), one.
    """
    view = plain_view(text, start, end)
    found: list[Quantity] = []
    position = 0
    while match := _QUANTITY.search(view.text, position):
        position = match.end()
        if match["size"] is not None:
            continue
        stop = _before_to(view.text, match)
        if stop is not None:
            match = _QUANTITY.match(view.text, match.start(), stop) or match
        found.append(_quantity(text, view, match))
        position = match.end()
    return tuple(found)


def _before_to(plain: str, match: re.Match[str]) -> int | None:
    """Where the first of two numbers of a change ends, if `match` took both for a range."""
    if match["to"] is None:
        return None
    before = _FROM.search(plain, max(0, match.start() - 40), match.start())
    return match.start("to") - 1 if before and not before["spread"] else None


def _quantity(text: str, view: Plain, match: re.Match[str]) -> Quantity:
    begin = match.start() + len(match[0]) - len(match[0].lstrip())
    if match["first"] and "*" in text[view.at[begin] : view.at[match.end() - 1]]:
        begin = match.start("first")
    span = _with_math_signs(text, *balanced(text, *view.span(begin, match.end())))
    if match["twice"]:
        return Quantity(*span, Decimal(2), "x")
    if match["word"]:
        unit = "x" if match["of"] == "times" else "orders of magnitude"
        return Quantity(*span, Decimal(_WORDS[match["word"]]), unit)
    named = next((i for i in range(len(_NAMES)) if match[f"unit{i}"] is not None), None)
    first = match["first"].replace("−", "-")
    number = None if match["range"] else Decimal(first.replace(",", ""))
    return Quantity(*span, number, None if named is None else _NAMES[named], first[0] if first[0] in "+-" else "")


def _with_math_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the dollar signs around it, where it is all that they hold."""
    if start and text[start - 1] == "$" == text[end : end + 1]:
        return start - 1, end + 1
    return start, end
