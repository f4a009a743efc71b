"""The whole chain in little: taught, stopped, gone on with, kept with what is known of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
