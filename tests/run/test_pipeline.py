"""However a pile of papers came to be what it is, its graph is the one that is built of it from nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kg.run.pipeline import Options, build_to
from kg.run.progress import Progress

ABSTRACTS = (
    "We propose OmniMoE, a framework that outperforms PEER on ImageNet by 3.5%. It builds on mixture-of-experts (MoE).",
    "We present MapGR, a model that is trained on nuScenes. MapGR reaches 71.2 mAP and outperforms MapTR by 4%.",
    "PEER (parameter efficient expert retrieval) is a layer with tiny experts. We compare PEER with MoE on ImageNet.",
    "Large language models (LLMs) need much memory. Our method QuietKV reduces the memory of LLMs such as GPT-4 by 2x.",
    "We introduce ToyBench, a benchmark for large language models, and evaluate GPT-4 and GPT-3 on it.",
    "We study group relative policy optimization (GRPO). On ToyBench, GRPO improves accuracy by 2.5% over PPO.",
)
CHANGED = " We also test on CIFAR-10, where accuracy is 95.1%."
Pile = dict[str, dict[str, Any]]


def write(pile: Pile, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "papers.json").write_text(json.dumps(list(pile.values())), encoding="utf-8")


def build(pile: Pile, folder: Path, cache: Path, out: str) -> dict[str, bytes]:
    """All files of a build of `pile`, without what says when."""
    write(pile, folder)
    build_to(folder / out, [str(folder / "papers.json")], Options("json", "rules", 1, cache), Progress())
    files = {path.name: path.read_bytes() for path in (folder / out).iterdir() if not path.name.startswith(".")}
    manifest = json.loads(files["manifest.json"])
    del manifest["created"]
    return {**files, "manifest.json": json.dumps(manifest).encode()}


def step(pile: Pile, chance: random.Random) -> Pile:
    """`pile` in another order, with a paper added, changed or taken away."""
    left = dict(pile)
    doc, text = f"p{chance.randrange(4)}", chance.choice(ABSTRACTS) + chance.choice(["", CHANGED])
    if len(left) > 1 and chance.random() < 0.3:
        del left[chance.choice(sorted(left))]
    else:
        left[doc] = {"id": doc, "title": chance.choice(["On experts", "On maps"]), "abstract": text}
    return {name: left[name] for name in chance.sample(sorted(left), len(left))}


@pytest.mark.parametrize("seed", range(3))
def test_adding_changing_and_removing_papers_gives_what_a_full_rebuild_gives(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    pile: Pile = {}
    for number in range(4):
        pile = step(pile, chance)
        again = build(pile, tmp_path, tmp_path / "cache", "again")
        assert again == build(pile, tmp_path, tmp_path / f"cache-{number}", f"anew-{number}")
