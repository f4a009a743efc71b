"""The model card: what the network was trained on, how well it reads, and how far its probabilities can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg.train.calibrate import Said

_CARD = """\
# The model that reads

A transformer with three heads (names and their types; what an entity is to the paper; relations of two entities, which
also say which names are one and what a reported number is of). It reads titles and abstracts of machine-learning papers
in English. `model.json` beside this file has every figure; `kg/train` makes it anew.

- Encoder: the lowest {layers} layers of all-mpnet-base-v2 (Apache-2.0); {frozen} stayed as published.
- Taught: {papers} + {more} papers annotated by careful reading, {epochs} epochs, {seeds}{begun}.
- Weights of its matrices: {bits} bits.

## How well it reads

On the 60 papers of `tests/gold/dev.jsonl`, which chose epoch, calibration and, with others, thresholds but
taught nothing, with the rules beside it (`--extractor both`); F1 by `tests/gold/score.py`:

| {measures} |
|{rule}
| {figures} |

## How right it is above a score

| `--min-score` | roles right | of all | relations right | of all |
|---|---|---|---|---|
{by_score}

## How far a score can be trusted

Of what is scored so, so much was right (each half of the papers calibrated by the other half):

| score | types | roles | relations |
|---|---|---|---|
{reliability}

Expected calibration error: {errors}.

## What it cannot do

Texts that are no abstracts of the field are read with more mistakes; other languages than English hardly at all. Types
that people mix up it mixes up too (Concept, Method and Task among themselves). The rarer relations (`causes`,
`comparedWith`, `trainedOn`) are read worst.
"""
_STEPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def card(about: Mapping[str, Any], said: Mapping[str, Sequence[Said]], gold: Mapping[str, int]) -> str:
    """The card in Markdown.

    `about` is what `model.json` holds; `said` are the calibrated probabilities of roles and relations and whether each
    was right; `gold` how many of each were annotated.
    """
    scores, run = about["scores"], about["run"]["run"]
    plan, layers = run["plan"], about["layers"]
    said = {**said, "role": [*said["introduces"], *said["role"]]}
    return _CARD.format(
        layers=layers["all"],
        frozen=layers["frozen"],
        papers=run["papers"],
        more=run["more"],
        epochs=plan["pace"]["epochs"],
        seeds=_seeds(run),
        begun=f",\n  after what an earlier model had learned (`encoder.onnx` {run['begun from'][:12]}…)"
        if run["begun from"]
        else "",
        bits=about["bits"],
        measures=" | ".join(scores),
        rule="---|" * len(scores),
        figures=" | ".join(f"{value:.1f}" for value in scores.values()),
        by_score=_lines(said, gold),
        reliability=_reliability(said),
        errors=", ".join(f"{name} {value:.3f}" for name, value in about["calibration error"].items()),
    )


def _seeds(run: Mapping[str, Any]) -> str:
    several = [each["seed"] for each in run.get("mean of", ())]
    if not several:
        return f"seed {run['plan']['seed']}"
    return f"the mean of {len(several)} such trainings with\n  seeds {', '.join(map(str, several))}"


def _lines(said: Mapping[str, Sequence[Said]], gold: Mapping[str, int]) -> str:
    rows = []
    for step in _STEPS:
        cells = [f"{step:.1f}"]
        for name in ("role", "relation"):
            above = [right for probability, right in said[name] if probability >= step]
            cells += [f"{sum(above) / len(above):.2f}" if above else "–", f"{sum(above) / gold[name]:.2f}"]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _reliability(said: Mapping[str, Sequence[Said]]) -> str:
    return "\n".join(
        f"| {low / 10:.1f}–{(low + 1) / 10:.1f} | "
        + " | ".join(_share(said[name], low) for name in ("type", "role", "relation"))
        + " |"
        for low in range(10)
    )


def _share(said: Iterable[Said], low: int) -> str:
    cell = [right for probability, right in said if min(int(probability * 10), 9) == low]
    return f"{sum(cell) / len(cell):.2f} of {len(cell)}" if cell else "–"
