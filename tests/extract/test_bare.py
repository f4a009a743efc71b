import pytest

from kg.extract.bare import is_bare, is_quantity


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("seven benchmarks", True),
        ("1.5B", True),
        ("synergistic module", True),
        ("Parameter-efficient framework", True),
        ("automated pipelines", True),
        ("model", True),
        ("state-of-the-art", True),
        ("theoretical guarantees", True),
        ("foundation model", False),
        ("medical understanding benchmark", False),
        ("3D reconstruction", False),
        ("transformer", False),
    ],
)
def test_names_that_say_nothing(name: str, expected: bool) -> None:
    assert is_bare(name) is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("seven", True),
        ("13", True),
        ("70b", True),
        ("1-3b", True),
        ("7k-sample", True),
        ("3d", False),
        ("4-bit", False),
        ("k", False),
    ],
)
def test_quantities(word: str, expected: bool) -> None:
    assert is_quantity(word) is expected
