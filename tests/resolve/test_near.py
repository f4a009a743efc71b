"""Names so alike that a person should look."""

from __future__ import annotations

import pytest

from kg.resolve.near import likeness, near_misses


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ("routing of sparse tokens", "sparse token routing", "the same words"),
        ("BTS", "biomedical time-series", "the letters of one begin"),
        ("Fourier embeding", "Fourier embedding", "differ in one letter"),
        ("segmenation", "segmentation", "differ in one letter"),
        ("segmentaiton", "segmentation", "differ in one letter"),
        ("token routing", "token routing model", "only adds a word"),
    ],
)
def test_alike(left: str, right: str, alike: str) -> None:
    found = likeness(left, right)
    assert found is not None
    assert alike in found[0]
    assert likeness(right, left) == found
    assert list(near_misses([right, left, "accuracy"])) == [tuple(sorted((left, right)))]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("GPT-3", "GPT-4"),
        ("Qwen3-VL-8B", "Qwen3-VL-4B"),
        ("recall", "precision"),
        ("SAM", "RAM"),
        ("LLM", "MLLM"),
        ("HumanEval", "HumanEval+"),
        ("language model", "large language model"),
    ],
)
def test_not_alike(left: str, right: str) -> None:
    assert likeness(left, right) is None
    assert list(near_misses([left, right])) == []


def test_many_names_in_one_block_tell_nothing() -> None:
    many = [f"a{letter}gular b{letter}nding c{letter}rves" for letter in "abcdefghijklmno"]
    assert list(near_misses([*many, "ABC"])) == []
