"""Kinds by name: what a name says that a thing is a version, a size or a variant of, or which class of things it is of.

"Llama-3.1-8B" is a kind of "Llama-3.1", which is a kind of "Llama"; "offline reinforcement learning" is a kind of
"reinforcement learning". Names that are never merged become neighbours so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.core import names
from kg.core.types import DocId, Entity, Evidence, Mention, NodeId
from kg.resolve.match import SMALL_WORDS
from kg.resolve.sightings import kind

_BY = "name"
_VERSION, _CLASS = 0.97, 0.95
"""How often it is right that one is a version of the other, or of its class."""

_VERSIONED = frozenset(["Model", "Method", "Dataset", "Benchmark", "Metric"])
_VARIANT = (
    "air|audio|base|big|challenge|chat|code|coder|distill|easy|fast|flash|full|giant|hard|high|huge|instruct|it|large"
    "|lite|low|math|max|medium|micro|mini|multilingual|multimodal|nano|omni|opus|haiku|sonnet|plus|preview|pro|reasoning"
    "|small|thinking|tiny|turbo|ultra|verified|vision|vl|x{0,2}l|xs|zero"
)
_ENDINGS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<=\d)(?![BbKkMmTtDdXx])[A-Za-z]$",
        r"[ \-/]v?\d+(?:\.\d+)*$",
        r"[ \-]\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)?[BbKkMmTt]$",
        r"[ \-](?:[A-Z]?\d+)?[A-Z]$",
        r"[ \-][A-Z]\d+(?:\.\d+)*$",
        rf"(?i:[ \-](?:{_VARIANT}))$",
        r"(?<=[^\W\d_]{3})[vV]?\d+(?:\.\d+)*$",
        r"[+*]$",
        r" ?@ ?[\dk]+(?:\.\d+)?$",
    )
)
"""What stands at the end of the name of a version, a size or a variant."""

_LETTERS = 3
_MOST_WORDS_MORE = 3
_OF_OTHERS = SMALL_WORDS | {"&", "+", "/", "by", "false", "no", "non", "not", "or", "pseudo", "using", "vs", "without"}
"""Words before the name of a class that make what follows no head of the whole, or its contrary."""
_DOING = re.compile(r"[a-z]{3,}ing")
"""A first word that says what is done to the class ("alleviating exposure bias")."""


@dataclass(frozen=True, slots=True)
class Kind:
    """That `subject` is a kind of `object`, as its name says at the first place in each paper that writes it so."""

    subject: NodeId
    object: NodeId
    evidence: tuple[Evidence, ...]
    score: float


def kinds_by_name(entities: Sequence[Entity]) -> Iterator[Kind]:
    """The nearest of `entities` that each is a kind of by its name, by subject; nothing where two could be meant."""
    by_key = _by_key(entities)
    found = {entity.id: one for entity in sorted(entities, key=lambda e: e.id) if (one := _kind(entity, by_key))}
    for one in found.values():
        other = found.get(one.object)
        if other is None or other.object != one.subject:
            yield one


_ByKey = dict[str, list[Entity]]


def _by_key(entities: Iterable[Entity]) -> _ByKey:
    """The entities that have each name; where one has it as its first, only those that do."""
    first: _ByKey = defaultdict(list)
    other: _ByKey = defaultdict(list)
    for entity in entities:
        own = names.key(entity.name)
        first[own].append(entity)
        for key in {names.key(alias) for alias in entity.aliases} - {own}:
            other[key].append(entity)
    return {**other, **first}


def _kind(entity: Entity, by_key: _ByKey) -> Kind | None:
    """What most of the mentions say; of two that as many say, the first by id."""
    said: dict[tuple[NodeId, float], list[Mention]] = defaultdict(list)
    of = {quote: _general(entity, quote, by_key) for quote in {mention.evidence.quote for mention in entity.mentions}}
    for mention in entity.mentions:
        general = of[mention.evidence.quote]
        if general:
            said[general].append(mention)
    if not said:
        return None
    (general_id, score), saying = min(said.items(), key=lambda one: (-len(one[1]), one[0]))
    return Kind(entity.id, general_id, _first_of_each_paper(saying, score), score)


def _first_of_each_paper(mentions: Iterable[Mention], score: float) -> tuple[Evidence, ...]:
    first: dict[DocId, Evidence] = {}
    for piece in sorted(mention.evidence for mention in mentions):
        first.setdefault(piece.span.doc, replace(piece, by=_BY, score=score))
    return tuple(first.values())


def _general(entity: Entity, written: str, by_key: _ByKey) -> tuple[NodeId, float] | None:
    """The entity that `written` says that `entity` is a kind of, and how surely."""
    name = _without_head_noun(names.plain(written))
    for family in _families(name) if entity.type in _VERSIONED else ():
        found = _only(by_key.get(names.key(family), ()), entity)
        if found and kind(found.type) == kind(entity.type) and not found.name.islower():
            return found.id, _VERSION
    for class_ in _classes(name):
        found = _only(by_key.get(names.key(class_), ()), entity)
        if found and found.type == entity.type:
            return found.id, _CLASS
    return None


def _only(entities: Sequence[Entity], but: Entity) -> Entity | None:
    return entities[0] if len(entities) == 1 and entities[0].id != but.id else None


def _without_head_noun(name: str) -> str:
    """`name` without last words that its key does not hold."""
    rest = name.rpartition(" ")[0]
    return _without_head_noun(rest) if rest and names.key(rest) == names.key(name) else name


def _families(name: str) -> Iterator[str]:
    """What `name` may be a version of, the nearest first."""
    while ending := next((found for pattern in _ENDINGS if (found := pattern.search(name))), None):
        name = name[: ending.start()]
        letters = sum(map(str.isalpha, name))
        if letters >= _LETTERS or (letters and name[-1].isdigit()):
            yield name


def _classes(name: str) -> Iterator[str]:
    """The ends of `name` that may name a class of things, the longest first: of several words, or short for such."""
    words = name.split()
    if _DOING.fullmatch(words[0].casefold()):
        return
    for start in range(1, min(len(words), _MOST_WORDS_MORE + 1)):
        if words[start - 1].casefold() in _OF_OTHERS:
            return
        end = " ".join(words[start:])
        if len(names.normal(end).split()) > 1 or names.is_short_form(end):
            yield end
