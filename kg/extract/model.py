"""Extraction by the trained model: from a paper's text to what the network makes of it.

`see` reads the text once; `proposals` are the names that its tags spell; `judge` asks what any groups of mentions are
and how they relate, whoever proposed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kg.core.schema import schema
from kg.core.types import Document
from kg.extract import tags
from kg.extract.group import Group
from kg.extract.layout import Layout, layout, pieces_at
from kg.extract.markup import balanced
from kg.extract.numbers import Quantity
from kg.extract.pieces import Pieces, pieces_of, windows
from kg.extract.proposals import Proposal

if TYPE_CHECKING:
    import numpy as np
    from tokenizers import Tokenizer

    Floats = np.ndarray[Any, np.dtype[np.float32]]

BY = "model"


class Network(Protocol):
    """The network, run by whatever can."""

    def encode(self, ids: Sequence[int], shapes: Sequence[int]) -> tuple[Floats, Floats]:
        """Vectors [pieces, width] and scores of the tags [pieces, tags] of at most `pieces.WINDOW` pieces."""

    def judge(self, vectors: Floats, laid: Layout) -> tuple[Floats, Floats, Floats]:
        """Scores of the entities' types and roles [entities, 1 + …] and of the relations of each ordered pair
        link from a reported number, SAME [entities, entities, 1 + relations + LINKS + 1]; the first stands for none
        of them: no entity, no relation."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A paper as the network sees it: `vectors` [pieces, width] and `tags` [pieces, tags], log probabilities."""

    document: Document
    pieces: Pieces
    vectors: Floats
    tags: Floats


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network makes of a paper: mentions in groups, and probabilities: of types and roles [groups, 1 + …],
    `relations` [groups, groups, 1 + …], and that two groups are the `same` [groups, groups].

    `ranges` are the pieces of each group's mentions; `types` joins what the tags of the mentions and what the entity as
    a whole say.
    """

    seen: Seen
    groups: tuple[Group, ...]
    ranges: tuple[tuple[tuple[int, int], ...], ...]
    types: Floats
    roles: Floats
    relations: Floats
    same: Floats


def see(document: Document, tokenizer: Tokenizer, network: Network) -> Seen:
    """`document` read once, in windows where it is long."""
    import numpy as np

    pieces = pieces_of(document, tokenizer)
    parts = []
    for start, end, begin, stop in windows(len(pieces)):
        found = network.encode(pieces.ids[start:end], pieces.shapes[start:end])
        parts.append([rows[begin - start : stop - start] for rows in found])
    vectors, scores = (np.concatenate(rows) for rows in zip(*parts, strict=True))
    return Seen(document, pieces, vectors, log_softmax(scores))


def proposals(seen: Seen) -> Iterator[Proposal]:
    """The names that the tags spell, in the order of the text."""
    import numpy as np

    text, pieces = seen.document.text, seen.pieces
    types = [tag[2:] for tag in tags.tags()[1::2]]
    for tagged in tags.names_in(tags.best(seen.tags, pieces.goes_on), np.exp(seen.tags)):
        start, end = balanced(text, pieces.starts[tagged.first], pieces.ends[tagged.behind - 1])
        if any(map(str.isalnum, text[start:end])):
            yield Proposal(start, end, types[tagged.type], BY, tagged.score)


def judge(seen: Seen, groups: Sequence[Group], network: Network) -> Reading:
    """What `network` says of mentions in groups; of none, nothing."""
    import numpy as np

    if not groups:
        nothing, none = np.zeros((0, 1), np.float32), np.zeros((0, 0, 1), np.float32)
        return Reading(seen, (), (), nothing, nothing, none, none[..., 0])
    ranges = tuple(tuple(pieces_at(seen.pieces, m.start, m.end) for m in mentioned) for mentioned in groups)
    types, roles, pairs = network.judge(seen.vectors, layout(seen.document, seen.pieces, ranges))
    same = np.exp(log_softmax(pairs))[..., -1]
    return Reading(
        seen,
        tuple(groups),
        ranges,
        _types(log_softmax(types), _tagged(seen.tags, ranges)),
        np.exp(log_softmax(roles)),
        np.exp(log_softmax(pairs[..., : 1 + len(schema().relations)])),
        (same + same.T) * np.float32(0.5),
    )


def linked(reading: Reading, numbers: Sequence[Quantity], network: Network) -> Floats:
    """The probabilities [numbers, groups, 1 + LINKS] of what each group of `reading` is to each reported number."""
    import numpy as np

    seen, known = reading.seen, 1 + len(schema().relations)
    reported = [(pieces_at(seen.pieces, number.start, number.end),) for number in numbers]
    _, _, pairs = network.judge(seen.vectors, layout(seen.document, seen.pieces, [*reading.ranges, *reported]))
    rows = pairs[len(reading.groups) :, : len(reading.groups)]
    found: Floats = np.exp(log_softmax(np.concatenate([rows[..., :1], rows[..., known:-1]], 2)))
    return found


def _types(judged: Floats, tagged: Floats) -> Floats:
    """The probability of no entity as it was judged, and of each type by judgement and tags together."""
    import numpy as np

    none = np.exp(judged[:, :1])
    together: Floats = np.concatenate([none, np.exp(log_softmax(judged[:, 1:] + tagged)) * (1 - none)], 1)
    return together


def _tagged(logs: Floats, ranges: Sequence[Sequence[tuple[int, int]]]) -> Floats:
    """How much the tags of each group's mentions at `ranges` of pieces speak for each type: the mean over mentions of
    the mean of their log probabilities."""
    import numpy as np

    begins, insides = logs[:, 1::2].astype(np.float64), logs[:, 2::2].astype(np.float64)
    before = np.concatenate([np.zeros_like(insides[:1]), insides.cumsum(0)])
    first, behind = np.array([mention for mentions in ranges for mention in mentions]).T
    means = (begins[first] + before[behind] - before[first + 1]) / (behind - first)[:, None]
    counts = np.array([len(mentions) for mentions in ranges])
    found: Floats = np.add.reduceat(means, counts.cumsum() - counts) / counts[:, None]
    return found.astype(np.float32)


def log_softmax(scores: Floats) -> Floats:
    """The log probabilities that scores stand for, over the last axis."""
    import numpy as np

    shifted = scores - scores.max(-1, keepdims=True)
    found: Floats = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return found
