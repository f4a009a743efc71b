"""The normal form of a name, and which of its tokens carry identity.

`normal` is what ids are made of: lower case, singular, without markup, words apart. `key` is what merges: two names
with one key are one thing before any similarity is asked.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_MARKUP = re.compile(r"\\(?:text(?:bf|it|tt|sc|rm|sf)|emph|math(?:rm|bf|it|cal|sf))\b\s*|[{}$*_`~\\]")
_TOKEN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+|[+@#%/&=<>^]")
_BRACKETED = re.compile(r"\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$")
_SPELLING = (
    (re.compile(r"(?<=[nlrtdm])is(ation|ations|ed|ing|er|ers|e|es)$"), r"iz\1"),
    (re.compile(r"(mod|lab|trav)ell(ing|ed)$"), r"\1el\2"),
)
_NOT_BRITISH = re.compile(
    r"(?:^|un|semi|self|pre)(?:rais|ris|pois|prais|brais|nois|premis|promis|advertis|surpris|compris)|denois"
)
_SINGULAR_S = re.compile(r"(?:ss|us|is|as|os|ics|ies|sis)$")


def plain(name: str) -> str:
    """`name` in NFKC without LaTeX and Markdown markup, dashes as hyphens, one space between words."""
    text = _MARKUP.sub(" " if " " in name else "", unicodedata.normalize("NFKC", name))
    return re.sub(r"\s+", " ", re.sub(r"[‐-―−]", "-", text)).strip(" .,;:\"'“”‘’")


@lru_cache(maxsize=1 << 16)
def normal(name: str) -> str:
    """The normal form: tokens in lower case, singular, American spelling, one space between; never empty."""
    short = _without_bracketed_abbreviation(plain(name))
    tokens = _TOKEN.findall(short)
    words = [*tokens[:-1], *map(_singular, tokens[-1:])]
    return (
        " ".join(_spelling(word).casefold() for word in words)
        or unicodedata.normalize("NFKC", name).casefold().strip()
        or name
    )


def key(name: str) -> str:
    """The normal form without spaces, but for those between two numbers ("Llama-3-1B" is not "Llama-31B")."""
    return re.sub(r"(?<!\d) | (?!\d)", "", normal(name))


def initials(name: str) -> str:
    """The capitals that an abbreviation of `name` could be made of: the first letter of each word, in lower case."""
    return "".join(token[0] for token in _TOKEN.findall(plain(name))).casefold()


def is_short_form(name: str) -> bool:
    """Whether `name` looks like an abbreviation: one word of two to ten letters, most of them capitals."""
    word = plain(name)
    letters = [c for c in word if c.isalpha()]
    capitals = sum(c.isupper() for c in letters)
    return 2 <= len(word) <= 10 and " " not in word and capitals >= 2 and 2 * capitals >= len(letters)


def identity(name: str) -> tuple[str, ...]:
    """The tokens that carry identity and may never differ within one entity: versions, sizes, numbers, signs."""
    return tuple(token.casefold() for token in _TOKEN.findall(plain(name)) if not token[0].isalpha())


def _without_bracketed_abbreviation(name: str) -> str:
    match = _BRACKETED.search(name)
    if match and match.start() > 0 and is_short_form(match[1].rstrip("s")):
        return name[: match.start()]
    return name


def _singular(word: str) -> str:
    if len(word) > 2 and word[-1] == "s" and word[:-1].isupper():
        return word[:-1]
    lower = word.casefold()
    if len(lower) > 4 and lower.endswith("ies"):
        return word[:-3] + "y"
    if len(lower) > 4 and lower.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(lower) > 3 and lower.endswith("s") and not _SINGULAR_S.search(lower) and not word.isupper():
        return word[:-1]
    return word


def _spelling(word: str) -> str:
    if _NOT_BRITISH.search(word.casefold()):
        return word
    for pattern, replacement in _SPELLING:
        word = pattern.sub(replacement, word)
    return word
