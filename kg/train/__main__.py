"""`python -m kg.train data|fit|distil|average|pack`."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
Folder = Annotated[Path, typer.Option(help="Where encoders lie and are fetched to.")]
Out = Annotated[Path, typer.Argument(help="A folder to write to.")]
Name = Annotated[str, typer.Option(help="The encoder: minilm or mpnet.")]
_ENCODERS = Path("encoders")


@app.command()
def data(encoders: Folder = _ENCODERS) -> None:
    """Fetch the encoders and say what there is to learn from."""
    from kg.train import encoders as known
    from kg.train.examples import TRAIN, annotated, examples

    for name in known.PACKAGES:
        made = examples(annotated(TRAIN), known.tokenizer_of(known.fetch(name, encoders)))
        pieces = sum(len(example.pieces) for example in made)
        pairs = sum(len(example.relations) for example in made)
        sys.stdout.write(f"{name}: {len(made)} papers, {pieces} pieces, {pairs} related pairs\n")


@app.command()
def fit(
    out: Out,
    encoder: Name = "mpnet",
    encoders: Folder = _ENCODERS,
    epochs: int = 8,
    rate: float = 5e-5,
    head_rate: float = 5e-4,
    decay: float = 0.9,
    papers_a_step: int = 8,
    layers: Annotated[int, typer.Option(help="Only so many of the encoder's lowest layers; 0: all.")] = 0,
    frozen: Annotated[int, typer.Option(help="So many of its lowest layers do not learn.")] = 0,
    own_from: int = 1,
    more_from: Annotated[int, typer.Option(help="The epoch from which more.jsonl is learned from, too.")] = 0,
    more_until: Annotated[int, typer.Option(help="The epoch from which it no longer is; 0: never.")] = 0,
    half: Annotated[bool, typer.Option("--half", help="The encoder learns in bfloat16.")] = False,
    relations: Annotated[float, typer.Option(help="How much relations count beside entities.")] = 1.0,
    rare: float = 0.0,
    smoothing: float = 0.0,
    seed: int = 1,
    limit: Annotated[int, typer.Option(help="Learn from so many papers only; 0: all.")] = 0,
    begin: Annotated[str, typer.Option(help="A folder of packed weights to go on from.")] = "",
    keep_every: Annotated[int, typer.Option(help="Every so many steps a network is kept for `average`; 0: none.")] = 0,
    heads_of: Annotated[str, typer.Option(help="A network that fit kept, whose heads alone learn on.")] = "",
) -> None:
    """Teach an encoder the annotated papers; the best epoch on dev is kept. Run again to go on after a stop."""
    from kg.train import encoders as known
    from kg.train.course import Pace
    from kg.train.fit import Plan, fit
    from kg.train.lessons import Weights

    pace = Pace(epochs=epochs, papers_a_step=papers_a_step, rate=rate, head_rate=head_rate, decay=decay)
    weights = Weights(relations=relations, rare=rare, smoothing=smoothing)
    taken: dict[str, Any] = {"layers": layers, "frozen": frozen, "half": half, "seed": seed, "limit": limit}
    taken |= {"own_from": own_from, "more_from": more_from, "more_until": more_until}
    taken |= {"begin": begin, "keep_every": keep_every, "heads_of": heads_of}
    plan = Plan(pace, weights, **taken)
    _show(fit(known.fetch(encoder, encoders), out, plan))


@app.command()
def distil(
    out: Out,
    teachers: Annotated[list[Path], typer.Argument(help="Networks that `fit` kept: best.pt of each run.")],
    papers: Annotated[Path, typer.Option(help="JSON lines with title and abstract, gzipped or not.")],
    count: int = 2000,
    encoder: Name = "minilm",
    encoders: Folder = _ENCODERS,
    epochs: int = 3,
    rate: float = 1e-4,
    head_rate: float = 1e-3,
    papers_a_step: int = 8,
    seed: int = 1,
) -> None:
    """Teach an encoder what teachers think of papers that nobody annotated, beside the annotated ones."""
    from kg.train import encoders as known
    from kg.train.course import Pace
    from kg.train.distil import distil
    from kg.train.fit import Plan

    plan = Plan(Pace(epochs=epochs, papers_a_step=papers_a_step, rate=rate, head_rate=head_rate), seed=seed)
    _show(distil(teachers, known.fetch(encoder, encoders), papers, count, out, plan))


@app.command()
def average(
    out: Out,
    networks: Annotated[list[Path], typer.Argument(help="Networks that `fit` kept.")],
) -> None:
    """Write the network whose weights are the means of several: of one training, or of some that began alike."""
    from kg.train.average import average

    average(networks, out)


@app.command()
def pack(
    weights: Annotated[Path, typer.Argument(help="A network that `fit` or `distil` kept.")],
    out: Out,
    encoder: Name = "mpnet",
    encoders: Folder = _ENCODERS,
    bits: Annotated[str, typer.Option(help="Of the weights: 8 or 32.")] = "8",
) -> None:
    """Write the files that `kg` reads with: ONNX, tokenizer, model.json."""
    from kg.train import encoders as known
    from kg.train.pack import BITS, pack

    if bits not in BITS:
        raise typer.BadParameter(f"{bits} is none of {', '.join(BITS)}")
    _show(pack(weights, known.fetch(encoder, encoders), out, bits))


def _show(about: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    app()
