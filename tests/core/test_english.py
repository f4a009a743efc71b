"""English words in one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import english

WORDS = st.text("abcdeiosuxyzhlr", max_size=10)


@given(WORDS)
def test_a_singular_has_no_other(word: str) -> None:
    assert english.singular(english.singular(word)) == english.singular(word)


@given(WORDS)
def test_american_spelling_is_kept(word: str) -> None:
    assert english.american(english.american(word)) == english.american(word)


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("models", "model"),
        ("policies", "policy"),
        ("biases", "bias"),
        ("databases", "database"),
        ("hypotheses", "hypothesis"),
        ("branches", "branch"),
        ("caches", "cache"),
        ("indices", "index"),
        ("videos", "video"),
        ("schemas", "schema"),
        ("gpus", "gpu"),
        ("topics", "topic"),
        ("physics", "physics"),
        ("focus", "focus"),
        ("series", "series"),
        ("time-series", "time-series"),
        ("trade-offs", "trade-off"),
        ("corpora", "corpus"),
    ],
)
def test_singular(plural: str, singular: str) -> None:
    assert english.singular(plural) == singular


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("optimisation", "optimization"),
        ("generalised", "generalized"),
        ("tokeniser", "tokenizer"),
        ("analyse", "analyze"),
        ("labelling", "labeling"),
        ("colour", "color"),
        ("centred", "centered"),
        ("catalogue", "catalog"),
        ("supervised", "supervised"),
        ("promising", "promising"),
        ("denoising", "denoising"),
        ("expertise", "expertise"),
        ("improvisation", "improvisation"),
        ("contour", "contour"),
        ("controlled", "controlled"),
    ],
)
def test_american(british: str, american: str) -> None:
    assert english.american(british) == american
