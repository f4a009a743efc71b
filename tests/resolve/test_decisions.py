"""The file of decisions: its lines, what is wrong with them, and what they may not say together."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import names
from kg.core.errors import DataError, UsageError
from kg.core.types import Reason
from kg.resolve import decisions
from kg.resolve.decisions import Decision, Decisions, parse

BY = "ada\t2026-11-30"

hostile = st.text(st.characters(), min_size=1, max_size=12)


def lines(*said: str) -> str:
    return "".join(f"{one}\t{BY}\n" for one in said)


def test_lines_are_read_with_who_and_when() -> None:
    text = (
        "# same\tA\tB\tx\ty\n\n \t \r\nsame\tLLM\tlarge language model\tada\t2026-11-30\tas papers say\r\n"
        "drop\tthe end\t\tbob\t2026-01-02"
    )
    assert parse(text) == Decisions(
        (
            Decision("drop", "the end", "", "bob", "2026-01-02"),
            Decision("same", "LLM", "large language model", "ada", "2026-11-30"),
        )
    )
    drop, same = parse(text).made
    assert (drop.line, same.line, same.note) == (5, 4, "as papers say")
    assert same.reason("LLM", "large language model") == Reason(
        "decided by ada on 2026-11-30", "LLM", "large language model", 1.0
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("merge\tA\tB\tada\t2026-11-30", "'merge' is none of same, different, rename, retype, drop"),
        ("same A B ada 2026-11-30", "'same A B ada 2026-11-30' is none of"),
        ("same\tA\tB\tada", "4 columns"),
        ("same\tA\tB\tada\t2026-11-30\tnote\tmore", "7 columns"),
        ("same\t \tB\tada\t2026-11-30", "no name"),
        ("same\tA\tB\t\t2026-11-30", "no who"),
        ("same\tA\t\tada\t2026-11-30", "other must be another name"),
        ("drop\tA\tB\tada\t2026-11-30", "other must be nothing"),
        ("same\tA\tB\tada\tyesterday", "'yesterday' is no date as 2026-11-30"),
        ("same\tA\tB\tada\t20261130", "'20261130' is no date"),
        ("retype\tA\tThing\tada\t2026-11-30", "no type 'Thing', choose one of Method"),
        ("different\tA\tA\tada\t2026-11-30", "one name is not different from itself"),
    ],
)
def test_a_malformed_line_is_one_error_with_its_number(line: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse(f"# first\n{line}\n", "mine.tsv")
    assert str(error.value).startswith(f"mine.tsv line 2: {message}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (["same\tLLM\tMoE", "different\tMoE\tLLMs"], [1, 2]),
        (["different\tA1\tC1", "same\tB1\tC1", "same\tA1\tB1"], [1, 2, 3]),
        (["rename\tLLM\tX", "rename\tLLMs\tY"], [1, 2]),
        (["retype\tLLM\tModel", "retype\tllm\tMethod"], [1, 2]),
        (["different\tMATH\tmath", "same\tmath\tMATH"], [1, 2]),
    ],
)
def test_contradictions_are_one_error_with_every_line(said: list[str], numbers: list[int]) -> None:
    with pytest.raises(DataError) as error:
        parse(lines(*said))
    assert [number for number in range(1, 9) if f"line {number} " in str(error.value)] == numbers
    assert str(error.value).endswith("contradict each other: keep what is right")


def test_what_does_not_contradict_is_taken() -> None:
    said = [
        "same\tA1\tB1",
        "different\tB1\tC1",
        "rename\tA1\tX",
        "rename\ta1\tX",
        "different\tMATH\tmath",
        "same\tmath\tmaths",
    ]
    assert len(parse(lines(*said)).made) == 6


@given(st.randoms(use_true_random=False))
def test_the_order_of_lines_and_saying_it_twice_do_not_matter(chance: random.Random) -> None:
    said = ["same\tA1\tB1", "different\tB1\tC1", "rename\tA1\tX", "drop\tD1\t", "retype\tE1\tTask"]
    mixed = chance.sample(said + said, 2 * len(said))
    assert parse(lines(*mixed)) == parse(lines(*said))


@given(hostile, hostile, hostile, st.sampled_from(["same", "different", "rename"]))
def test_a_written_line_says_the_same_when_it_is_read(name: str, other: str, note: str, what: str) -> None:
    written = Decision(what, name, other, "ada", "2026-11-30", note).written()
    if written is not None and written.split("\t")[1].strip() and written.split("\t")[2].strip():
        assert not set("\n\r\x1b\u202e\x00") & set(written)
        assert written.encode() != b""
        if what != "different" or names.key(name) != names.key(other):
            (back,) = parse(written).made
            assert names.key(back.name) == names.key(name)
            assert names.key(back.other) == names.key(other)


@pytest.mark.parametrize("name", ["a\tb", "a\nb", "\x1b[31mred", "\u202eevil", 'say "hi"', "# no", "x\u2028y"])
def test_hostile_names_are_written_on_one_line(name: str) -> None:
    written = Decision("drop", name, "", "ada", "2026-11-30").written()
    assert written is not None
    assert written.count("\t") == 5
    (back,) = parse(written).made
    assert names.key(back.name) == names.key(name)


def test_a_name_that_no_file_can_hold_is_not_written() -> None:
    assert Decision("drop", "\ud800", "", "ada", "2026-11-30").written() is None


def test_the_ontology_has_a_file_that_says_nothing_yet() -> None:
    assert decisions.read() == Decisions()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the decisions in .*nowhere\.tsv"):
        decisions.read(tmp_path / "nowhere.tsv")
    with pytest.raises(UsageError, match="cannot read"):
        decisions.read(tmp_path)
    (tmp_path / "latin.tsv").write_bytes(b"drop\tna\xefve\t\tada\t2026-11-30\n")
    with pytest.raises(DataError, match="is not UTF-8"):
        decisions.read(tmp_path / "latin.tsv")
    (tmp_path / "bom.tsv").write_bytes(b"\xef\xbb\xbfdrop\tX\t\tada\t2026-11-30\n")
    assert decisions.read(tmp_path / "bom.tsv").made[0].name == "X"
