"""Teaching the network annotated papers, epoch by epoch; the best of them on dev is kept."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kg.core.schema import schema
from kg.extract.trained import Thresholds
from kg.train import evaluate, lessons
from kg.train.course import Course, Cut, Pace
from kg.train.encoder import Encoder
from kg.train.encoders import digest, tokenizer_of
from kg.train.examples import DEV, MORE, TRAIN, Annotated, Example, annotated, examples
from kg.train.lessons import Weights
from kg.train.network import Joint, TorchNetwork, load, save
from kg.train.unpack import unpack

_SAY_EVERY, _STATE_EVERY = 20, 50
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """How to teach. Of the encoder only the lowest `layers` are taken (0: all) and the lowest `frozen` stay as
    published. `own_from` is the epoch, from 0 on, from which the network's own false names are shown to it; `more_from`
    that from which the papers of MORE are taught too, `more_until` that from which they no longer are (0: never);
    `limit`: only so many papers, 0 for all. `half`: the encoder learns in bfloat16. `begin`: the folder of packed
    weights to go on from. `keep_every`: every so many steps a network is kept for `average`. `heads_of`: the network,
    as `fit` kept it, whose heads alone learn on."""

    pace: Pace = field(default_factory=Pace)
    weights: Weights = field(default_factory=Weights)
    layers: int = 0
    frozen: int = 0
    own_from: int = 1
    more_from: int = 0
    more_until: int = 0
    half: bool = False
    seed: int = 1
    limit: int = 0
    begin: str = ""
    keep_every: int = 0
    heads_of: str = ""

    def has_more(self, epoch: int) -> bool:
        """Whether the papers of MORE are taught in an epoch."""
        return self.more_from <= epoch < (self.more_until or self.pace.epochs)


def fit(encoder: Path, out: Path, plan: Plan, train: Path = TRAIN, dev: Path = DEV) -> dict[str, Any]:
    """Teaches the encoder of a folder; goes on where an earlier call with the same `out` was stopped.

    Writes `best.pt`, `curve.jsonl`, `scores.json` (the best epoch's), `run.json` and, to go on from, `state.pt`.
    Returns the best epoch's row of the curve.
    """
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = tokenizer_of(encoder)
    known = examples(annotated(train)[: plan.limit or None], tokenizer)
    more = examples(annotated(MORE), tokenizer) if train == TRAIN and not plan.limit else []
    held = annotated(dev)
    if plan.heads_of:
        joint = load(Path(plan.heads_of)).to(device)
        below: lessons.Below = lessons.Encoded(joint)
    else:
        joint = _beginning(encoder, plan).to(device)
        below = lessons.Below(joint, half=plan.half)
    about = {"papers": len(known), "more": len(more), "train": digest(train), "dev": digest(dev)}
    begun = digest(Path(plan.begin) / "encoder.onnx") if plan.begin else None
    note(out, plan, about | {"begun from": begun})
    rare = lessons.label_weights(known, len(schema().relations), plan.weights.rare).to(device)

    def lose(chosen: Sequence[Example], epoch: int) -> dict[str, Tensor]:
        return lessons.loss(below, chosen, plan.weights, rare, with_own=epoch >= plan.own_from)

    def judge() -> tuple[Thresholds, dict[str, Any]]:
        return evaluate.Trial(held, tokenizer, TorchNetwork(joint), with_rules=False).best()

    def taught(epoch: int) -> Sequence[Example]:
        return [*known, *more] if plan.has_more(epoch) else known

    return teach(Course(joint, plan.pace, plan.seed), taught, lose, judge, out, plan.keep_every)


def teach(
    course: Course,
    known: Callable[[int], Sequence[Cut]],
    lose: Callable[[Sequence[Cut], int], dict[str, Tensor]],
    judge: Callable[[], tuple[Thresholds, dict[str, Any]]],
    out: Path,
    keep_every: int = 0,
) -> dict[str, Any]:
    """Runs the course over the papers `known` in each epoch, reads dev after each, and keeps the best."""
    course.resume(out / "state.pt")
    while course.epoch < course.pace.epochs:
        course.joint.train()
        losses: list[dict[str, float]] = []
        for chosen in course.rest_of_epoch(known(course.epoch)):
            losses.append(course.update(lose(chosen, course.epoch)))
            if course.step % _SAY_EVERY == 0:
                log.info("epoch %d, step %d: %s", course.epoch, course.step, _mean(losses[-_SAY_EVERY:]))
            if course.step % _STATE_EVERY == 0:
                course.keep(out / "state.pt")
            if keep_every and course.step % keep_every == 0:
                save(course.joint, out / f"{course.epoch}-{course.step}.pt")
        least, table = judge()
        row = {"epoch": course.epoch, "loss": _mean(losses), **evaluate.row(table)}
        row |= {"thresholds": asdict(least), "total": round(evaluate.total(table), 4)}
        _record(course, row, table, out)
        course.next_epoch()
        course.keep(out / "state.pt")
    return course.best


def _beginning(encoder: Path, plan: Plan) -> Joint:
    if plan.begin:
        return unpack(Path(plan.begin), encoder, plan.frozen)
    return Joint(Encoder.load(encoder, plan.layers, plan.frozen))


def note(out: Path, plan: Plan, about: dict[str, Any]) -> None:
    """Writes to `run.json` how a network is taught and from what; of paths the last names."""
    out.mkdir(parents=True, exist_ok=True)
    named = {field: Path(getattr(plan, field)).name for field in ("begin", "heads_of")}
    text = json.dumps({"plan": asdict(plan) | named, **about}, indent=1) + "\n"
    (out / "run.json").write_text(text, encoding="utf-8")


def _record(course: Course, row: dict[str, Any], table: Annotated, out: Path) -> None:
    log.info("%s", json.dumps(row))
    with (out / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    if row["total"] > course.best.get("total", -1.0):
        course.best = row
        save(course.joint, out / "best.pt")
        (out / "scores.json").write_text(json.dumps({"row": row, "table": table}, indent=1) + "\n", encoding="utf-8")


def _mean(losses: Sequence[dict[str, float]]) -> dict[str, float]:
    """The mean of each part over the steps that have it: papers without names have tags alone."""
    found: dict[str, list[float]] = {}
    for parts in losses:
        for name, part in parts.items():
            found.setdefault(name, []).append(part)
    return {name: round(sum(values) / len(values), 4) for name, values in found.items()}
