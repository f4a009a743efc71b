"""Who is better than whom, as a sentence says with a verb ("X outperforms Y") or a gain ("X is 2x faster than Y").

The winner is the subject of the verb or gain, the losers are named behind it. Words are in `ontology/wins.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kg.core.types import LocalEntity
from kg.extract.sentences import Mark, Sentence
from kg.extract.tables import rows

_SYSTEMS = ("Method", "Model")
_BREAK = re.compile(r";|:\s|\b(?:that|while|whereas|but|and|which|because|since|where|when|although)\b")
_NO_SUBJECT = re.compile(
    r"(?:[\s,*_})$\"”]|\b(?:\w+ly|even|also|often|still|further|can|could|may|will|to|or|both|has|have|is|are|then|thus"
    r"|in turn|in (?:some|many|most|all) \w+|on average)\b)*"
)
_DENIED = re.compile(
    r"\b(?:not|cannot|never|fails?|failing|struggles?|unable|without|rarely|hardly|whether|if)\b[^,;]*$"
    r"|\b(?:match\w*|equals?|comparable|par)\b[^,;]{0,40}\bor\s+(?:\w+\s+)?$"
)
_IT = re.compile(r"(?:^|[\s,])(?:it|we|ours)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_FOUND = re.compile(
    r"\W*(?:\w+\s+){0,3}?(?:experiment|evaluation|result|stud(?:y|ies)\b|analys[ei]s\b|we\b|our\b)", re.IGNORECASE
)
_GOVERNED = re.compile(
    r"\b(?:for|of|in|with|by|to|on|from|against|using|than|over|via|under|through|like|unlike|into|as|between|across"
    r"|out-?perform\w*|surpass\w*|exceed\w*|improv\w+|us(?:es|e|ing)|employ\w*)\s+"
    r"(?:(?:an?|the|our|its|existing|both|other|standard)\s+)*(?:[\w-]+\s+){0,2}?[$*_({\w\\\"“-]*?$",
    re.IGNORECASE,
)
_STOPS = (
    "under|on|in|across|with|for|at|using|through|via|without|despite|when|while|whereas|but|which|that|where|during"
    r"|from|to|(?<!obtained )(?<!achieved )(?<!reported )(?<!attained )by(?!\s+(?:\w+\s+){0,2}[$~]?\d)"
)
_END = re.compile(
    rf";|:\s|\.\s|\b(?:{_STOPS})\b|,\s+(?!including\b)\w+ing\b"
    r"|\band\s+(?:\w+ly\s+)?(?:achiev|reduc|improv|show|demonstrat|attain|enabl|generali|provid|requir|maintain|scal"
    r"|yield|offer|establish|set|is\b|are\b|has\b|\w+s\s+(?:the|a|an|both|its)\b)"
    r"|\band\s+\w+ly\s+\w+s\b"
)
_NOT_A_RIVAL = re.compile(r"[*_})$]*-?(?:based|style|like|generated|trained)\b")
_GAIN_TO_THAN = 110
_LED = re.compile(r"(?:Compared (?:to|with)|Relative to|In comparison (?:to|with))\s")
_COMMA = re.compile(r",\s+(?:the\s+)?[$*_({\\]*$")


class Win(NamedTuple):
    """The words of a sentence that say who is better: where they begin, and where the losers begin behind them."""

    start: int
    losers: int
    finite: bool


def won(text: str, sentence: Sentence, marks: Sequence[Mark], main: LocalEntity | None) -> Iterator[tuple[Mark, Mark]]:
    """Winner and loser, both mentions in `sentence`, of all that it says; `marks` are its mentions in order.

    "it" and "we" are mentions of `main`, the paper's own system, also where only "experiments show" the gain.
    """
    systems = [mark for mark in marks if mark.entity.type in _SYSTEMS]
    for win in _wins(text, sentence):
        if winner := _subject(text, sentence, systems, win, main):
            for loser in _losers(text, sentence, systems, win):
                if loser.entity.id != winner.entity.id:
                    yield winner, loser
    yield from _led(text, sentence, systems)


@cache
def _words(kind: str) -> str:
    return r"(?<![\w-])(?:" + "|".join(words for of, words in rows("wins", 2) if of == kind) + r")(?!\w)"


@cache
def _verb() -> re.Pattern[str]:
    return re.compile(_words("beats"))


@cache
def _gain() -> re.Pattern[str]:
    between = rf"(?:(?!;|\bwhile\b|\bthat\b|\bwhereas\b).){{0,{_GAIN_TO_THAN}}}?"
    return re.compile(rf"(?P<gain>{_words('gains')}){between}\s(?:{_words('compares')}|on(?=\s(?:the\s)?\S+ baseline))")


def _wins(text: str, sentence: Sentence) -> Iterator[Win]:
    for found in _verb().finditer(text, sentence.start, sentence.end):
        yield Win(found.start(), found.end(), not found[0].endswith("ing"))
    for found in _gain().finditer(text, sentence.start, sentence.end):
        yield Win(found.start("gain"), found.end(), finite=False)


def _subject(text: str, sentence: Sentence, systems: Sequence[Mark], win: Win, main: LocalEntity | None) -> Mark | None:
    """The nearest thing before a finite verb in its clause, else the first of the clause that the words belong to."""
    start, end = _clause(text, sentence.start, win.start)
    clause = text[start:end]
    if _DENIED.search(text[start : win.start]):
        return None
    within = [mark for mark in systems if start <= mark.start and mark.end <= end]
    free = [mark for mark in within if not _GOVERNED.search(text[start : mark.start])]
    if free:
        return free[-1] if win.finite and end == win.start else free[0]
    own = _IT.search(clause) or (not win.finite and _FOUND.match(clause))
    return Mark(start, end, main) if own and main and main.type in _SYSTEMS else None


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """The last part of `text` from `start` to `end` between two clause breaks that holds a subject."""
    while True:
        breaks = list(_BREAK.finditer(text, start, end))
        if not breaks or not _NO_SUBJECT.fullmatch(text, breaks[-1].end(), end):
            return (breaks[-1].end() if breaks else start), end
        end = breaks[-1].start()


def _led(text: str, sentence: Sentence, systems: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """What "Compared to X, Y improves …" says."""
    led = _LED.match(text, sentence.start)
    gain = re.compile(_words("gains")).search(text, led.end(), sentence.end) if led else None
    before = [mark for mark in systems if gain and mark.end <= gain.start()]
    if before and _COMMA.search(text[sentence.start : before[-1].start]):
        yield from ((before[-1], loser) for loser in before[:-1] if loser.entity.id != before[-1].entity.id)


def _losers(text: str, sentence: Sentence, systems: Sequence[Mark], win: Win) -> Iterator[Mark]:
    """The things between the words of a win and the end of what they govern; "including X" goes on with a list."""
    stop = _END.search(text, win.losers, sentence.end)
    while stop and any(mark.start < stop.end() and stop.start() < mark.end for mark in systems):
        stop = _END.search(text, stop.end(), sentence.end)
    end = stop.start() if stop else sentence.end
    for mark in systems:
        if win.losers <= mark.start < end and not _NOT_A_RIVAL.match(text, mark.end):
            yield mark
