"""What the words say against a relation that the standing of two entities to the paper implies."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.core.types import LocalEntity
from kg.extract import phrasing
from kg.extract.sentences import Mark, Sentence

_PART = re.compile(
    r"\b(?:modul|component|loss|layer|block|head|encod|decod|rout|schedul|mechanism|strateg|schem|stag|step|objectiv"
    r"|reward|regulari|sampl|branch|adapt|attention|normali|embedding|kernel|cach|gat|weight|unit|operator|prun"
    r"|augment|tokeni|filter|predictor|selector|buffer|penalt|constraint|term)\w*$"
)
_WHOLE = re.compile(
    r"(?:\s*\([^()]*\))?(?:\s+|\s*,\s+(?:which is\s+)?an?\s+(?:[\w-]+\s+){0,5}?)"
    r"(?:framework|system|benchmark|datasets?|model|paradigm|pipeline|method|approach|architecture|family)\b"
)
_NEXT = re.compile(r"(?:\s*\([^()]*\))?\s+([\w-]+)")
_HOLDS = re.compile(
    r"\b(?:introduc|consist|compris|includ|contain|integrat|incorporat|combin|adopt|employ|us(?:es|ing)|leverag|featur"
    r"|equip|coupl|has|with|via|through|composed|built|pair|unif|decompos|designs?)\w*|\b(?:at its core|core is)\b",
    re.IGNORECASE,
)
_HOLDS_IT = re.compile(
    r"\b(?:introduc|consist|compris|contain|integrat|incorporat|combin|adopt|employ|us(?:es|ing)|leverag|featur|utiliz"
    r"|equip|coupl|with|via|through|pair|unif)\w*\s+(?:[\w-]+\s+){0,4}[$*_({\\]*\Z",
    re.IGNORECASE,
)
_TRAINED = re.compile(
    r"\b(?:(?:pre-?)?train|fine-?tun)(?:ed|ing|s)?\s+(?:\w+\s+)?(?:on|with|using)\s+"
    r"(?:(?!\b(?:evaluat|test|validat|benchmark|achiev|outperform)|\bon\b)[^.;:]){0,80}$",
    re.IGNORECASE,
)


def doubtful(
    text: str, predicate: str, subject: LocalEntity, obj: LocalEntity, shown: Sequence[Sentence], main: LocalEntity
) -> bool:
    """Whether no sentence of `shown` that mentions the part, or the test, lets it be one."""
    if predicate == "partOf" and (subject.role == "introduces" or subject.type == "Method"):
        return not any(_may_be_part(text, sentence, mark, main) for sentence, mark in _marks(shown, subject))
    if predicate == "evaluatedOn" and obj.id != main.id:
        marks = _marks(shown, obj)
        return bool(marks) and all(_is_training(text, sentence, mark) for sentence, mark in marks)
    return False


def _marks(shown: Sequence[Sentence], entity: LocalEntity) -> list[tuple[Sentence, Mark]]:
    return [(sentence, mark) for sentence in shown for mark in sentence.marks if mark.entity.id == entity.id]


def _may_be_part(text: str, sentence: Sentence, part: Mark, main: LocalEntity) -> bool:
    """Whether a thing is called what parts are called, or the paper's system stands before it and holds it."""
    if _WHOLE.match(text, part.end):
        return False
    holders = [
        mark
        for mark in phrasing.with_self(text, sentence, main)
        if mark.entity.id == main.id and mark.end <= part.start and not text.startswith("We", mark.start)
    ]
    if part.entity.role != "introduces":
        return any(_HOLDS_IT.search(text, mark.end, part.start) for mark in holders)
    following = _NEXT.match(text, part.end)
    if _PART.search(text[part.start : part.end].lower()) or (following and _PART.search(following[1])):
        return True
    return any(_HOLDS.search(text, mark.end, part.start) for mark in holders)


def _is_training(text: str, sentence: Sentence, test: Mark) -> bool:
    """Whether something is trained on it."""
    return _TRAINED.search(text[sentence.start : test.start]) is not None
