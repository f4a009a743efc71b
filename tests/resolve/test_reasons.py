from __future__ import annotations

from kg.core.types import Reason
from kg.resolve.reasons import in_words, is_decided, joins, keeps_apart


def reason(rule: str) -> Reason:
    return Reason(rule, "A", "B", 1.0)


def test_which_reasons_join_two_names() -> None:
    joining = ["case", "abbreviation", "decided by ada on 2026-11-30", "renamed by ada on 2026-11-30"]
    assert [joins(reason(rule)) for rule in joining] == [True] * 4
    others = ["type", "one of several", "kept apart by ada on 2026-11-30", "retyped by ada on 2026-11-30"]
    assert [joins(reason(rule)) for rule in others] == [False] * 4
    assert [is_decided(reason(rule)) for rule in joining + others] == [False, False, True, True, *[False] * 4]
    assert [keeps_apart(reason(rule)) for rule in others] == [False, False, True, False]


def test_reasons_in_words() -> None:
    assert in_words(reason("case")) == "they differ in capitals only"
    assert in_words(reason("decided by ada on 2026-11-30")) == "decided by ada on 2026-11-30"
