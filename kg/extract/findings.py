"""Which numbers of a sentence are findings of the paper, and of what kind each is: value, gain, ratio, reduction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kg.extract import numbers
from kg.extract.numbers import Quantity
from kg.extract.sentences import Sentence
from kg.extract.tables import rows

_BEFORE, _AFTER = 240, 80
_DECIMAL = re.compile(r"\d*\.\d+")
_SETTING = re.compile(r"=\s*\$?.$|\bp\$?(?:-values?)?\s*\$?[<=]$")
_COUNTED = re.compile(
    r"\s+(?:million|billion|trillion|thousand|bits?|[BMKk]|GPUs?|years?)\b"
    r"|[-–](?:bit|shot|way|dim|fold|hop|step)|\w"
)
_HYPHENED = re.compile(r"[-–]point$")
_NAMED = re.compile(r"(?:[A-Z]\w*|\d)[\s-]*$")
_VERSIONED = re.compile(r"\b[A-Z]\w*[a-z][\w-]*\s$")
_METRIC = re.compile(
    r"\b(?:[\w-]*accurac(?:y|ies)|scores?|F1\b|F-?score|\w?AP\b|AU(?:RO|PR)?C|BLEU|ROUGE|METEOR|CIDEr|\w?FID|m?IoU|Dice"
    r"|PSNR|SSIM|LPIPS|MAE|RMSE|MSE|EER|[WC]ER|nDCG|MRR|Hits?@|[Rr]ecall|[Pp]recision|[Pp]erplexity|[Pp]ass@|[Ee]rrors?\b"
    r"|rates?\b|[Cc]orrelation|[Cc]oefficient|O[DI]S\b|R2\b|[Rr]atio|[Kk]appa|[Ss]imilarity|HD95|COMET|E(?:LO|lo)\b|HOTA"
    r"|MOTA|IDF1|EM\b)"
)
_METRIC_NEXT = re.compile(r"[\s*]*(?:F1|BLEU|points?|\w?AP\b|Elo)")
_SCORING = re.compile(r"\bscor(?:e[sd]?|ing)\s+$")
_NO_FINDING_BEFORE = {
    "x": re.compile(
        r"\s+(?:(?:larger|bigger)\s+(?:\S+\s+){0,2}|more\s+|web\s+|training\s+)?"
        r"(?:data|datasets?|models?|LLMs?|networks?)\b"
    ),
    "%": re.compile(
        r"\s+(?:of\s+(?:the\s+)?(?:\w+\s+){0,2}(?:data|samples?|examples?|labels?|layers|annotations|training|web|neurons)"
        r"|confidence|credible|label+ed|annotated|training|train)\b"
    ),
    "s": re.compile(r"\s+(?:of|long|video|audio|speech|record|clip|window)"),
    "min": re.compile(r"\s+(?:of|long|video|audio|speech|record)"),
    "h": re.compile(r"\s+(?:of\s+(?!training|compute)|long|video|audio|speech|record)"),
    "days": re.compile(r"\s+(?:of|ahead|after|before|horizon)"),
    "GB": re.compile(r"\s+(?:of\s+(?:data|text)|GPU\b(?!\s+memory)|GPUs|RAM|VRAM|A100|dataset)"),
}
_OF_FINDINGS = frozenset(["%", "points", "x", "orders of magnitude", "ms", "fps", "dB"])
_MEASURED_AFTER = re.compile(
    r"\b(?:in|to|takes?|took|within|of|time|latency|under|by|at|requir\w+|only|just|mere|than|is|error|uses?|using"
    r"|need\w*|and)\s+(?:an?\s+)?[$(]?$"
)

_FILLER = (
    r"(?:an?|on|average|absolute|relative|margin|factor|of|up|to|only|another|impressive|remarkable|significant"
    r"|substantial|additional|further|total|mean)"
)
_BY = re.compile(
    rf"\b(?:by|margins? of)\s+(?:(?:an?\s+)?average\s+(?:\w+\s+){{1,3}}of\s+|{_FILLER}\s+)*[*_($]*$", re.IGNORECASE
)
_FACTOR = re.compile(r"\b(?:factors? of|speed-?ups? of)\s+\$?$", re.IGNORECASE)
_CHANGED = re.compile(r"\bfrom\s+(?:[\w\\$%.-]+\s+)?(?:to\s+)?[$(]?$|(?:→|->|\\(?:right)?(?:arrow|to)\b)\s*\$?$")
_CHANGES = re.compile(r"\s*\$?(?:→|->|\\(?:rightarrow|to)\b)")
_PLAIN = r"(?:[^.;:()]|\.(?=\d))"
_LISTED = re.compile(
    rf"\s*[(,]?\s*$|{_PLAIN}{{0,90}}(?:,|\band\b|\bor\b|/|\bto\b){_PLAIN}{{0,60}}$"
    rf"|{_PLAIN}{{0,40}}\)\s*(?:,|and|,\s*and)\s+{_PLAIN}{{1,50}}\(\s*$"
)
_PARENTHESIS = re.compile(r"\([^()]*\)")
_OTHER_VERB = re.compile(
    r"\b(?:achiev|attain|reach|obtain|scor|complet|with|has|have|maintain|retain|preserv|us(?:e|ing)\b)"
)
_OVER = re.compile(r"\s+(?:over|above)\s")
_ATTAINS = re.compile(r"(?:achiev|attain|deliver|yield|obtain|provid)\w*\s+$")
_UP_TO_OF_NOTHING = re.compile(r"up to\b[^%]*%\s+(?:with|on|in|across|over)\b")
_MORE_NUMBERS = (
    r"(?:\s*\([^()]{1,40}\))?(?:[\s,/&]*(?:\b(?:and|or|to)\s+)?[+]?[\d.]+\s?\\?%?(?![\w.])(?:\s*\([^()]{1,40}\))?)*"
)
_STOP = (
    r"(?:of|in|on|for|with|and|or|but|while|over|than|compared|across|at|by|from|to|the|an?|under|when|using|as|is|are"
    r"|was|within|without|that|which|among|between|versus|vs)\b"
)


class Finding(NamedTuple):
    """A number that the paper reports, and of what kind it is."""

    quantity: Quantity
    kind: str


def find(text: str, sentence: Sentence) -> tuple[Finding, ...]:
    """The findings among the numbers of `sentence`, in order; sizes, settings, years and parts of names are none."""
    found: list[Finding] = []
    for quantity in numbers.find(text, sentence.start, sentence.end):
        before = text[max(sentence.start, quantity.start - _BEFORE) : quantity.start]
        after = text[quantity.end : min(sentence.end, quantity.end + _AFTER)]
        if not _in_a_name(text, sentence, quantity) and _is_finding(text, quantity, before, after):
            found.append(Finding(quantity, _kind(text, quantity, before, after, found)))
    return tuple(found)


def _in_a_name(text: str, sentence: Sentence, quantity: Quantity) -> bool:
    """Whether a number is part of a name, as in "Llama 3.1" or "55-particle system"."""
    within = [
        mark
        for mark in sentence.marks
        if mark.start < quantity.end and quantity.start < mark.end and mark.entity.type != "Metric"
    ]
    if any(_NAMED.search(text, mark.start, quantity.start) for mark in within):
        return True
    return bool(within) and quantity.unit is None and not _DECIMAL.search(text, quantity.start, quantity.end)


def _is_finding(text: str, quantity: Quantity, before: str, after: str) -> bool:
    unit = quantity.unit
    if _SETTING.search(before[-12:] + text[quantity.start]):
        return False
    if _HYPHENED.search(text, quantity.start, quantity.end) and not _beside(before, after):
        return False
    if unit is None:
        return _is_bare_finding(text, quantity, before, after)
    if unit == "bit":
        return before.endswith("down to ")
    if unit in _NO_FINDING_BEFORE and _NO_FINDING_BEFORE[unit].match(after):
        return False
    qualified = not text[quantity.start].isdigit()
    return unit in _OF_FINDINGS or qualified or _MEASURED_AFTER.search(before) is not None


def _is_bare_finding(text: str, quantity: Quantity, before: str, after: str) -> bool:
    """Whether a number without a unit is a finding: a change with its sign, or a decimal beside a metric or a cue."""
    if quantity.signed:
        decimal = _DECIMAL.search(text, quantity.start, quantity.end)
        return quantity.signed == "+" and bool(decimal or _cues().after.match(after) or _METRIC_NEXT.match(after))
    if _COUNTED.match(after) or quantity.number is None:
        return False
    if _FACTOR.search(before):
        return True
    if not _DECIMAL.search(text, quantity.start, quantity.end):
        return _METRIC_NEXT.match(after) is not None
    if _VERSIONED.search(before) and not _METRIC.search(before[-25:]):
        return False
    if _changes(before, after) or _SCORING.search(before):
        return True
    return bool(_METRIC.search(before[-60:] + " " + after[:60]) or _cues().after.match(after) or _BY.search(before))


def _kind(text: str, quantity: Quantity, before: str, after: str, earlier: Sequence[Finding]) -> str:
    if _changes(before, after):
        return "value"
    beside = _beside(before, after)
    caused = _last_cue(before) if _BY.search(before) else None
    if quantity.unit == "x" or (quantity.unit is None and _FACTOR.search(before)):
        return "ratio"
    if quantity.unit == "orders of magnitude":
        return "reduction" if "reduction" in (beside, caused) else "ratio"
    if beside:
        return beside
    if quantity.signed:
        return "gain" if quantity.signed == "+" else "reduction"
    if _BY.search(before):
        return caused or "gain"
    if quantity.unit == "%" and _OVER.match(after):
        return "gain"
    if earlier and _goes_on(text, earlier[-1], quantity):
        return earlier[-1].kind
    unmeasured = _ATTAINS.search(before) and _UP_TO_OF_NOTHING.match(text, quantity.start, quantity.end + 9)
    return "gain" if quantity.unit == "points" or unmeasured else "value"


def _changes(before: str, after: str) -> bool:
    """Whether a number is one end of a change: "from 73ms to 6.7ms", "50% → 82%"."""
    return bool(_CHANGED.search(before[-60:]) or _CHANGES.match(after))


def _goes_on(text: str, last: Finding, quantity: Quantity) -> bool:
    """Whether a number continues the list that the last finding began ("by 23.5% and 11.3%")."""
    between = _PARENTHESIS.sub("", text[last.quantity.end : quantity.start])
    return (
        last.kind != "ratio"
        and (last.quantity.unit == quantity.unit or between == " (")
        and not _OTHER_VERB.search(between)
        and _LISTED.match(between) is not None
    )


class _Cues(NamedTuple):
    """Cue words as they stand around a number; the group that matches is the kind that they give it."""

    anywhere: re.Pattern[str]
    after: re.Pattern[str]
    beside: re.Pattern[str]
    before_of: re.Pattern[str]


@cache
def _cues() -> _Cues:
    nouns, described, every = _cue("noun"), _cue("noun", "adjective"), _cue("noun", "adjective", "verb")
    clause = r"(?:(?!\b(?:achiev|attain|obtain|result|lead))[^,;:()]){0,50}?"
    return _Cues(
        re.compile(every, re.IGNORECASE),
        re.compile(rf"{_MORE_NUMBERS}[\s*+)]*(?:(?!{_STOP})[A-Za-z][\w@/'’-]*\s+){{0,4}}?{described}", re.IGNORECASE),
        re.compile(rf"{every}\s*(?:{_FILLER}\s+)*[*_($\s]*$", re.IGNORECASE),
        re.compile(
            rf"{nouns}{clause}(?:\s(?:of|is|was|between|from|remain\w*|reach\w*|averag\w+)\s+(?:\w+\s+){{0,2}}|:\s*)[($]*$",
            re.IGNORECASE,
        ),
    )


def _cue(*parts: str) -> str:
    """A pattern for the words of `ontology/cues.tsv` that are one of these parts of speech, one group for each kind."""
    words: dict[str, list[str]] = {}
    for kind, part, pattern in rows("cues", 3):
        if part in parts:
            words.setdefault(kind, []).append(pattern)
    return r"\b(?:" + "|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in words.items()) + r")\b"


def _beside(before: str, after: str) -> str | None:
    """The kind that words right after the number, or right before it, give it."""
    cues = _cues()
    found = cues.after.match(after) or cues.beside.search(before[-60:]) or cues.before_of.search(before[-110:])
    return found.lastgroup if found else None


def _last_cue(before: str) -> str | None:
    found = list(_cues().anywhere.finditer(before))
    return found[-1].lastgroup if found else None
