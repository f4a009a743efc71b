"""The numbers that a paper reports as its results, and the entities that they are numbers of."""

from __future__ import annotations

from collections.abc import Sequence

from kg.core.types import Document, LocalEntity, Result
from kg.extract import findings
from kg.extract.attribution import Numbers, Paper
from kg.extract.sentences import sentences

_BY = "rule:number"
_SCORES = {"gain": 0.95, "reduction": 0.93, "value": 0.88, "ratio": 0.83}


def find(document: Document, entities: Sequence[LocalEntity]) -> tuple[Result, ...]:
    """The results of `document` in the order of its text. The evidence of each is its sentence, then its value."""
    paper = Paper.of(entities)
    found: list[Result] = []
    for sentence in sentences(document, entities):
        reports = Numbers(document.text, sentence, findings.find(document.text, sentence), paper)
        for index, (quantity, kind) in enumerate(reports.findings):
            of = reports.attribute(index)
            score = _SCORES[kind]
            found.append(
                Result(
                    system=of.system,
                    on=of.on,
                    metric=of.metric,
                    value=document.text[quantity.start : quantity.end],
                    number=quantity.number,
                    unit=quantity.unit,
                    kind=kind,
                    baseline=of.baseline,
                    evidence=(
                        document.cut(sentence.start, sentence.end, _BY, score),
                        document.cut(quantity.start, quantity.end, _BY, score),
                    ),
                )
            )
    return tuple(found)
