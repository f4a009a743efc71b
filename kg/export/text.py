"""Which characters may stand in a file. Text comes from anywhere; every exporter writes it through one of these."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

_NOT_STORABLE = re.compile(r"[\x00\ud800-\udfff]")
_LARGEST_EXPONENT = 30
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\s]+")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def storable(text: str) -> str:
    """`text` as every store and every UTF-8 file can hold it: NUL and lone surrogates become U+FFFD, one for one, so
    that offsets stay true. Nothing else is changed."""
    return _NOT_STORABLE.sub("\ufffd", text)


def label(text: str) -> str:
    """`text` as a name to read: NFC, one space for each run of white space and control characters, none at the ends."""
    return unicodedata.normalize("NFC", _CONTROL.sub(" ", text).strip())


def xml(text: str) -> str:
    """`text` as XML 1.0 can hold it: each character that it cannot becomes U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)


def decimal(number: Decimal | None) -> str | None:
    """`number` in digits, without an exponent; None where it is not finite or is absurdly large or small."""
    if number is None or not number.is_finite() or abs(number.adjusted()) > _LARGEST_EXPONENT:
        return None
    return f"{number:f}"


def to_json(value: object) -> str:
    """`value` as JSON on one line. Characters that UTF-8 or XML cannot hold are escaped, so that nothing is lost."""
    written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _NOT_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def write(path: Path, pieces: Iterable[str]) -> None:
    """Write `pieces`, one after another, as UTF-8 without translating line ends."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(pieces)


def write_json(path: Path, head: Mapping[str, object], lists: Mapping[str, Iterable[Mapping[str, Any]]]) -> None:
    """Write one JSON object: the values of `head`, then those of `lists`, of which each item has a line of its own."""

    def pieces() -> Iterable[str]:
        separator = "{"
        for name, value in head.items():
            yield f"{separator}{to_json(name)}: {to_json(value)}"
            separator = ",\n"
        for name, items in lists.items():
            yield f"{separator}{to_json(name)}: ["
            separator = "\n"
            for item in items:
                yield separator + to_json(item)
                separator = ",\n"
            yield "\n]"
            separator = ",\n"
        yield "}\n"

    write(path, pieces())
