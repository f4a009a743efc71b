"""The numbers that a paper reports as its results, and the entities that they are numbers of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kg.core.types import Document, LocalEntity, Result
from kg.extract import findings
from kg.extract.attribution import Numbers, Paper, Reported
from kg.extract.findings import Finding
from kg.extract.sentences import Sentence, sentences

_BY = "rule:number"
_SCORES = {"gain": 0.95, "reduction": 0.93, "value": 0.88, "ratio": 0.83}


class Report(NamedTuple):
    """A finding, the sentence that it stands in, and what the words around it say that it is a number of."""

    sentence: Sentence
    finding: Finding
    of: Reported


def find(document: Document, entities: Sequence[LocalEntity]) -> tuple[Result, ...]:
    """The results of `document` in the order of its text."""
    return tuple(result(document, report) for report in reports(document, entities))


def reports(document: Document, entities: Sequence[LocalEntity]) -> list[Report]:
    """The findings of `document` in the order of its text; a number of nothing that the paper names is none."""
    paper = Paper.of(entities)
    found = []
    for sentence in sentences(document, entities):
        numbers = Numbers(document.text, sentence, findings.find(document.text, sentence), paper)
        found += [Report(sentence, each, numbers.attribute(index)) for index, each in enumerate(numbers.findings)]
    return [report for report in found if any(report.of)]


def result(document: Document, report: Report) -> Result:
    """A report as a result. Its evidence is its sentence, then its value."""
    quantity, kind = report.finding
    score = _SCORES[kind]
    return Result(
        system=report.of.system,
        on=report.of.on,
        metric=report.of.metric,
        value=document.text[quantity.start : quantity.end],
        number=quantity.number,
        unit=quantity.unit,
        kind=kind,
        baseline=report.of.baseline,
        evidence=(
            document.cut(report.sentence.start, report.sentence.end, _BY, score),
            document.cut(quantity.start, quantity.end, _BY, score),
        ),
    )
