import pytest

from kg.extract.field import known_as


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("mAP", "mean average precision"),
        ("map", None),
        ("maps", None),
        ("LLMs", "large language model"),
        ("large language models", "large language model"),
        ("imagenet", "ImageNet"),
        ("ZoomDrop", None),
    ],
)
def test_what_the_field_knows(written: str, name: str | None) -> None:
    known = known_as(written)
    assert (known and known.name) == name
