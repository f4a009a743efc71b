"""Relations that words between two mentions of a sentence state, by the phrases of `ontology/phrases.tsv`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kg.core.types import LocalEntity
from kg.extract.sentences import Mark, Sentence
from kg.extract.sorts import sort_of
from kg.extract.tables import rows

_AHEAD = 3
_LONGEST_GAP = 90
_LISTED = re.compile(r"\s*(?:,|/|&|,?\s*(?:and|or|as well as))\s*(?:the\s+|an?\s+)?", re.IGNORECASE)
_DEFINED = re.compile(r"[\s(*_{}$\\a-z\"“]*")
_SELF = re.compile(
    r"\b(?:[Oo]ur|[Tt]he proposed|[Tt]his)\s+(?:[\w-]+\s+){0,2}?(?:method|approach|framework|model|algorithm|system"
    r"|architecture|strategy|technique|pipeline|network|scheme|paradigm)\b(?!\s*,)"
)
_SELF_PRONOUN = re.compile(r"(?:It|We|Our)\b")
_MARKUP = re.compile(r"\\[a-zA-Z]+\s*\{|[{}$*_`]")
_CLOSING = re.compile(r"^[\s)\]’'\"”]+(?!s\b)")
_MARK = re.compile(r"([(),:;.])")
_DROPPED = re.compile(r"\b(?:the|our|its|their|this|these|both)\b(?! as)")
_WORD = r"(?!(?:and|or|but|while|whereas)\b)[^\s,;:().§]++"


class Phrase(NamedTuple):
    """Words between two mentions that state a relation between entities of the given types, and how surely."""

    predicate: str
    forward: bool
    pattern: re.Pattern[str]
    types: frozenset[tuple[str, str]]
    score: float


class Found(NamedTuple):
    """A relation that a sentence states."""

    subject: LocalEntity
    predicate: str
    object: LocalEntity
    score: float


@cache
def phrases() -> tuple[Phrase, ...]:
    """The phrases of the table, surest first. Raises DataError where the table is damaged."""
    found = [
        Phrase(
            predicate,
            order == "subject first",
            compiled(words),
            frozenset((a, b) for a, b in (pair.split(">") for pair in types.split())),
            float(score),
        )
        for predicate, order, words, types, score in rows("phrases", 5)
    ]
    return tuple(sorted(found, key=lambda phrase: -phrase.score))


def compiled(words: str) -> re.Pattern[str]:
    """A phrase of the table, a regular expression: "…" stands for up to three words, "¶" for a head noun or none."""
    pattern = (
        words.replace("¶ ", f"(?:(?P<head>{'|'.join(sorted(_heads()))})s? )?")
        .replace(" … ", f" (?:{_WORD} ){{0,3}}")
        .replace("… ", f"(?:{_WORD} ){{0,3}}")
    )
    return re.compile(pattern.replace(" …", f"(?: {_WORD}){{0,3}}"))


@cache
def _heads() -> Mapping[str, str]:
    """The types that head nouns give to what they name."""
    return dict(rows("heads", 2))


def stated(text: str, sentence: Sentence, main: LocalEntity | None) -> Iterator[Found]:
    """What the words between the mentions of `sentence` state; "our method" is a mention of `main`."""
    for first, gap, second in between(text, sentence, main):
        fitting = [(phrase, found) for phrase in phrases() if (found := phrase.pattern.fullmatch(gap))]
        if not fitting:
            continue
        for a in first:
            for b in second:
                for phrase, found in fitting:
                    subject, obj = (a, b) if phrase.forward else (b, a)
                    if subject.id != obj.id and _admits(phrase, found, subject, obj):
                        yield Found(subject, phrase.predicate, obj, phrase.score)
                        break


def _admits(phrase: Phrase, found: re.Match[str], subject: LocalEntity, obj: LocalEntity) -> bool:
    """Whether the phrase may stand between the two.

    What leads a list must be what its head noun says, and no field: in "supervised learning models, including X", X is
    a model and no kind of supervised learning.
    """
    if (sort_of(subject), sort_of(obj)) not in phrase.types:
        return False
    if "head" not in phrase.pattern.groupindex:
        return True
    is_field = obj.type == "Model" and obj.name.endswith("ing")
    return not is_field and (found["head"] is None or _heads()[found["head"]] == obj.type)


def between(
    text: str, sentence: Sentence, main: LocalEntity | None
) -> Iterator[tuple[Sequence[LocalEntity], str, Sequence[LocalEntity]]]:
    """The lists of entities in `sentence`, each with the few after it and the words between ("§": a list left out)."""
    lists = _lists(text, with_self(text, sentence, main))
    for i, first in enumerate(lists):
        gap = ""
        for j in range(i + 1, min(i + 1 + _AHEAD, len(lists))):
            words = plain_words(text[lists[j - 1][-1].end : lists[j][0].start])
            gap = f"{gap} § {words}".strip() if j > i + 1 else words
            if len(gap) > _LONGEST_GAP:
                break
            yield _entities(first), gap, _entities(lists[j])


def plain_words(text: str) -> str:
    """`text` in lower case, without markup, articles and a bracket that the mention before it opened."""
    plain = _CLOSING.sub("", _MARKUP.sub("", text)).lower()
    plain = re.sub(r"[’']s\b", " 's", plain)
    plain = _MARK.sub(r" \1 ", re.sub(r"\ban\b", "a", plain))
    return re.sub(r"\s+", " ", _DROPPED.sub(" ", plain)).strip()


def _entities(marks: Sequence[Mark]) -> list[LocalEntity]:
    return list({mark.entity.id: mark.entity for mark in marks}.values())


def _lists(text: str, marks: Sequence[Mark]) -> list[list[Mark]]:
    """The mentions in lists ("X, Y and Z"), an entity's short form in brackets with its long form."""
    found: list[list[Mark]] = []
    for mark in marks:
        if found:
            last = found[-1][-1]
            gap = text[last.end : mark.start]
            if _LISTED.fullmatch(gap) or (mark.entity.id == last.entity.id and "(" in gap and _DEFINED.fullmatch(gap)):
                found[-1].append(mark)
                continue
        found.append([mark])
    return found


def with_self(text: str, sentence: Sentence, main: LocalEntity | None) -> Sequence[Mark]:
    """The mentions of `sentence` in order; "our method", and "we" or "it" at its start, are mentions of `main`."""
    if main is None:
        return sentence.marks
    own = [Mark(*match.span(), main) for match in _SELF.finditer(text, sentence.start, sentence.end)]
    if pronoun := _SELF_PRONOUN.match(text, sentence.start):
        own.append(Mark(*pronoun.span(), main))
    free = [m for m in own if not any(m.start < other.end and other.start < m.end for other in sentence.marks)]
    free = [m for i, m in enumerate(free) if not any(m.start < o.end and o.start < m.end for o in free[:i])]
    return sorted((*sentence.marks, *free), key=lambda mark: mark.start)
