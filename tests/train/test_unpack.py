"""Unpacking: the network that was packed, as near as its bits are; what does not learn as it was published."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from kg.train import pack as packing
from kg.train.encoder import Encoder
from kg.train.examples import DEV
from kg.train.fit import Plan, note
from kg.train.network import Joint, load, save
from kg.train.unpack import unpack


@pytest.fixture
def trained(mpnet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A network that has learned something, and two papers to choose thresholds by."""
    few = tmp_path / "dev.jsonl"
    few.write_text("".join(DEV.read_text(encoding="utf-8").splitlines(keepends=True)[:2]), encoding="utf-8")
    monkeypatch.setattr(packing, "DEV", few)
    torch.manual_seed(5)
    joint = Joint(Encoder.load(mpnet, frozen=1))
    for weight in joint.parameters():
        if weight.requires_grad:
            weight.data += 0.05 * torch.randn_like(weight)
    save(joint, tmp_path / "best.pt")
    note(tmp_path, Plan(), {"papers": 2, "more": 1, "begun from": None})
    return tmp_path / "best.pt"


@pytest.mark.parametrize(("bits", "apart"), [("32", 5e-4), ("8", 2e-3)])
def test_what_was_packed_comes_back(trained: Path, mpnet: Path, tmp_path: Path, bits: str, apart: float) -> None:
    packing.pack(trained, mpnet, tmp_path / "packed", bits)
    found, exact = unpack(tmp_path / "packed", mpnet, 1).state_dict(), load(trained).state_dict()
    assert found.keys() == exact.keys()
    assert {name for name, weight in exact.items() if not torch.allclose(found[name], weight, atol=apart)} == set()


def test_a_file_without_a_weight_is_refused(trained: Path, mpnet: Path, tmp_path: Path) -> None:
    packing.pack(trained, mpnet, tmp_path / "packed", "32")
    (tmp_path / "packed" / "heads.onnx").write_bytes((tmp_path / "packed" / "encoder.onnx").read_bytes())
    with pytest.raises(RuntimeError, match=r"no weights for heads\.apart\.weight, heads\.between\.weight"):
        unpack(tmp_path / "packed", mpnet, 1)
