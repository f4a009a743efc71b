import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.export import text

ANY = st.text(st.characters(codec=None, categories=None))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("  Big\tFive\n", "Big Five"),
        ("Poincare\u0301 ball", "Poincaré ball"),
        ("a\x00b\x9fc\u2028d\ud800", "a b c d"),
        ("می‌خواهم", "می‌خواهم"),
        ("\x00", ""),
    ],
)
def test_label(written: str, read: str) -> None:
    assert text.label(written) == read


def test_storable_keeps_offsets() -> None:
    assert text.storable("a\x00b\ud83d\tc") == "a\ufffdb\ufffd\tc"


def test_xml_replaces_what_xml_forbids() -> None:
    assert text.xml("a\x0b\ufffe\t\U0001f600") == "a\ufffd\ufffd\t\U0001f600"


@given(ANY)
def test_json_is_read_back_as_it_was(value: str) -> None:
    written = text.to_json([value])
    assert json.loads(written) == json.loads(json.dumps([value]))
    assert text.xml(written) == written
    assert written.encode()


@pytest.mark.parametrize(
    ("number", "digits"),
    [
        (Decimal("10.90"), "10.90"),
        (Decimal("1E+3"), "1000"),
        (Decimal("-2.5e-3"), "-0.0025"),
        (Decimal("NaN"), None),
        (Decimal("-Infinity"), None),
        (Decimal("1E+999999"), None),
        (None, None),
    ],
)
def test_decimal(number: Decimal | None, digits: str | None) -> None:
    assert text.decimal(number) == digits


def test_write_json(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    text.write_json(path, {"a": 1, "b": {}}, {"c": [{"d": "é"}, {"d": "\ud800"}], "e": []})
    assert path.read_bytes().decode() == ('{"a": 1,\n"b": {},\n"c": [\n{"d": "é"},\n{"d": "\\ud800"}\n],\n"e": [\n]}\n')
