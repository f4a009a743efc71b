"""Extraction by the trained model: from a paper's text to what the network makes of it.

`see` reads the text once; `proposals` are the names that its tags spell; `judge` asks what any groups of mentions are
and how they relate, whoever proposed them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kg.core.types import Document
from kg.extract import abbreviations, tags
from kg.extract.group import Group, group
from kg.extract.layout import Layout, layout, pieces_at
from kg.extract.markup import balanced
from kg.extract.occurrences import occurrences
from kg.extract.pieces import Pieces, pieces_of, windows
from kg.extract.proposals import Proposal
from kg.extract.words import words_of

if TYPE_CHECKING:
    import numpy as np
    from tokenizers import Tokenizer

    Floats = np.ndarray[Any, np.dtype[np.float32]]


class Network(Protocol):
    """The network, run by whatever can."""

    def encode(self, ids: Sequence[int], shapes: Sequence[int]) -> tuple[Floats, Floats]:
        """Vectors [pieces, width] and scores of the tags [pieces, tags] of at most `pieces.WINDOW` pieces."""

    def judge(self, vectors: Floats, laid: Layout) -> tuple[Floats, Floats, Floats]:
        """Scores of the entities' types and roles [entities, 1 + …] and of the relations of each ordered pair
        [entities, entities, 1 + relations]; the first stands for none of them: no entity, no relation."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A paper as the network sees it: `vectors` [pieces, width] and `tags` [pieces, tags], log probabilities."""

    document: Document
    pieces: Pieces
    vectors: Floats
    tags: Floats


@dataclass(frozen=True, slots=True)
class Reading:
    """What the network makes of a paper: mentions in groups, and probabilities in the shapes of `Network.judge`.

    `ranges` are the pieces of each group's mentions; `types` joins what the tags of the mentions and what the entity as
    a whole say.
    """

    seen: Seen
    groups: tuple[Group, ...]
    ranges: tuple[tuple[tuple[int, int], ...], ...]
    types: Floats
    roles: Floats
    relations: Floats


def read(document: Document, tokenizer: Tokenizer, network: Network) -> Reading:
    """What `network` alone makes of `document`."""
    seen = see(document, tokenizer, network)
    definitions = abbreviations.find(document.text)
    return judge(seen, group(document.text, proposals(seen), definitions), network)


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


def proposals(seen: Seen) -> list[Proposal]:
    """What the tags name, and every other place where it is written in the same way, in the order of the text."""
    import numpy as np

    text, pieces = seen.document.text, seen.pieces
    types = [tag[2:] for tag in tags.tags()[1::2]]
    found = {}
    for tagged in tags.names_in(tags.best(seen.tags, pieces.goes_on), np.exp(seen.tags)):
        start, end = balanced(text, pieces.starts[tagged.first], pieces.ends[tagged.behind - 1])
        if any(map(str.isalnum, text[start:end])):
            found[start, end] = Proposal(start, end, types[tagged.type], "model", tagged.score)
    taken = bytearray(len(text))
    surest: dict[str, Proposal] = {}
    for (start, end), proposal in sorted(found.items(), key=lambda item: (-item[1].score, item[0])):
        surest.setdefault(text[start:end], proposal)
        taken[start:end] = b"\1" * (end - start)
    for start, end in occurrences(text, words_of(text), surest):
        if not any(taken[start:end]):
            first = surest[text[start:end]]
            found[start, end] = Proposal(start, end, first.type, first.by, first.score)
    return sorted(found.values())


def judge(seen: Seen, groups: Sequence[Group], network: Network) -> Reading:
    """What `network` says of mentions in groups; of none, nothing."""
    import numpy as np

    if not groups:
        nothing = np.zeros((0, 1), np.float32)
        return Reading(seen, (), (), nothing, nothing, nothing[None, :0])
    ranges = tuple(tuple(pieces_at(seen.pieces, m.start, m.end) for m in mentioned) for mentioned in groups)
    types, roles, relations = network.judge(seen.vectors, layout(seen.document, seen.pieces, ranges))
    return Reading(
        seen,
        tuple(groups),
        ranges,
        _types(log_softmax(types), np.stack([_tagged(seen.tags, mentions) for mentions in ranges])),
        np.exp(log_softmax(roles)),
        np.exp(log_softmax(relations)),
    )


def _types(judged: Floats, tagged: Floats) -> Floats:
    """The probability of no entity as it was judged, and of each type by judgement and tags together."""
    import numpy as np

    none = np.exp(judged[:, :1])
    together: Floats = np.concatenate([none, np.exp(log_softmax(judged[:, 1:] + tagged)) * (1 - none)], 1)
    return together


def _tagged(logs: Floats, ranges: Sequence[tuple[int, int]]) -> Floats:
    """How much the tags of mentions at `ranges` of pieces speak for each type: the mean of their log probabilities."""
    import numpy as np

    means = []
    for first, behind in ranges:
        inner = logs[first + 1 : behind, 2::2].sum(0)
        means.append((logs[first, 1::2] + inner) / (behind - first))
    found: Floats = np.mean(means, axis=0)
    return found


def log_softmax(scores: Floats) -> Floats:
    """The log probabilities that scores stand for, over the last axis."""
    import numpy as np

    shifted = scores - scores.max(-1, keepdims=True)
    found: Floats = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return found
