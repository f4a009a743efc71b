"""Groups of keys: joined by rule or by decision, and kept apart."""

from __future__ import annotations

from kg.core.types import Reason
from kg.resolve import vocabulary
from kg.resolve.groups import Groups
from kg.resolve.match import Match

REASON = Reason("test", "", "", 1.0)


def pair(left: str, right: str) -> Match:
    return Match(left, right, REASON)


def test_the_smallest_key_stands_for_a_group() -> None:
    groups = Groups(vocabulary.read([]))
    groups.join([pair("c", "b"), pair("b", "a"), pair("e", "d")])
    assert [groups.find(key) for key in "abcdef"] == ["a", "a", "a", "d", "d", "f"]


def test_names_whose_numbers_differ_are_joined_by_decision_only() -> None:
    groups = Groups(vocabulary.read([]))
    groups.join([pair("gpt3", "gpt4")])
    assert groups.find("gpt4") == "gpt4"
    groups.unite(pair("gpt3", "gpt4"))
    assert groups.find("gpt4") == "gpt3"


def test_what_is_kept_apart_stays_so_by_every_way_round() -> None:
    groups = Groups(vocabulary.read([]))
    groups.keep_apart(pair("b", "y"))
    groups.unite(pair("a", "b"))
    groups.unite(pair("x", "y"))
    groups.join([pair("a", "m"), pair("m", "x"), pair("b", "y")])
    assert groups.find("m") == "a"
    assert groups.find("y") == "x"
    assert groups.are_apart("m", "x")
    assert groups.are_apart("y", "b")
    assert not groups.are_apart("a", "b")
    assert not groups.are_apart("a", "other")
