"""What an entity is to its paper: introduced, addressed, tested on, used, compared with, studied, or only mentioned.

What is introduced must be said to be; the other roles go by clues: the words beside a mention, its place in the paper,
the words of its sentence. `ontology/lexicon/roles.tsv` counts how often each clue went with each role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log
from typing import NamedTuple

from kg.core import segment
from kg.core.schema import schema
from kg.extract import introduced
from kg.extract.scene import Around, Scene
from kg.extract.tables import rows

_INTRODUCES = "introduces"
_LEAST_INTRODUCED = 0.3
_ONLY = {"evaluatesOn": ("Dataset", "Benchmark", "Task"), "addresses": ("Task",)}
"""The types that a role is kept for."""
_TRUST, _WEIGHT = 2.0, 0.4
_SENTENCES = {
    "test": re.compile(r"\b(?:experiment|evaluat|result|benchmark|validat)", re.IGNORECASE),
    "background": re.compile(r"(?:However|Existing|Recent|Despite|Although|While|Current|Prior)\b"),
    "rivals": re.compile(r"\b(?:outperform|surpass|compared|baseline|state-of-the-art)", re.IGNORECASE),
    "own": re.compile(r"\b(?:we|our|this (?:work|paper|study))\b", re.IGNORECASE),
}

_RIVALS = frozenset(["Method", "Model"])
_BEATEN = re.compile(
    r"\b(?:(?:outperform|surpass|exceed|beat)\w*|superior to|compared (?:to|with))"
    r"\s+(?:[\w-]+,? ){0,4}(?:\(e\.g\., )?$"
    r"|\bthan (?:[\w-]+ ){0,2}$|\b(?:gains?|improv\w+|speed-?ups?) (?:[^.;:,]{0,30} )?over (?:[\w-]+ ){0,3}$"
)
_BASELINE = re.compile(r"\)? (?:[\w-]+ )?(?:baseline|counterpart|competitor)s?\b")
_MORE_LIKELY = 2.5


class Role(NamedTuple):
    """A role, the sentence that shows it, the rule that read it there, and the probability that it is right."""

    name: str
    sentence: tuple[int, int]
    by: str
    score: float


def role(
    scene: Scene, type_: str, score: float, seen: Sequence[Around], beside: Sequence[Around], is_known: bool
) -> Role:
    """The role of an entity of this type whose mentions stand so; `score` is how probable it is that it is one.

    `beside` are the places of what it is listed with; `is_known` says that the field knows it.
    """
    cue = introduced.best_cue(scene, seen, is_known)
    if cue and cue.share * score >= _LEAST_INTRODUCED:
        return Role(_INTRODUCES, seen[cue.mention].sentence, f"rule:{cue.name}", cue.share)
    points = [_points(scene, type_, around) for around in seen]
    listed = [_points(scene, type_, around) for around in beside]
    together = [sum(of_role) / len(points + listed) for of_role in zip(*points, *listed, strict=True)]
    open_roles = _other_roles(type_)
    best = max(open_roles, key=together.__getitem__)
    shows = max(range(len(points)), key=lambda index: points[index][best] - max(points[index]))
    total = sum(exp(together[index]) for index in open_roles)
    name = schema().roles[best]
    return Role(name, seen[shows].sentence, f"rule:{name}", exp(together[best]) / total)


def clues(scene: Scene, around: Around) -> Iterator[str]:
    """The clues to the role of what is mentioned there."""
    text = scene.text
    yield from (f"< {word}" for word in around.before)
    yield from (f"> {word}" for word in around.after)
    yield "<< " + " ".join(around.before[1::-1])
    yield f">> {around.next} " + " ".join(around.after[:1])
    yield "place " + _place(scene, around)
    yield "case " + ("proper" if any(map(str.isupper, text[around.start + 1 : around.end])) else "common")
    yield from _sentence_clues(text[slice(*around.sentence)])


@lru_cache(maxsize=64)
def _sentence_clues(sentence: str) -> tuple[str, ...]:
    return tuple(f"sentence {name}" for name, cue in _SENTENCES.items() if cue.search(sentence))


def _place(scene: Scene, around: Around) -> str:
    if around.start < scene.title_end:
        return "title"
    if around.start < segment.sentence_at(scene.sentences, scene.title_end)[1]:
        return "first sentence"
    return f"quarter {4 * (around.start - scene.title_end) // max(1, len(scene.text) - scene.title_end) + 1}"


def _points(scene: Scene, type_: str, around: Around) -> list[float]:
    """How much speaks for each role, as logarithms, for an entity of this type that stands there."""
    points = _weighed(type_, clues(scene, around))
    if type_ in _RIVALS and (_BEATEN.search(around.left) or _BASELINE.match(around.right)):
        points[schema().roles.index("comparesWith")] += _MORE_LIKELY
    return points


def _weighed(type_: str, found: Iterable[str]) -> list[float]:
    """What the clues that were counted say of each role, as logarithms."""
    usual = _counts()["all"]
    nothing = (0.0,) * len(usual)
    for_type = _weights("type " + type_) or nothing
    for_clues = zip(nothing, *filter(None, map(_weights, sorted(set(found)))), strict=True)
    return [
        log(n) + of_type + _WEIGHT * sum(of_clues)
        for n, of_type, of_clues in zip(usual, for_type, for_clues, strict=True)
    ]


@cache
def _other_roles(type_: str) -> tuple[int, ...]:
    """The places, in the ontology's order, of the roles that a thing of this type may have, but being introduced."""
    return tuple(
        index for index, name in enumerate(schema().roles) if name != _INTRODUCES and type_ in _ONLY.get(name, (type_,))
    )


@lru_cache(maxsize=1 << 16)
def _weights(clue: str) -> tuple[float, ...] | None:
    """How much more each role is to be expected with this clue than without, as logarithms; None where seldom seen."""
    if (counts := _counts().get(clue)) is None:
        return None
    usual = _counts()["all"]
    priors = [n / sum(usual) for n in usual]
    trusted = sum(counts) + _TRUST
    return tuple(log((n + _TRUST * prior) / trusted / prior) for n, prior in zip(counts, priors, strict=True))


@cache
def _counts() -> Mapping[str, tuple[int, ...]]:
    return {clue: tuple(map(int, counts)) for clue, *counts in rows("lexicon/roles", 1 + len(schema().roles))}
