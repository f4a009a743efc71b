"""Lessons: a few steps on two papers lower every part of the loss, and false names are the network's own."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from kg.core.schema import schema
from kg.train import lessons
from kg.train.course import Course, Pace
from kg.train.encoder import Encoder
from kg.train.encoders import tokenizer_of
from kg.train.examples import TRAIN, Example, annotated, examples
from kg.train.lessons import Weights
from kg.train.network import Joint


@pytest.fixture(scope="module")
def two(mpnet: Path) -> list[Example]:
    shortest = sorted(annotated(TRAIN), key=lambda paper: len(paper["text"]))[:2]
    return examples(shortest, tokenizer_of(mpnet))


def test_learning_lowers_every_part(mpnet: Path, two: list[Example]) -> None:
    torch.manual_seed(1)
    joint = Joint(Encoder.load(mpnet))
    course = Course(joint, Pace(epochs=1, papers_a_step=2, rate=4e-3, head_rate=4e-3), seed=1)
    course.steps = 12
    weights = lessons.label_weights(two, len(schema().relations), 0.5)
    below = lessons.Below(joint)
    rows = [course.update(lessons.loss(below, two, Weights(), weights, with_own=False)) for _ in range(12)]
    assert all(rows[-1][part] < 0.8 * rows[0][part] for part in ("tags", "entities", "relations"))


def test_false_names_are_what_the_tags_name_and_nobody_annotated(two: list[Example]) -> None:
    example = two[0]
    right = torch.nn.functional.one_hot(torch.tensor(example.tags), 15).float() * 20
    assert lessons.false_names(example, right) == []
    goes_on = example.pieces.goes_on
    place = next(i for i, tag in enumerate(example.tags) if i and tag == 0 and not goes_on[i] and not goes_on[i + 1])
    wrong = right.clone()
    wrong[place, 1] = 40
    found = lessons.false_names(example, wrong)
    assert any((place, behind) in mentions for mentions in found for behind in range(place + 1, len(example.tags)))


def test_rare_labels_can_count_more(two: list[Example]) -> None:
    assert lessons.label_weights(two, 11, 0.0).tolist() == [1.0] * 17
    raised = lessons.label_weights(two, 11, 0.5)
    assert raised[0] == 1.0
    assert raised[1:].min() == 1.0
    assert raised.max() > 1.0


def test_a_batch_is_filled_up_at_the_end_only(mpnet: Path, two: list[Example]) -> None:
    joint = Joint(Encoder.load(mpnet, frozen=1))
    hidden, shapes, is_padding = lessons.Below(joint).batch(two, torch.device("cpu"))
    for row, example in enumerate(two):
        size = len(example.pieces)
        alone = joint.encoder.lower(torch.tensor([example.pieces.ids]))[0]
        assert torch.allclose(hidden[row, :size], alone, atol=1e-6)
        assert tuple(shapes[row, :size].tolist()) == example.pieces.shapes
        assert is_padding[row].tolist() == [False] * size + [True] * (hidden.shape[1] - size)


def test_what_is_frozen_does_not_learn(mpnet: Path) -> None:
    joint = Joint(Encoder.load(mpnet, layers=2, frozen=1))
    assert {
        name.split(".")[2] for name, weight in joint.named_parameters() if ".layers." in name and weight.requires_grad
    } == {"1"}


def test_in_half_precision_vectors_are_nearly_the_same(mpnet: Path, two: list[Example]) -> None:
    joint, device = Joint(Encoder.load(mpnet)).eval(), torch.device("cpu")
    (whole, _), (half, scores) = (lessons.Below(joint, half=half).read(two, device) for half in (False, True))
    assert half.dtype == scores.dtype == torch.float32
    assert 0 < float((whole - half).detach().abs().max()) < 0.05 * float(whole.detach().abs().max())
