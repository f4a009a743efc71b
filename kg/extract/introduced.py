"""The ways in which a paper says that something is its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.extract import proposing
from kg.extract.scene import Around, Scene

_SCORES = {
    "title": (0.97, 0.95),
    "proposed": (0.98, 0.81),
    "proposed kind": (0.85, 0.6),
    "proposed later": (0.92, 0.41),
    "our": (0.96, 0.5),
    "apposition": (0.94, 0.43),
    "called": (0.89, 0.7),
    "new": (0.84, 0.66),
    "new kind": (0.68, 0.59),
    "title via": (0.61, 0.0),
    "title for": (0.82, 0.0),
    "is proposed": (0.8, 0.0),
    "a name": (0.7, 0.0),
    "enumerated": (0.75, 0.0),
    "explained": (0.55, 0.0),
    "one of two": (0.5, 0.0),
}
"""The share of entities so named that annotated papers introduce: of proper names, of common ones."""

_AT_FIRST = frozenset(["proposed kind", "new kind", "enumerated", "explained", "one of two"])
"""Cues that count only where a thing is mentioned first."""

_NEW = frozenset(["new", "novel"])
_PROPOSED = (("proposed", "our"), ("proposed", "the"))
_CALLED = re.compile(
    r"\b(?:called|named|termed|dubbed|coined|(?:we|which we|that we) (?:call|term|name|dub)(?: it| this)?"
    r"|refer(?:red)? to(?: this| it)? as)\s+(?:the\s+)?[\"'“‘]*$"
)
_OUR = re.compile(r"\bour (?:[\w-]+ )?(?:[\w-]+, )?[\"'“‘]*$", re.IGNORECASE)
_APPOSITION = re.compile(r"[\"'”’]*\)?(?:\s*\([^()]{1,160}\))?,? (?:an?|the first|our) ")
_ARTICLE = r"(?:(?:an?|the|our)\s+)?(?:(?:novel|new|simple|lightweight|efficient|[\w-]+(?:ive|ed|level))\s+)*[\"'“‘]*$"
_ENUMERATED = re.compile(r"(?:\((?:i{1,3}|iv|v|[1-5]|[a-d])\)|\b[1-4]\))\s*" + _ARTICLE)
_ONE_OF_TWO = re.compile(r"\b(?:two|three|four) (?:[\w-]+ ){0,4}?[\w-]+(?:\s*[:—–]|,(?: namely)?)\s+" + _ARTICLE)
_EXPLAINED = re.compile(r"\)?(?:\s*\([^()]{1,60}\))?, which ")
_IS_PROPOSED = re.compile(
    r"\)?(?:\s*\([^()]{1,60}\))?(?: (?:algorithm|approach|framework|method|module|strategy))?"
    r" (?:is|are) (?:also |first |further |then )?(?:proposed|introduced|presented|developed|designed|devised)\b"
)
_BASED = re.compile(r"[ -]based\b(?! (?:up)?on\b)")
_REACH = 300
_NOT_OWN = frozenset(["as", "from", "including", "like", "on", "than", "to", "using", "with"])


class Cue(NamedTuple):
    """A way of introducing: the share that it is right, the number of the mention that has it, and its name."""

    share: float
    mention: int
    name: str


def best_cue(scene: Scene, seen: Sequence[Around], is_known: bool) -> Cue | None:
    """The surest cue that what is mentioned at these places, in order, is introduced here.

    What the field knows (`is_known`) is introduced only where the title begins with it.
    """
    first = next((index for index, around in enumerate(seen) if around.start >= scene.title_end), 0)
    found = [
        Cue(_SCORES[cue][_is_common(scene, around)], index, cue)
        for index, around in enumerate(seen)
        for cue in _cues(scene, around)
        if (cue == "title" or not is_known)
        and (index <= first or not (cue in _AT_FIRST or _is_one_more(scene, around)))
    ]
    return max(found, key=lambda cue: (cue.share, -cue.mention, cue.name), default=None)


def _is_one_more(scene: Scene, around: Around) -> bool:
    """Whether "a novel zonal pooling" is one of a kind that has been spoken of, if it was named before."""
    articles = [word for word in around.before if word in proposing.words()["article"]]
    return articles[:1] in (["a"], ["an"]) and _is_common(scene, around)


def _is_common(scene: Scene, around: Around) -> bool:
    return not any(map(str.isupper, scene.text[around.start + 1 : around.end]))


def _cues(scene: Scene, around: Around) -> Iterator[str]:
    if _BASED.match(around.right):
        return
    last = around.before[0] if around.before else ""
    ends = not around.next[:1].isalnum() or around.next in proposing.words()["after object"]
    if around.start == 0 and around.end < scene.title_end and around.right.startswith(":"):
        yield "title"
    yield from _as_object(scene, around, ends)
    if last in _NEW or around.before[:2] in _PROPOSED:
        yield "new" if ends else "new kind"
    if around.start < scene.title_end:
        yield from _in_title(around, last)
    elif _IS_PROPOSED.match(around.right):
        yield "is proposed"
    if _CALLED.search(around.left):
        yield "called"
    if _OUR.search(around.left):
        yield "our"
    if last not in _NOT_OWN and _APPOSITION.match(around.right):
        yield "apposition"
    yield from _as_part(scene, around)
    if last in ("a", "an") and around.start >= scene.title_end and _is_titled(scene.text[around.start : around.end]):
        yield "a name"


def _in_title(around: Around, last: str) -> Iterator[str]:
    """The cues of a title: "Zonal Routing for Traffic", "Better Traffic via Zonal Routing"."""
    if last in ("via", "by"):
        yield "title via"
    if around.start == 0 and around.right.startswith(" for "):
        yield "title for"


def _as_part(scene: Scene, around: Around) -> Iterator[str]:
    """The cues of the parts of what a paper proposes: "(i) a Twin Router that …", "with Bound Heads, which …"."""
    if around.start < scene.title_end:
        return
    if _ENUMERATED.search(around.left):
        yield "enumerated"
    if _ONE_OF_TWO.search(around.left):
        yield "one of two"
    if around.before[:1] in (("and",), ("with",)) and _EXPLAINED.match(around.right) and _is_own(scene, around):
        yield "explained"


def _is_own(scene: Scene, around: Around) -> bool:
    """Whether its sentence speaks of the paper itself before it."""
    begin = max(around.sentence[0], around.start - _REACH)
    return proposing.OWN.search(scene.text, begin, around.start) is not None


def _as_object(scene: Scene, around: Around, ends: bool) -> Iterator[str]:
    """The cue of the object of a verb of proposing, with nothing between them that ends its object."""
    parts = proposing.words()
    for count, word in enumerate(around.before):
        if word in parts["ends object"]:
            return
        if word in parts["verb"]:
            if _is_own(scene, around):
                between = set(around.before[:count])
                if between <= parts["article"] | parts["adjective"]:
                    yield "proposed" if ends else "proposed kind"
                elif ends:
                    yield "proposed later"
            return


def _is_titled(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and not any(word[0].islower() for word in words)
