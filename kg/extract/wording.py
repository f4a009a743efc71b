"""What a name of several words says, however its words are ended and joined ("detecting faces", "face detection")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_SMALL = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"]
)
_OF = frozenset(["by", "for", "from", "in", "of", "on"])
_ENDING = re.compile(
    r"(?:iz)?(?:ations?|ating|ated?|ates)$|(?:itions?|ions?|ities|ity|ives?|ements?|ments?|ness|ances?|ences?|ies)$"
    r"|(?:ical|ally|al|ly|ics?|iz(?:ed|ing|e)|ings?|ed|es|e|s|y)$"
)
_AGENT = re.compile(r"(?<=[a-z]{4})(?:[eo]rs?|ics)$")
_LEAST = 4
_BRACKETED = re.compile(r"\([^)]*\)")
_WORD = re.compile(r"[\w+*#]+")


def wording(form: str, spelt_out: Mapping[str, str]) -> tuple[str, ...]:
    """The words of `form` without their endings, in the order of a compound; none where it is a single word.

    `spelt_out` gives what the paper's abbreviations stand for. Who does a thing keeps the ending ("detector"), as do a
    field ("robotics"), and what is done where it stands last and others may stand for a thing ("language modeling",
    "language models").
    """
    words = _WORD.findall(_BRACKETED.sub("", form))
    if len(words) < 2:
        return ()
    words = [part for word in words for part in _WORD.findall(spelt_out.get(word.removesuffix("s"), word).lower())]
    last = next((word for word in reversed(words) if word not in _SMALL), "")
    return tuple(_stem(word, word is last) for word in _compounded(words))


def _compounded(words: Sequence[str]) -> Iterator[str]:
    """The words without small ones, what is done after what it is done to: "image generation" of "generating images".

    "text-to-image" is not "image-to-text", nor "system dynamics" "dynamical systems".
    """
    places = [place for place, word in enumerate(words) if word in _OF]
    starts = [0, *(place + 1 for place in places)]
    parts = [words[start:end] for start, end in zip(starts, [*places, len(words)], strict=True)]
    first = parts[0]
    if len(first) > 1 and (first[0].endswith("ing") or first[-1].endswith("ly")):
        parts[0] = [*first[1:], first[0]]
    yield from (word for part in reversed(parts) for word in part if word not in _SMALL)


def _stem(word: str, is_last: bool) -> str:
    if _AGENT.search(word):
        return word.removesuffix("s")
    if is_last and word.endswith("ing"):
        return word
    for _ in range(2):
        shorter = _ENDING.sub("", word)
        if len(shorter) < _LEAST:
            break
        word = shorter
    return word
