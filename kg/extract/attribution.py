"""What a reported number is a number of: whose it is, on what test, by what measure, against what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kg.core.types import LocalEntity, LocalId
from kg.extract.findings import Finding
from kg.extract.numbers import Quantity
from kg.extract.sentences import Mark, Sentence

_SYSTEMS = frozenset(["Method", "Model"])
_OTHER_SYSTEMS = frozenset(["Dataset", "Concept"])
_TESTS = frozenset(["Dataset", "Benchmark"])
_NEAR = 90
_LONGEST_RUN = 12
_BESIDE_METRIC = 40
_FEW_WORDS = r"(?:(?!(?:by|on|in|with|and|while|for)\b)[\w\\$'’-]+[\s~]+){0,5}[$*_({\w\\-]*?$"
_THAN = r"than|over|versus|vs\.?|against|(?:[Cc]ompared|relative|comparison) (?:to|with)"
_COMPARED = re.compile(rf"\b(?:{_THAN})\s+{_FEW_WORDS}")
_BEATEN = re.compile(rf"\b(?:{_THAN}|beat\w*|(?:out-?perform|surpass|exceed)\w*|improv\w+ (?:up)?on)\s+{_FEW_WORDS}")
_GOVERNED = re.compile(
    r"\b(?:for|of|in|with|by|to|on|from|against|using|than|over)\s+(?:(?:an?|the|our|its)\s+)?(?:[\w.-]+\s+)?"
    r"[$*_({\w\\-]*?$"
)
_TESTED_ON = re.compile(
    rf"\b(?:[Oo]n|[Ii]n|[Ff]or|[Aa]cross|[Oo]ver|at|[Uu]nder|within|to)\s+{_FEW_WORDS}",
)
_TRAINED_ON = re.compile(rf"(?:train|tun)(?:ed|ing)\s+(?:[\w.-]+\s+){{0,2}}(?:on|with)\s+{_FEW_WORDS}", re.IGNORECASE)
_DIRECTLY_ON = re.compile(r"\bon\s+(?:(?:an?|the|our|both|all)\s+)?(?:[\w-]+\s+)?[$*_({\w\\-]*?$")
_ACTS = re.compile(
    r"[\s*_})$]*(?:\w+ly\s+|also\s+|can\s+|itself\s+)*(?:achiev|reach|obtain|attain|scor|surpass|out-?perform|improv"
    r"|reduc|boost|deliver|yield|show|demonstrat|enabl|exhibit|pass|exceed|increas|require|complet|use)"
)
_DONE_BY = re.compile(r"\s*(?:\w+\s+){0,3}(?:achieved|obtained|attained|reached|reported|scored)\s+by\s")
_DOER_AHEAD = 40
_OPEN = re.compile(r"[\s*_})$]*\(\s*")
_BY = re.compile(r"[\s*_})$]*(?:\w+\s+)?by\s+(?:an?\s+)?(?:average\s+)?(?:of\s+)?[$*]*")
_IS = re.compile(r"[\s*_})$]*(?:scores?\s+|rates?\s+)?(?:(?:of|is|was|from|to|by|:|=|reaches|at)\s+(?:an?\s+)?)?[($*]*")
_FROM = re.compile(r"\bfrom\s+(?:an?\s+)?[$(]?$")
_JOINS = re.compile(r"[\s,/&]*(?:\band\b|\bor\b|\bover\b|\bup to\b|\bto\b|\bvs\b\.?)?[\s(/$*]*")
_CLAUSE = re.compile(r";|,?\s(?:while|whereas|but|although)\b")
_OTHERS = re.compile(rf"\b(?:{_THAN})\s+(?:(?:only|just|the|an?|about|around|nearly)\s+)*[$(*]*$")
_FOR = re.compile(
    r"[\s*_})$%]*(?:[\w@-]+\s+)?(?:for|(?:achieved|obtained|attained|reached|reported|scored) by|by)\s+(?:the\s+)?"
)
_CHANGE_IN = re.compile(
    r"[\s*_})$]*(?:(?!(?:and|with|while)\b)[\w-]+\s+){0,2}?"
    r"(?:reductions?|decreases?|increases?|improvements?|gains?|drops?|savings?|declines?)"
    r"\s+(?:in|of)\s+(?P<what>(?:(?!(?:with|on|by|for|over|while|and|at|compared|without|across|from)\b)[\w@/$\\'’-]+\s?)+)"
)
_CONDITION = re.compile(r"\b(?:setting|condition|environment|scenario|regime)s?\b(?!\s(?:an?|the|new)\b)")
_WORD_AHEAD = 14
_COMMA = re.compile(r"[,;]")
_APART = re.compile(r"[,;()]|\b(?:and|or|while|with|but)\b")
_OWN = re.compile(r"\b(?:[Ww]e|[Oo]ur|[Tt]his|[Tt]hese|[Tt]he (?:proposed|new))\b")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_NEW_CLAUSE = re.compile(r"[,;()]|\w+ing\b")
_BASELINE = re.compile(r"[\s*_})$]*baselines?\b")
_NOT_A_RIVAL = re.compile(r"-?(?:based|style|like|generated|trained)\b")


@dataclass(frozen=True, slots=True)
class Paper:
    """What a number is taken to be about where its sentence does not say."""

    system: LocalEntity | None
    tests: tuple[LocalEntity, ...]

    @classmethod
    def of(cls, entities: Iterable[LocalEntity]) -> Paper:
        """The first thing that the paper introduces, a system before data, and the benchmark that it is about, else the
        data that it introduces or tests on."""
        placed = sorted((e for e in entities if e.mentions), key=lambda e: (e.mentions[0].evidence.span, e.id))
        introduced = [e for e in placed if e.role == "introduces"]
        own = [e for types in (_SYSTEMS, _OTHER_SYSTEMS) for e in introduced if e.type in types]
        tests = [e for e in placed if e.type in _TESTS and e.role in ("introduces", "evaluatesOn")]
        is_about_test = introduced and introduced[0].type == "Benchmark"
        return cls(own[0] if own else None, tuple(introduced[:1] if is_about_test else tests))

    def test_before(self, position: int) -> LocalEntity | None:
        """The only test that is named before `position`."""
        named = [test for test in self.tests if test.mentions[0].evidence.span.start < position]
        return named[0] if len(named) == 1 else None


class Reported(NamedTuple):
    """The entities that a number belongs to."""

    system: LocalId | None
    on: LocalId | None
    metric: LocalId | None
    baseline: LocalId | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """A sentence of `text` and the findings in it."""

    text: str
    sentence: Sentence
    findings: Sequence[Finding]
    paper: Paper

    def attribute(self, index: int) -> Reported:
        """What finding `index` belongs to. The first end of a change ("from 73ms to …") belongs to the baseline."""
        run = self._run(index)
        if self._is_of_others(index, run):
            system, baseline = self._other(run), None
        else:
            system, baseline = self._system(index), self._baseline(index, run)
        if baseline and self._is_first_of_change(index):
            system, baseline = baseline, None
        if baseline and system and baseline.id == system.id:
            baseline = None
        found = (system, self._test(index, run), self._metric(index, run), baseline)
        return Reported(*(entity.id if entity else None for entity in found))

    def _is_first_of_change(self, index: int) -> bool:
        quantity, kind = self.findings[index]
        return kind == "value" and _FROM.search(self._before(quantity.start)) is not None

    def _is_of_others(self, index: int, run: range) -> bool:
        """Whether a number stands where what is compared with stands: "81.2 compared with 75.2 for X"."""
        quantity, kind = self.findings[index]
        if kind != "value":
            return False
        return self._other(run) is not None or _OTHERS.search(self._before(quantity.start)) is not None

    def _other(self, run: range) -> LocalEntity | None:
        """The system that stands right behind the numbers: "75.2 for X"."""
        last = self.findings[run.stop - 1].quantity
        systems = (mark for mark in self.sentence.marks if mark.entity.type in _SYSTEMS and mark.start >= last.end)
        return next((mark.entity for mark in systems if _FOR.fullmatch(self._gap(mark, last))), None)

    def _inside(self, run: range) -> list[Mark]:
        """The marks in the clause that holds a list of findings."""
        first, last = self.findings[run.start].quantity, self.findings[run.stop - 1].quantity
        start = max((b.end() for b in _CLAUSE.finditer(self.text, self.sentence.start, first.start)), default=0)
        stop = _CLAUSE.search(self.text, last.end, self.sentence.end)
        end = stop.start() if stop else self.sentence.end
        return [mark for mark in self.sentence.marks if start <= mark.start and mark.end <= end]

    def _run(self, index: int) -> range:
        """The findings that stand in one list with finding `index`."""
        first = last = index
        while first > max(0, index - _LONGEST_RUN) and self._joined(first - 1):
            first -= 1
        while last + 1 < min(len(self.findings), index + _LONGEST_RUN) and self._joined(last):
            last += 1
        return range(first, last + 1)

    def _joined(self, index: int) -> bool:
        one, other = self.findings[index].quantity, self.findings[index + 1].quantity
        gap = self.text[one.end : other.start]
        return one.unit in (None, other.unit) and bool(gap) and _JOINS.fullmatch(gap) is not None

    def _before(self, position: int) -> str:
        return self.text[max(self.sentence.start, position - _NEAR) : position]

    def _gap(self, mark: Mark, quantity: Quantity) -> str:
        """The text between a mention and a number."""
        if mark.end <= quantity.start:
            return self.text[mark.end : quantity.start]
        return self.text[quantity.end : mark.start]

    def _around(self, marks: Sequence[Mark], run: range) -> tuple[list[Mark], list[Mark]]:
        """The marks between the list of findings before and this one, and between this and the next."""
        start = self.findings[run.start - 1].quantity.end if run.start else self.sentence.start
        end = self.findings[run.stop].quantity.start if run.stop < len(self.findings) else self.sentence.end
        first, last = self.findings[run.start].quantity, self.findings[run.stop - 1].quantity
        return (
            [mark for mark in marks if start <= mark.start and mark.end <= first.start],
            [mark for mark in marks if last.end <= mark.start and mark.end <= end],
        )

    def _in_step(self, index: int, run: range, *lists: Sequence[Mark]) -> LocalEntity | None:
        """The entity at the place of finding `index`, where as many things are listed as numbers ("respectively")."""
        fitting = (marks for marks in lists if len(marks) == len(run) > 1)
        return next((marks[index - run.start].entity for marks in fitting), None)

    def _system(self, index: int) -> LocalEntity | None:
        quantity = self.findings[index].quantity
        systems = [
            mark
            for mark in self.sentence.marks
            if mark.entity.type in _SYSTEMS or (mark.entity.type == "Dataset" and _ACTS.match(self.text, mark.end))
        ]
        if done := _DONE_BY.match(self.text, quantity.end):
            doers = [mark for mark in systems if done.end() <= mark.start < done.end() + _DOER_AHEAD]
            if doers:
                return doers[0].entity
        before = [mark for mark in systems if mark.end <= quantity.start]
        if before and _OPEN.fullmatch(self._gap(before[-1], quantity)):
            return before[-1].entity
        actors = [mark for mark in before if not _BEATEN.search(self._before(mark.start))]
        acting = [mark for mark in actors if mark.entity.role == "introduces" or self._is_subject(mark)]
        if acting:
            return acting[-1].entity
        free = [mark for mark in actors if not _GOVERNED.search(self._before(mark.start))]
        if not free or (self.paper.system and _OWN.search(self.text, self.sentence.start, quantity.start)):
            return self.paper.system
        return free[0].entity

    def _is_subject(self, mark: Mark) -> bool:
        return _ACTS.match(self.text, mark.end) is not None and not _GOVERNED.search(self._before(mark.start))

    def _baseline(self, index: int, run: range) -> LocalEntity | None:
        quantity, kind = self.findings[index]
        rivals = [
            mark
            for mark in self.sentence.marks
            if (mark.entity.type in _SYSTEMS or mark.entity.role == "comparesWith")
            and not _NOT_A_RIVAL.match(self.text, mark.end)
        ]
        before, after = self._around(rivals, run)
        if before and _BY.fullmatch(self._gap(before[-1], self.findings[run.start].quantity)):
            return before[-1].entity
        later = [mark for mark in rivals if mark.start >= quantity.end and self._is_compared(mark)]
        if kind == "value":
            same = [m for m in later if not _NEW_CLAUSE.search(_PARENTHESIS.sub("", self._gap(m, quantity)))]
            return same[0].entity if same else None
        compared = [mark for mark in after if self._is_compared(mark)]
        beaten = [mark for mark in before if _BEATEN.search(self._before(mark.start))]
        if found := self._in_step(index, run, compared, beaten):
            return found
        earlier = [m for m in rivals if m.end <= quantity.start and _BEATEN.search(self._before(m.start))]
        named = [mark for mark in rivals if mark.entity.role == "comparesWith"]
        chosen = compared[:1] or beaten[-1:] or later[:1] or earlier[-1:] or named[:1]
        return chosen[0].entity if chosen else None

    def _is_compared(self, mark: Mark) -> bool:
        return bool(_COMPARED.search(self._before(mark.start)) or _BASELINE.match(self.text, mark.end))

    def _test(self, index: int, run: range) -> LocalEntity | None:
        quantity = self.findings[index].quantity
        marks = [mark for mark in self._inside(run) if self._is_test(mark, quantity)]
        before, after = self._around(marks, run)
        if found := self._in_step(index, run, after, before):
            return found
        if before and _OPEN.fullmatch(self._gap(before[-1], quantity)):
            return before[-1].entity
        tested = [mark for mark in marks if _TESTED_ON.search(self._before(mark.start))]
        next_ = [mark for mark in after if mark in tested]
        earlier = [mark for mark in tested if mark.end <= quantity.start]
        later = [mark for mark in tested if mark.start >= quantity.end and mark.entity.type in _TESTS]
        named = [mark for mark in self.sentence.marks if mark.entity.role == "evaluatesOn"]
        at_once = [mark for mark in next_ if not _COMMA.search(self._gap(mark, self.findings[run.stop - 1].quantity))]
        chosen = at_once[:1] or earlier[-1:] or next_[:1] or later[:1] or named[:1]
        return chosen[0].entity if chosen else self.paper.test_before(self.sentence.start)

    def _is_test(self, mark: Mark, quantity: Quantity) -> bool:
        if mark.entity.type in _TESTS or mark.entity.role == "evaluatesOn":
            return not _TRAINED_ON.search(self._before(mark.start))
        if mark.entity.type == "Concept":
            return _CONDITION.search(self.text, mark.start, mark.end + _WORD_AHEAD) is not None
        return (
            mark.entity.type in ("Model", "Task")
            and mark.start >= quantity.end
            and _DIRECTLY_ON.search(self._before(mark.start)) is not None
            and not _BASELINE.match(self.text, mark.end)
        )

    def _metric(self, index: int, run: range) -> LocalEntity | None:
        quantity, kind = self.findings[index]
        metrics = [mark for mark in self.sentence.marks if mark.entity.type == "Metric"]
        marks = [mark for mark in self._inside(run) if mark.entity.type == "Metric"]
        within = [mark for mark in marks if mark.start < quantity.end and quantity.start < mark.end]
        if within:
            return within[0].entity
        before, after = self._around(marks, run)
        first, last = self.findings[run.start].quantity, self.findings[run.stop - 1].quantity
        if after and not self._gap(after[0], last).strip(" *_})$"):
            return after[0].entity
        if found := self._in_step(index, run, after, before):
            return found
        if changed := _CHANGE_IN.match(self.text, last.end):
            named = [mark for mark in after if changed.start("what") <= mark.start < changed.end()]
            return named[-1].entity if named else None
        next_ = [mark for mark in after if not _APART.search(self._gap(mark, last))][:1]
        if next_ and len(self._gap(next_[0], last).split()) <= 1:
            return next_[0].entity
        if before and _IS.fullmatch(self._gap(before[-1], first)):
            return before[-1].entity
        near = [mark for mark in next_ if mark.start - last.end < _BESIDE_METRIC]
        earlier = [mark for mark in (metrics if kind == "value" else marks) if mark.end <= quantity.start]
        far = [] if quantity.unit == "x" else next_ or earlier[-1:]
        chosen = near or before[-1:] or far
        return chosen[0].entity if chosen else None
