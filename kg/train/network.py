"""The whole network: the encoder, the tags of pieces, and the heads that judge entities and pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kg.core.schema import schema
from kg.extract import tags
from kg.extract.layout import APART, FACTS, LINKS, STEPS, Layout
from kg.train.encoder import Dropout, Encoder, Shape

_WIDTH = 256
_HIGHEST = 15.0


class Heads(nn.Module):
    """Judges the entities of one paper and each ordered pair of them.

    A mention is its first, last and mean vector; an entity its mentions' mean and maximum beside the paper's. A pair of
    mentions is scored from both, their entities, the text between them and how far apart they are; a pair of entities
    is as good as its mentions' pairs together (log-sum-exp), against 0 for no relation.
    """

    def __init__(self, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        words = schema()
        labels = len(words.relations) + len(LINKS) + 1
        self.mention = nn.Linear(3 * width, _WIDTH)
        self.entity = nn.Linear(2 * _WIDTH + width, _WIDTH)
        self.facts = nn.Embedding(FACTS, _WIDTH)
        self.types = nn.Linear(_WIDTH, 1 + len(words.types))
        self.roles = nn.Linear(_WIDTH, 1 + len(words.roles))
        self.left, self.right = nn.Linear(_WIDTH, _WIDTH), nn.Linear(_WIDTH, _WIDTH)
        self.left_entity, self.right_entity = (nn.Linear(_WIDTH, _WIDTH, bias=False) for _ in range(2))
        self.between = nn.Linear(width, _WIDTH, bias=False)
        self.steps, self.apart = nn.Embedding(STEPS, _WIDTH), nn.Embedding(APART, _WIDTH)
        self.relations = nn.Linear(_WIDTH, labels)
        self.together = nn.Linear(_WIDTH, labels, bias=False)
        self.dropout = Dropout(dropout)
        for table in (self.facts, self.steps, self.apart):
            nn.init.normal_(table.weight, std=0.02)
        nn.init.constant_(self.relations.bias, -5.0)

    def forward(
        self,
        vectors: Tensor,
        firsts: Tensor,
        behinds: Tensor,
        members: Tensor,
        facts: Tensor,
        steps: Tensor,
        apart: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Scores as `kg.extract.model.Network.judge` describes them, of a paper's `vectors` [pieces, width]."""
        sums = functional.pad(vectors.cumsum(0), (0, 0, 1, 0))
        spread = (behinds - firsts)[:, None]
        mean = (sums[behinds] - sums[firsts]) / spread
        mentions = functional.gelu(self.mention(torch.cat([vectors[firsts], vectors[behinds - 1], mean], 1)))
        mentions = self.dropout(mentions[None])[0]
        pooled = members @ mentions / members.sum(1, keepdim=True)
        highest = (mentions[None] + (members[:, :, None] - 1) * 1e4).amax(1)
        paper = vectors[:1].expand(members.shape[0], -1)
        entities = self.entity(torch.cat([pooled, highest, paper], 1)) + self.facts(facts).sum(1)
        entities = self.dropout(functional.gelu(entities)[None])[0]
        scores = self._pairs(sums, mentions, members.T @ entities, firsts, behinds, steps, apart)
        relations = functional.pad(_pool(scores, members), (1, 0))
        return self.types(entities), self.roles(entities), relations

    def _pairs(
        self,
        sums: Tensor,
        mentions: Tensor,
        owners: Tensor,
        firsts: Tensor,
        behinds: Tensor,
        steps: Tensor,
        apart: Tensor,
    ) -> Tensor:
        """Scores [mentions, mentions, relations] of each ordered pair of mentions."""
        left, right = self.left(mentions), self.right(mentions)
        begin = torch.minimum(behinds[:, None], behinds[None, :])
        stop = torch.maximum(torch.maximum(firsts[:, None], firsts[None, :]), begin)
        projected = self.between(sums)
        between = (projected[stop] - projected[begin]) / (stop - begin).clamp(min=1)[:, :, None]
        own = (left + self.left_entity(owners))[:, None] + (right + self.right_entity(owners))[None, :]
        hidden = functional.gelu(own + between + self.steps(steps) + self.apart(apart))
        hidden = self.dropout(hidden.flatten(0, 1)[None]).view_as(hidden)
        scores: Tensor = self.relations(hidden) + self.together(left[:, None] * right[None, :] * _WIDTH**-0.5)
        return scores


def _pool(scores: Tensor, members: Tensor) -> Tensor:
    """Log-sum-exp of scores of pairs of mentions over the pairs that each pair of entities has."""
    risen = scores.clamp(-_HIGHEST, _HIGHEST).exp()
    return torch.einsum("em,mnr,fn->efr", members, risen, members).log()


class Joint(nn.Module):
    """The encoder with all that reads from it."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.tags = nn.Linear(encoder.shape.width, len(tags.tags()))
        self.heads = Heads(encoder.shape.width)
        self.dropout = Dropout(0.1)

    def forward(self, pieces: Tensor, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors [papers, pieces, width] and scores of tags [papers, pieces, tags]."""
        vectors = self.encoder(pieces, shapes)
        return vectors, self.tags(self.dropout(vectors))


class TorchNetwork:
    """`kg.extract.model.Network` run by torch."""

    def __init__(self, joint: Joint) -> None:
        self.joint = joint.eval()
        self.device = next(joint.parameters()).device

    @torch.inference_mode()
    def encode(self, ids: Sequence[int], shapes: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        given = torch.tensor([ids, shapes], device=self.device)[:, None]
        vectors, scores = self.joint(given[0], given[1])
        return vectors[0].cpu().numpy(), scores[0].cpu().numpy()

    @torch.inference_mode()
    def judge(self, vectors: np.ndarray, laid: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        given = [torch.from_numpy(array).to(self.device) for array in (vectors, *astuple(laid))]
        types, roles, relations = self.joint.heads(*given)
        return types.cpu().numpy(), roles.cpu().numpy(), relations.cpu().numpy()


def save(joint: Joint, path: Path) -> None:
    """Writes all weights in half precision, with the encoder's sizes."""
    beside = path.with_suffix(".part")
    torch.save(
        {"shape": astuple(joint.encoder.shape), "weights": {n: w.half() for n, w in joint.state_dict().items()}}, beside
    )
    beside.replace(path)


def load(path: Path) -> Joint:
    """The network that `save` wrote."""
    kept = torch.load(path, weights_only=True)
    joint = Joint(Encoder(Shape(*kept["shape"])))
    joint.load_state_dict({name: weight.float() for name, weight in kept["weights"].items()})
    return joint
