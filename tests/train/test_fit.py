"""The whole chain in little: taught, stopped, gone on with, kept with what is known of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from kg.train.course import Pace
from kg.train.encoders import digest
from kg.train.examples import DEV, TRAIN
from kg.train.fit import Plan, fit
from kg.train.network import load

PACE = Pace(epochs=2, papers_a_step=2, rate=1e-3, head_rate=1e-3)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    made = []
    for path, count in ((TRAIN, 4), (DEV, 2)):
        lines = sorted(path.read_text(encoding="utf-8").splitlines(keepends=True), key=len)
        made.append(tmp_path / path.name)
        made[-1].write_text("".join(lines[:count]), encoding="utf-8")
    return made[0], made[1]


def test_a_run_is_kept_with_its_curve_and_repeats_itself(mpnet: Path, files: tuple[Path, Path], tmp_path: Path) -> None:
    train, dev = files
    best = fit(mpnet, tmp_path / "run", Plan(PACE), train, dev)
    rows = [json.loads(line) for line in (tmp_path / "run" / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["epoch"] for row in rows] == [0, 1]
    assert best in rows
    about = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert (about["train"], about["dev"], about["plan"]["seed"]) == (digest(train), digest(dev), 1)
    assert load(tmp_path / "run" / "best.pt").encoder.shape.layers == 2
    again = fit(mpnet, tmp_path / "again", Plan(PACE), train, dev)
    assert again == best
    assert fit(mpnet, tmp_path / "run", Plan(PACE), train, dev) == best


def test_papers_without_a_name_are_learned_from_too(mpnet: Path, files: tuple[Path, Path], tmp_path: Path) -> None:
    train, dev = files
    silent = {"title": "", "text": "The road is closed.", "entities": [], "relations": [], "results": []}
    with train.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps({"id": f"none-{number}", **silent}) + "\n" for number in range(2))
    best = fit(mpnet, tmp_path / "run", Plan(replace(PACE, epochs=1)), train, dev)
    assert set(best["loss"]) == {"tags", "entities", "relations"}


def test_heads_learn_on_alone(mpnet: Path, files: tuple[Path, Path], tmp_path: Path) -> None:
    train, dev = files
    fit(mpnet, tmp_path / "run", Plan(PACE), train, dev)
    fit(mpnet, tmp_path / "heads", Plan(PACE, heads_of=str(tmp_path / "run" / "best.pt")), train, dev)
    before, after = load(tmp_path / "run" / "best.pt"), load(tmp_path / "heads" / "best.pt")
    same = {
        name: torch.equal(one, other)
        for (name, one), (_, other) in zip(before.named_parameters(), after.named_parameters(), strict=True)
    }
    assert all(is_same for name, is_same in same.items() if name.startswith("encoder."))
    assert not same["heads.relations.weight"]


def test_networks_are_kept_on_the_way(mpnet: Path, files: tuple[Path, Path], tmp_path: Path) -> None:
    train, dev = files
    fit(mpnet, tmp_path / "run", Plan(PACE, keep_every=1), train, dev)
    assert {path.stem for path in (tmp_path / "run").glob("?-*.pt")} == {"0-1", "1-1"}


def test_more_papers_are_taught_in_some_epochs() -> None:
    pace = replace(PACE, epochs=4)
    assert [Plan(pace).has_more(epoch) for epoch in range(4)] == [True] * 4
    assert [Plan(pace, more_from=1, more_until=3).has_more(epoch) for epoch in range(4)] == [False, True, True, False]
