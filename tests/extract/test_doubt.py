from __future__ import annotations

import pytest

from kg.extract import doubt
from kg.extract.sentences import sentences


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("UFO has a Fast Router.", False),
        ("We also add a Fast Router.", False),
        ("We also propose Fast Router, a novel framework.", True),
        ("We propose the Fast Router method.", True),
    ],
)
def test_a_whole_is_no_part(annotate, text: str, doubtful: bool) -> None:
    document, (ufo, router) = annotate(text, ("UFO", "Method", "introduces"), ("Fast Router", "Method", "introduces"))
    shown = sentences(document, (ufo, router))
    assert doubt.doubtful(document.text, "partOf", router, ufo, shown, ufo) == doubtful


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("UFO uses prefix tuning.", False),
        ("UFO beats all others, among them prefix tuning.", True),
        ("Prefix of UFO: prefix tuning.", True),
    ],
)
def test_what_a_system_uses_must_be_held_by_it(annotate, text: str, doubtful: bool) -> None:
    document, (ufo, tuning) = annotate(text, ("UFO", "Method", "introduces"), ("prefix tuning", "Method", "uses"))
    shown = sentences(document, (ufo, tuning))
    assert doubt.doubtful(document.text, "partOf", tuning, ufo, shown, ufo) == doubtful


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("Pretrained on COCO, UFO is strong.", True),
        ("UFO is trained on LVIS, Objects365 and COCO.", True),
        ("UFO is trained on LVIS and evaluated on COCO.", False),
        ("UFO wins on COCO.", False),
    ],
)
def test_training_data_is_no_test(annotate, text: str, doubtful: bool) -> None:
    document, (ufo, coco) = annotate(text, ("UFO", "Model", "introduces"), ("COCO", "Dataset", "evaluatesOn"))
    shown = sentences(document, (ufo, coco))
    assert doubt.doubtful(document.text, "evaluatedOn", ufo, coco, shown, ufo) == doubtful
