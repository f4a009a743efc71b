"""What the network loses on one batch of papers, gold and soft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from kg.core.schema import schema
from kg.extract import tags
from kg.extract.layout import LINKS, layout
from kg.extract.pieces import Pieces
from kg.train.examples import Example, HasPieces
from kg.train.network import Joint

_OF_TYPE = 0.5
_MOST_OWN = 40
_SPLIT = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part counts. `rare` raises relation labels by (frequency of the commonest / own) ** rare."""

    tags: float = 2.0
    entities: float = 1.0
    relations: float = 1.0
    rare: float = 0.0
    smoothing: float = 0.0


class Below:
    """What the part of a network that does not learn makes of papers: worked out once a paper, then kept.

    `half`: the encoder's part that learns multiplies in bfloat16.
    """

    def __init__(self, joint: Joint, *, half: bool = False) -> None:
        self.joint, self.half = joint, half
        self._kept: dict[Pieces, Tensor] = {}

    def read(self, examples: Sequence[HasPieces], device: torch.device) -> tuple[Tensor, Tensor]:
        """Vectors [papers, pieces, width] of `examples` and scores of tags [papers, pieces, tags]."""
        vectors = self._vectors(*self.batch(examples, device))
        return vectors, self.joint.tags(self.joint.dropout(vectors))

    def _vectors(self, hidden: Tensor, shapes: Tensor, is_padding: Tensor) -> Tensor:
        with torch.autocast(hidden.device.type, torch.bfloat16, enabled=self.half):
            vectors: Tensor = self.joint.encoder.upper(hidden, shapes, is_padding)
        return vectors.float()

    def batch(self, examples: Sequence[HasPieces], device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
        """What is kept [papers, pieces, width], the words' shapes [papers, pieces] and where there are no pieces."""
        longest = max(len(example.pieces) for example in examples)
        hidden = torch.zeros(len(examples), longest, self.joint.encoder.shape.width, device=device)
        shapes = torch.zeros(len(examples), longest, dtype=torch.long, device=device)
        is_padding = torch.ones(len(examples), longest, dtype=torch.bool, device=device)
        for row, example in enumerate(examples):
            size = len(example.pieces)
            if example.pieces not in self._kept:
                with torch.no_grad():
                    self._kept[example.pieces] = self._made(example.pieces, device)
            hidden[row, :size] = self._kept[example.pieces]
            shapes[row, :size] = torch.tensor(example.pieces.shapes, device=device)
            is_padding[row, :size] = False
        return hidden, shapes, is_padding

    def _made(self, pieces: Pieces, device: torch.device) -> Tensor:
        return self.joint.encoder.lower(torch.tensor([pieces.ids], device=device))[0]


class Encoded(Below):
    """The same where the whole encoder does not learn, but the heads alone."""

    def __init__(self, joint: Joint) -> None:
        super().__init__(joint)
        joint.encoder.requires_grad_(False)

    def _vectors(self, hidden: Tensor, shapes: Tensor, is_padding: Tensor) -> Tensor:
        return hidden

    def _made(self, pieces: Pieces, device: torch.device) -> Tensor:
        self.joint.encoder.eval()
        return self.joint.encoder(*torch.tensor([pieces.ids, pieces.shapes], device=device)[:, None])[0]


def loss(
    below: Below, examples: Sequence[Example], weights: Weights, label_weights: Tensor, *, with_own: bool
) -> dict[str, Tensor]:
    """The parts of the loss. `with_own`: the network's own false names count as entities that are none."""
    device, joint = label_weights.device, below.joint
    vectors, scores = below.read(examples, device)
    parts: dict[str, list[Tensor]] = {"tags": [], "entities": [], "relations": []}
    for row, example in enumerate(examples):
        size = len(example.pieces)
        wanted = torch.tensor(example.tags, device=device)
        parts["tags"].append(functional.cross_entropy(scores[row, :size], wanted, label_smoothing=weights.smoothing))
        own = false_names(example, scores[row, :size]) if with_own else []
        if not example.entities and not own:
            continue
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
    owners, entities = _view(example)
    named, quantities = [*entities, *own], [(quantity,) for quantity in example.quantities]
    laid = layout(example.document, example.pieces, [*named, *quantities])
    types, roles, relations = joint.heads(vectors, *(torch.from_numpy(array).to(device) for array in astuple(laid)))
    wanted_types, wanted_roles = (
        torch.tensor([*[labels[owner] for owner in owners], *[0] * len(own)], device=device)
        for labels in (example.types, example.roles)
    )
    of_types = functional.cross_entropy(types[: len(named)], wanted_types)
    of_roles = functional.cross_entropy(roles[: len(named)], wanted_roles, label_smoothing=weights.smoothing)
    pairs, wanted = _wanted(example, owners, len(named))
    if not pairs.any():
        return _OF_TYPE * of_types + of_roles, vectors.sum() * 0
    of_pairs = functional.cross_entropy(
        relations[pairs.to(device)], wanted[pairs].to(device), label_weights, reduction="sum"
    )
    return _OF_TYPE * of_types + of_roles, of_pairs / max(len(entities), 1)


def _view(example: Example) -> tuple[list[int], list[tuple[tuple[int, int], ...]]]:
    """The entities, by their numbers: whole, or as often, by chance, as they are before it is known which are one."""
    if torch.rand(()) < _SPLIT:
        return [owner for owner, _ in example.split], [mentions for _, mentions in example.split]
    return list(range(len(example.entities))), list(example.entities)


def _wanted(example: Example, owners: Sequence[int], named: int) -> tuple[Tensor, Tensor]:
    """Which ordered pairs count (of what is `named`, and from a number to what is named), and the label of each.

    The first of what is named are parts of the entities `owners`.
    """
    relations = len(schema().relations)
    size = named + len(example.quantities)
    pairs, wanted = ~torch.eye(size, dtype=torch.bool), torch.zeros(size, size, dtype=torch.long)
    pairs[:, named:] = False
    for head, one in enumerate(owners):
        for tail, other in enumerate(owners):
            wanted[head, tail] = relations + len(LINKS) + 1 if one == other else example.relations.get((one, other), 0)
        for quantity in range(len(example.quantities)):
            link = example.links.get((quantity, one))
            wanted[named + quantity, head] = relations + link if link else 0
    return pairs, wanted


def false_names(example: Example, scores: Tensor) -> list[tuple[tuple[int, int], ...]]:
    """What the network now takes for a name and is none, each by its text, as ranges of pieces; the surest of them."""
    logs = torch.log_softmax(scores.detach(), -1).cpu().numpy()
    right = {mention for entity in example.entities for mention in entity}
    found: dict[str, list[tuple[int, int]]] = {}
    read = tags.names_in(tags.best(logs, example.pieces.goes_on), np.exp(logs))
    for tagged in sorted(read, key=lambda tagged: -tagged.score):
        if (tagged.first, tagged.behind) not in right:
            start, end = example.pieces.starts[tagged.first], example.pieces.ends[tagged.behind - 1]
            found.setdefault(example.document.text[start:end].casefold(), []).append((tagged.first, tagged.behind))
    return [tuple(mentions) for mentions in list(found.values())[:_MOST_OWN]]


def label_weights(examples: Sequence[Example], count: int, rare: float) -> Tensor:
    """How much each relation's label counts; those that are no relations, 1."""
    seen = np.bincount([label for e in examples for label in e.relations.values()], minlength=1 + count)[1:]
    raised = (seen.max(initial=1) / np.maximum(seen, 1)) ** rare
    return torch.tensor([1.0, *raised, *[1.0] * len(LINKS), 1.0], dtype=torch.float32)
