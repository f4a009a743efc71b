"""What the network loses on one batch of papers, gold and soft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kg.extract import tags
from kg.extract.layout import layout
from kg.train.examples import Example, HasPieces
from kg.train.network import Joint

_OF_TYPE = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part counts. `rare` raises relation labels by (frequency of the commonest / own) ** rare."""

    tags: float = 2.0
    entities: float = 1.0
    relations: float = 1.0
    rare: float = 0.0
    smoothing: float = 0.0


def batch(examples: Sequence[HasPieces], device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Pieces, shapes [papers, pieces] and where there are none."""
    longest = max(len(example.pieces) for example in examples)
    filled = torch.zeros(3, len(examples), longest, dtype=torch.long)
    filled[2] = 1
    for row, example in enumerate(examples):
        size = len(example.pieces)
        filled[0, row, :size] = torch.tensor(example.pieces.ids)
        filled[1, row, :size] = torch.tensor(example.pieces.shapes)
        filled[2, row, :size] = 0
    pieces, shapes, is_padding = filled.to(device)
    return pieces, shapes, is_padding.bool()


def loss(
    joint: Joint, examples: Sequence[Example], weights: Weights, label_weights: Tensor, *, with_own: bool
) -> dict[str, Tensor]:
    """The parts of the loss. `with_own`: the network's own false names count as entities that are none."""
    device = label_weights.device
    vectors, scores = joint(*batch(examples, device))
    parts: dict[str, list[Tensor]] = {"tags": [], "entities": [], "relations": []}
    for row, example in enumerate(examples):
        size = len(example.pieces)
        wanted = torch.tensor(example.tags, device=device)
        parts["tags"].append(functional.cross_entropy(scores[row, :size], wanted, label_smoothing=weights.smoothing))
        if not example.entities:
            continue
        own = false_names(example, scores[row, :size]) if with_own else []
        entities, relations = judged(joint, example, vectors[row, :size], own, weights, label_weights)
        parts["entities"].append(entities)
        parts["relations"].append(relations)
    factors = {"tags": weights.tags, "entities": weights.entities, "relations": weights.relations}
    return {name: torch.stack(found).mean() * factors[name] for name, found in parts.items() if found}


def judged(
    joint: Joint,
    example: Example,
    vectors: Tensor,
    own: Sequence[tuple[tuple[int, int], ...]],
    weights: Weights,
    label_weights: Tensor,
) -> tuple[Tensor, Tensor]:
    """What the heads lose on the gold entities and on `own`, which are none."""
    device = vectors.device
    entities = [*example.entities, *own]
    laid = layout(example.document, example.pieces, entities)
    types, roles, relations = joint.heads(vectors, *(torch.from_numpy(array).to(device) for array in astuple(laid)))
    nothing = [0] * len(own)
    of_types = functional.cross_entropy(types, torch.tensor([*example.types, *nothing], device=device))
    of_roles = functional.cross_entropy(
        roles, torch.tensor([*example.roles, *nothing], device=device), label_smoothing=weights.smoothing
    )
    wanted = torch.zeros(len(entities), len(entities), dtype=torch.long)
    for (head, tail), relation in example.relations.items():
        wanted[head, tail] = relation
    pairs = ~torch.eye(len(entities), dtype=torch.bool)
    if not pairs.any():
        return _OF_TYPE * of_types + of_roles, vectors.sum() * 0
    of_pairs = functional.cross_entropy(
        relations[pairs.to(device)], wanted[pairs].to(device), label_weights, reduction="sum"
    )
    return _OF_TYPE * of_types + of_roles, of_pairs / len(example.entities)


def false_names(example: Example, scores: Tensor) -> list[tuple[tuple[int, int], ...]]:
    """What the network now takes for a name and is none, each by its text, as ranges of pieces."""
    logs = torch.log_softmax(scores.detach(), -1).cpu().numpy()
    right = {mention for entity in example.entities for mention in entity}
    found: dict[str, list[tuple[int, int]]] = {}
    for tagged in tags.names_in(tags.best(logs, example.pieces.goes_on), np.exp(logs)):
        if (tagged.first, tagged.behind) not in right:
            start, end = example.pieces.starts[tagged.first], example.pieces.ends[tagged.behind - 1]
            found.setdefault(example.document.text[start:end].casefold(), []).append((tagged.first, tagged.behind))
    return [tuple(mentions) for mentions in found.values()]


def label_weights(examples: Sequence[Example], count: int, rare: float) -> Tensor:
    """How much each relation's label counts; that of none, 1."""
    seen = np.bincount([label for e in examples for label in e.relations.values()], minlength=1 + count)[1:]
    raised = (seen.max(initial=1) / np.maximum(seen, 1)) ** rare
    return torch.tensor([1.0, *raised], dtype=torch.float32)
