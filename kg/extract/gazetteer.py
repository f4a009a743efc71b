"""Names that the field knows, wherever they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from kg.core import english
from kg.core.known import known_names
from kg.extract.proposals import Proposal
from kg.extract.words import Word, words_of

_SCORES = {"word": 0.2, "words": 0.5, "proper": 0.7}
"""The share of known names that annotated abstracts name too: common words, terms of several words, proper names."""


def propose(text: str, words: tuple[Word, ...]) -> Iterator[Proposal]:
    """The known names in `text`, the longest at each word."""
    reach, index = _index()
    free = 0
    for first, word in enumerate(words):
        if first < free or word.lower not in reach:
            continue
        run = _joined(words, first, reach[word.lower])
        for last in range(first + len(run) - 1, first - 1, -1):
            type_, form = index.get(_key(run[: last - first + 1]), ("", ""))
            surface = text[word.start : words[last].end]
            if type_ and _is_written_so(surface, form):
                yield Proposal(word.start, words[last].end, type_, "known", _SCORES[_kind(surface)])
                free = last + 1
                break


def _joined(words: tuple[Word, ...], first: int, count: int) -> list[str]:
    """Up to `count` words from the first that only white space parts, in lower case."""
    run = [words[first].lower]
    for word in words[first + 1 : first + count]:
        if not word.joined:
            break
        run.append(word.lower)
    return run


def _key(words: Sequence[str]) -> str:
    return " ".join((*words[:-1], english.singular(words[-1]))).replace("-", " ")


def _kind(surface: str) -> str:
    if " " in surface:
        return "words"
    return "proper" if any(map(str.isupper, surface[1:])) else "word"


def _is_written_so(surface: str, form: str) -> bool:
    """Whether a name of one word has the capitals that it must have: "Adam" and "BIRD" are no words of the language."""
    return " " in surface or form.islower() or _letters(form) == _letters(surface)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).removesuffix("s")


@cache
def _index() -> tuple[Mapping[str, int], Mapping[str, tuple[str, str]]]:
    """The most words that a known name has, by the word that it begins with; its type and form, by `_key`."""
    reach: dict[str, int] = defaultdict(int)
    index: dict[str, tuple[str, str]] = {}
    for known in known_names():
        for form in known.forms:
            for variant in (form, form.replace("-", " ")):
                if words := [word.lower for word in words_of(variant)]:
                    index.setdefault(_key(words), (known.type, form))
                    for first in (words[0], words[0] + "s"):
                        reach[first] = max(reach[first], len(words))
    return dict(reach), index
