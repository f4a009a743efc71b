"""Respelt: spellings of one name that no key folds, as only things of one kind are one for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from kg.core import english, names
from kg.core.headnouns import last_noun
from kg.core.known import KnownName

_PUBLISHERS = "alibaba|amazon|anthropic|apple|baidu|deepmind|facebook|google|microsoft|mistral ai|nvidia|openai|tencent"
_CUT = {"acc": "accuracy", "avg": "average", "net": "network"}
_AT_RANK = {"p": "precision", "r": "recall"}
_MODEL, _MADE = frozenset(["Model"]), frozenset(["Model", "Benchmark"])


@dataclass(frozen=True, slots=True)
class Rule:
    """What is written otherwise in the normal form of a name, and how, for things of these kinds; none given is any.

    `is_named`: where what is left has a capital or a digit, as written.
    """

    name: str
    pattern: re.Pattern[str]
    by: str | Callable[[re.Match[str]], str]
    kinds: frozenset[str] = frozenset()
    is_named: bool = False


_RULES = (
    Rule("version", re.compile(r"(?<=[a-z]{2}) ?v(?=\d)"), ""),
    Rule("year", re.compile(r"(?<=[a-z]) ?(?:19|20)(?=\d\d(?!\d))"), ""),
    Rule("number", re.compile(r"(?<=[a-z]{3})2(?=[a-z]{3})"), "to"),
    Rule("plural", re.compile(r"\b[a-z]+s\b"), lambda word: english.singular(word[0])),
    Rule("spelling", re.compile(rf"\b(?:{'|'.join(_CUT)})\b"), lambda word: _CUT[word[0]]),
    Rule("size", re.compile(r"(?<=[a-z] )(tiny|small|base|large|huge)(?= \d+$|$)"), lambda size: size[0][0], _MODEL),
    Rule("order", re.compile(r"^([a-z]+(?: [a-z]+)*)( \d+(?:\.\d+)*)((?: [a-z]+)+)$"), r"\1\3\2", _MODEL),
    Rule("spelling", re.compile(r"^[pr](?=@)"), lambda rank: _AT_RANK[rank[0]], frozenset(["Metric"])),
    Rule("order", re.compile(r"^(.+) (macro|micro|weighted)$"), r"\2 \1", frozenset(["Metric"])),
    Rule("publisher", re.compile(rf"^(?:{_PUBLISHERS}|meta(?= llama)) (?=\w)"), "", _MADE, is_named=True),
)

_DATA, _SUITE, _METRIC, _TASK, _TRAINED, _TECHNIQUE = map(
    frozenset, (["Dataset", "Benchmark"], ["Benchmark"], ["Metric"], ["Task"], ["Model"], ["Method"])
)
_TYPES = {
    **dict.fromkeys(["benchmark", "corpus", "dataset"], _DATA),
    **dict.fromkeys(["measure", "metric", "score"], _METRIC),
    **dict.fromkeys(["architecture", "backbone", "model", "network"], _TRAINED),
    **dict.fromkeys(["algorithm", "method", "optimizer", "technique"], _TECHNIQUE),
    **dict.fromkeys(["environment", "suite"], _SUITE),
    "task": _TASK,
}
"""What a noun after a name says that the name is of."""
_TITLE = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_ANY = re.compile(r".*", re.DOTALL)
_PEOPLE = re.compile(r"[A-Z][^\W\d_]+(?:-[A-Z][^\W\d_]+)+")


def respellings(name: str, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
    """The key of each other spelling of a name, for things of these kinds, with the rule that gives it."""
    normal = names.normal(name)
    for rule in _RULES:
        other = rule.pattern.sub(rule.by, normal)
        if other == normal or (rule.kinds and "" not in kinds and rule.kinds.isdisjoint(kinds)):
            continue
        left = " ".join(name.split()[-len(other.split()) :])
        if not rule.is_named or names.has_capital_or_digit(left):
            yield rule.name, names.key(other)


def without_noun(name: str) -> tuple[str, frozenset[str]]:
    """A name, as it is written, without a last noun that tells its type, and the types that it can be of.

    No type where it has no such noun.
    """
    words = name.split()
    rest, noun = last_noun(words) if len(words) > 1 else ([], "")
    return " ".join(rest), _TYPES.get(noun, frozenset()) if rest else frozenset()


def is_whole(known: KnownName, rest: str, types: frozenset[str]) -> bool:
    """Whether what is known is one thing with a noun of these types and without: no class of methods or models is."""
    is_made = types in (_TRAINED, _TECHNIQUE)
    return known.type in types and not (is_made and known.name.islower() and not names.is_short_form(rest))


def is_proper(forms: Iterable[str], types: frozenset[str]) -> bool:
    """Whether all forms are proper names of data, or of people after whom a technique is called, or any of a task."""
    pattern = {_DATA: _TITLE, _TECHNIQUE: _PEOPLE, _TASK: _ANY}.get(types)
    return pattern is not None and all(map(pattern.fullmatch, forms))
