"""Decisions on names that are the same or different, before any rule is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kg.core import names
from kg.core.types import Issue
from kg.resolve.decisions import Decision, Decisions
from kg.resolve.groups import Groups
from kg.resolve.match import Match
from kg.resolve.sightings import Sighting
from kg.resolve.vocabulary import Vocabulary


@dataclass(slots=True)
class Ruling:
    """What was decided of keys: those that mean one thing wherever they stand (`decided`), those of which all that has
    the name is one thing (`whole`), and the decisions that do not apply."""

    decided: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    issues: list[Issue] = field(default_factory=list)


def rule(decisions: Decisions, groups: Groups, sightings: Iterable[Sighting]) -> Ruling:
    """Apply what `decisions` say is the same or different to `groups`, in which nothing is joined yet."""
    ruling = Ruling()
    pairs = list(decisions.of("different", "same"))
    keys_of = _keys_of_forms(sightings) if pairs else {}
    for decision in pairs:
        found = [_keys(name, decisions, groups.vocabulary, keys_of) for name in (decision.name, decision.other)]
        fault = next(filter(None, map(_unclear, (decision.name, decision.other), found)), None)
        fault = fault or _apply(decision, found[0][0], found[1][0], groups, ruling)
        if fault:
            ruling.issues.append(not_applied(decision, decisions, fault))
    return ruling


def not_applied(decision: Decision, decisions: Decisions, why: str) -> Issue:
    """What is reported of a decision that says nothing of these papers any more."""
    said = " ".join(filter(None, (decision.what, f"'{decision.name}'", decision.other and f"'{decision.other}'")))
    return Issue("resolve", f"{decisions.source} line {decision.line}", f"{said} does not apply: {why}")


def _keys_of_forms(sightings: Iterable[Sighting]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for sighting in sightings:
        for form in sighting.forms:
            found[names.key(form)].add(sighting.key)
    return found


def _keys(name: str, decisions: Decisions, vocabulary: Vocabulary, keys_of: Mapping[str, set[str]]) -> list[str]:
    """The key that has this name in full, else those that have it as another name."""
    own = names.plain(name)
    key = own if own in vocabulary.written else decisions.key(name)
    known = vocabulary.known(key)
    if key in vocabulary.written or (known and any(names.key(form) in vocabulary.written for form in known.forms)):
        return [key]
    return sorted(keys_of.get(key, ()))


def _unclear(name: str, keys: list[str]) -> str | None:
    if not keys:
        return f"no paper names '{name}'"
    return None if len(keys) == 1 else f"'{name}' is short for several things, give the full name"


def _apply(decision: Decision, left: str, right: str, groups: Groups, ruling: Ruling) -> str | None:
    """Why it cannot be applied; None where it is."""
    pair = Match(left, right, decision.reason(decision.name, decision.other))
    if decision.what == "different":
        if left == right:
            return "the papers that give both use one for the other"
        groups.keep_apart(pair)
    elif left == right:
        ruling.whole.add(left)
    elif groups.are_apart(left, right):
        return "another line keeps them apart"
    else:
        ruling.decided |= {left, right}
        groups.unite(pair)
    return None
