import pytest

from kg.extract.wording import wording


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Weight Estimation", "estimating weights"),
        ("gradient-boosting decision trees", "gradient-boosted decision trees"),
        ("generating coherent texts", "coherent text generation"),
        ("perceptions of a robot", "perceptions of robots"),
        ("manipulations of flexible objects", "Flexible Object Manipulation"),
        ("Compositional Generalization", "generalize compositionally"),
    ],
)
def test_names_that_say_the_same(one: str, other: str) -> None:
    assert wording(one, {}) == wording(other, {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("language modeling", "language models"),
        ("motion planning", "motion planners"),
        ("story generation", "story generator"),
        ("point tracks", "point tracking"),
        ("dense retrieval", "sparse retrieval"),
        ("text-to-image generation", "image-to-text generation"),
        ("system dynamics", "dynamical systems"),
        ("data augmentation", "augmented data"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert wording(one, {}) != wording(other, {})


def test_abbreviations_are_spelt_out_and_brackets_left_out() -> None:
    spelt_out = {"MDP": "Markov decision process"}
    assert wording("periodic MDPs", spelt_out) == wording("periodic Markov decision process (MDP)", spelt_out)


def test_small_words_alone_and_at_the_ends_are_names_too() -> None:
    assert wording("in context", {}) == ("context",)
    assert wording("of the", {}) == ()


def test_a_single_word_is_too_little() -> None:
    assert wording("tokenization", {}) == ()
