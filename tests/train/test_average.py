from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from kg.train.average import average
from kg.train.encoder import Encoder
from kg.train.encoders import digest
from kg.train.fit import Plan, note
from kg.train.network import Joint, load, save


def kept(mpnet: Path, path: Path, seed: int, layers: int = 0) -> dict[str, torch.Tensor]:
    torch.manual_seed(seed)
    path.parent.mkdir(exist_ok=True)
    save(Joint(Encoder.load(mpnet, layers)), path)
    note(path.parent, Plan(seed=seed, begin="somewhere/weights"), {"papers": 3})
    return load(path).state_dict()


def test_each_weight_is_the_mean(mpnet: Path, tmp_path: Path) -> None:
    paths = [tmp_path / "0" / "best.pt", tmp_path / "1" / "best.pt"]
    one, other = (kept(mpnet, path, seed) for seed, path in enumerate(paths))
    average(paths, tmp_path / "mean")
    mean = load(tmp_path / "mean" / "best.pt").state_dict()
    assert not torch.equal(one["heads.relations.weight"], other["heads.relations.weight"])
    assert all(torch.equal(mean[name], ((one[name] + other[name]) / 2).half().float()) for name in one)
    run = json.loads((tmp_path / "mean" / "run.json").read_text(encoding="utf-8"))
    assert run["mean of"] == [{"weights": digest(path), "seed": seed} for seed, path in enumerate(paths)]
    assert (run["plan"]["begin"], run["papers"]) == ("weights", 3)


def test_two_shapes_have_no_mean(mpnet: Path, tmp_path: Path) -> None:
    kept(mpnet, tmp_path / "0.pt", 1)
    kept(mpnet, tmp_path / "1.pt", 1, layers=1)
    with pytest.raises(RuntimeError, match="two shapes"):
        average([tmp_path / "0.pt", tmp_path / "1.pt"], tmp_path / "mean.pt")
