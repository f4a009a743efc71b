"""What `kg lookup` and `kg show` print of an entity and of a paper."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from kg.cli.terminal import counted, safe, say, say_quoted, shorten, width_of_terminal
from kg.core import names
from kg.core.schema import schema
from kg.query.cards import Card, NamedFact, NamedResult, PaperCard

_MOST = 12
"""Rows of one section; `--json` has all."""
_MOST_QUOTES = 2


def say_entity(card: Card) -> None:
    """The card of an entity: type, other names, papers by role with their words, facts, results."""
    say(f"{safe(card.name)}  ({safe(card.type)})  {safe(card.id)}")
    if card.aliases:
        forms = {names.key(alias): alias for alias in reversed((card.name, *card.aliases))}
        del forms[names.key(card.name)]
        if forms:
            say(shorten("  also: " + " · ".join(map(safe, reversed(forms.values()))), width_of_terminal()))
    for role, papers in groupby(card.papers, key=lambda paper: paper.role):
        listed = list(papers)
        say(f"\n  {_paper_side(role)} {counted(len(listed), 'paper')}")
        for paper in listed[:_MOST]:
            say(f"    {shorten(paper.title, width_of_terminal() - 10)}  [{safe(paper.id)}]")
            say_quoted(paper.quote, 6)
        _say_rest(len(listed))
    _say_facts(card.facts)
    _say_results(card.results)


def say_paper(card: PaperCard) -> None:
    """The card of a paper: who, when, where; its entities by role, the facts and results that it states."""
    say(f"{safe(card.title)}  (Paper)  {safe(card.id)}")
    about = [", ".join(card.authors), card.venue, card.year, card.url, *card.urls]
    for line in dict.fromkeys(safe(part) for part in about if part):
        say(f"  {line}")
    for role, held in groupby(card.entities, key=lambda one: one.role):
        named = [f"{safe(one.name)} ({safe(one.type)})" for one in held]
        say(f"\n  {schema().labels[role]}")
        say(f"    {', '.join(named)}")
    _say_facts(card.facts)
    _say_results(card.results)


def _paper_side(role: str) -> str:
    sides = {
        "introduces": "introduced by",
        "addresses": "addressed by",
        "evaluatesOn": "tested on by",
        "uses": "used by",
        "comparesWith": "compared with by",
        "studies": "studied by",
        "mentions": "mentioned by",
        "hasEntity": "named by",
    }
    return sides.get(role, role)


def _say_facts(facts: Iterable[NamedFact]) -> None:
    listed = list(facts)
    if listed:
        say("\n  facts")
    for fact in listed[:_MOST]:
        label = schema().relations[fact.predicate].label
        papers = counted(len(fact.papers), "paper") if len(fact.papers) > 1 else safe(fact.papers[0])
        say(f"    {safe(fact.subject)} — {label} — {safe(fact.object)}  ({fact.score:.2f}, {papers})")
        for proof in fact.evidence[:_MOST_QUOTES]:
            say_quoted(proof.quote, 6)
    _say_rest(len(listed))


def _say_results(results: Iterable[NamedResult]) -> None:
    listed = list(results)
    if listed:
        say("\n  results")
    for result in listed[:_MOST]:
        parts = [
            result.system or "",
            f"on {result.on}" if result.on else "",
            result.metric or "",
            f"{result.value} ({result.kind})",
            f"against {result.baseline}" if result.baseline else "",
        ]
        say("    " + "  ".join(safe(part) for part in parts if part))
        say_quoted(result.evidence.quote, 6)
    _say_rest(len(listed))


def _say_rest(count: int) -> None:
    if count > _MOST:
        say(f"    … and {count - _MOST} more (--json has all)")
