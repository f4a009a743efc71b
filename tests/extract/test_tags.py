"""The likeliest tags are names of one type each, made of whole words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import tags

SIZE = 15


def scores(path: list[int], sure: float = 9.0) -> Any:
    rows = np.zeros((len(path), SIZE), np.float32)
    rows[range(len(path)), path] = sure
    return rows - np.log(np.exp(rows).sum(1, keepdims=True))


def test_tags_are_outside_and_two_a_type() -> None:
    assert tags.tags()[:5] == ("O", "B-Method", "I-Method", "B-Model", "I-Model")
    assert len(tags.tags()) == SIZE
    assert tags.tags()[tags.begin(2)] == "B-Dataset"


def test_an_inner_tag_never_stands_alone() -> None:
    assert tags.best(scores([0, 2, 2, 0]), [False] * 4) in ([0, 1, 2, 0], [1, 2, 2, 0])


def test_a_word_is_named_whole() -> None:
    assert tags.best(scores([0, 1, 0, 0], 3.0), [False, False, True, True]) == [0, 0, 0, 0]
    assert tags.best(scores([0, 1, 2, 0], 3.0), [False, False, True, True]) == [0, 1, 2, 2]


def test_names_are_as_sure_as_their_tags_together() -> None:
    probabilities = np.full((5, SIZE), 0.01)
    probabilities[1, 1], probabilities[2, 2], probabilities[3, 5] = 0.9, 0.4, 0.7
    found = list(tags.names_in([0, 1, 2, 5, 0], probabilities))
    assert [(name.first, name.behind, name.type, round(name.score, 6)) for name in found] == [
        (1, 3, 0, 0.6),
        (3, 4, 2, 0.7),
    ]


@given(
    st.lists(
        st.tuples(st.lists(st.floats(-9, 9), min_size=SIZE, max_size=SIZE), st.booleans()), min_size=1, max_size=12
    )
)
def test_whatever_the_scores_names_are_whole_and_apart(rows: list[tuple[list[float], bool]]) -> None:
    logs = np.array([row for row, _ in rows], np.float32)
    goes_on = [inner for _, inner in rows]
    path = tags.best(logs, goes_on)
    found = list(tags.names_in(path, np.full((len(path), SIZE), 0.5)))
    assert all(one.behind <= other.first for one, other in pairwise(found))
    assert sum(name.behind - name.first for name in found) == sum(tag != tags.OUTSIDE for tag in path)
    for name in found:
        assert name.first == 0 or not goes_on[name.first]
        assert name.behind == len(path) or not goes_on[name.behind]
