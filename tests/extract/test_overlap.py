from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.extract.overlap import settle
from kg.extract.proposals import Proposal

PROPOSALS = st.lists(
    st.builds(
        lambda start, length, type_, by, score: Proposal(start, start + length, type_, by, score),
        st.integers(0, 60),
        st.integers(1, 12),
        st.sampled_from(["Method", "Model"]),
        st.sampled_from(["known", "model", "rule:phrase", "rule:defined"]),
        st.floats(0.05, 0.95),
    ),
    max_size=30,
)


def test_the_surest_wins_and_of_equals_the_longest() -> None:
    sure = Proposal(4, 9, "Model", "known", 0.8)
    assert settle([Proposal(0, 9, "Model", "rule:phrase", 0.5), sure]) == [sure]
    long = Proposal(0, 9, "Model", "rule:phrase", 0.8)
    assert settle([sure, long]) == [long]


def test_two_that_agree_are_surer_than_one() -> None:
    (agreed,) = settle([Proposal(0, 5, "Method", "known", 0.5), Proposal(0, 5, "Method", "rule:phrase", 0.6)])
    assert agreed == Proposal(0, 5, "Method", "rule:phrase", 0.8)


def test_one_source_that_says_so_twice_is_no_surer() -> None:
    twice = [Proposal(0, 5, "Method", "known", 0.5), Proposal(0, 5, "Method", "known", 0.4)]
    assert settle(twice) == [Proposal(0, 5, "Method", "known", 0.5)]


def test_where_an_abbreviation_is_defined_its_forms_stand() -> None:
    defined = Proposal(0, 19, "Method", "rule:defined", 0.4)
    assert settle([Proposal(7, 30, "Method", "rule:phrase", 0.9), defined]) == [defined]


@given(PROPOSALS)
def test_none_overlap_whatever_the_order(proposals: list[Proposal]) -> None:
    standing = settle(proposals)
    assert all(a.end <= b.start for a, b in pairwise(standing))
    assert settle(proposals[::-1]) == standing
    assert bool(standing) == bool(proposals)
