"""The course of a training goes on exactly where it was stopped, and shows every paper once an epoch."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import torch

from kg.train.course import Course, Pace, batches
from kg.train.encoder import Encoder
from kg.train.network import Joint


@dataclass(frozen=True)
class Paper:
    pieces: range


def course(folder: Path) -> Course:
    torch.manual_seed(1)
    return Course(Joint(Encoder.load(folder)), Pace(epochs=2, papers_a_step=2, rate=1e-3), seed=7)


def run(one: Course, steps: int) -> None:
    one.joint.train()
    for chosen in one.rest_of_epoch([Paper(range(size)) for size in (3, 5, 8, 13, 21, 34)]):
        size = max(len(paper.pieces) for paper in chosen)
        vectors, scores = one.joint(torch.ones(2, size, dtype=torch.long), torch.zeros(2, size, dtype=torch.long))
        one.update({"loss": scores.square().mean() + vectors.mean()})
        if one.step == steps:
            return


def test_a_resumed_course_ends_where_an_unbroken_one_does(mpnet: Path, tmp_path: Path) -> None:
    whole, first, second = course(mpnet), course(mpnet), course(mpnet)
    torch.manual_seed(9)
    run(whole, 3)
    torch.manual_seed(9)
    run(first, 2)
    first.keep(tmp_path / "state.pt")
    torch.manual_seed(123)
    second.resume(tmp_path / "state.pt")
    assert (second.epoch, second.step) == (0, 2)
    run(second, 3)
    for one, other in zip(whole.joint.parameters(), second.joint.parameters(), strict=True):
        assert torch.equal(one, other)


def test_what_does_not_learn_stays(mpnet: Path) -> None:
    one = course(mpnet)
    words, query = one.joint.encoder.words.weight.clone(), one.joint.encoder.layers[0].query.weight.clone()
    run(one, 3)
    assert torch.equal(one.joint.encoder.words.weight, words)
    assert not torch.equal(one.joint.encoder.layers[0].query.weight, query)


def test_lower_layers_learn_more_slowly(mpnet: Path) -> None:
    rates = {group["peak"] for group in course(mpnet).optimizer.param_groups}
    assert {round(rate, 8) for rate in rates} == {5e-4, 1e-3, 9e-4}


def test_the_rate_rises_first_and_then_falls_to_nothing(mpnet: Path) -> None:
    one = course(mpnet)
    run(one, 0)
    slopes = []
    for epoch in range(2):
        one.epoch, one.steps = epoch, 10
        for step in range(10):
            one.step = step
            slopes.append(one._slope())
    top = slopes.index(max(slopes))
    assert slopes[: top + 1] == sorted(slopes[: top + 1])
    assert slopes[top:] == sorted(slopes[top:], reverse=True)
    assert (top, round(slopes[-1], 3)) == (2, 0.051)


def test_every_paper_comes_once_beside_others_of_its_length() -> None:
    papers = [Paper(range(size)) for size in range(100, 200)]
    found = batches(papers, 8, random.Random(3))
    assert sorted(len(paper.pieces) for chosen in found for paper in chosen) == list(range(100, 200))
    assert max(max(len(p.pieces) for p in chosen) / min(len(p.pieces) for p in chosen) for chosen in found) < 1.35
    assert found == batches(papers, 8, random.Random(3))
