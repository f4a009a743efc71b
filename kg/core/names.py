"""The normal form of a name, and which of its tokens carry identity.

`normal` is what ids are made of: lower case, singular, without markup, words apart. `key` is what merges: two names
with one key are one thing before any similarity is asked. Numbers, sizes, versions, signs and variant words stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from kg.core import english
from kg.core.headnouns import without_head_noun

_CACHED = 1 << 19

_DROPPED = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff™®©")
_PUNCTUATION = str.maketrans(dict(zip("‐‑‒–—―−‘’ʼ∗⋆★☆", "-------'''****", strict=True)))
_EDGE = " .,;:\"'“”"

_MARKED = re.compile(r"[\\{}$*_`~^]")
_MATH = re.compile(r"\$([^$]*)\$")
_STYLE = re.compile(
    r"\\(?:text[a-z]*|emph|math[a-z]+|operatorname|boldsymbol|underline|mbox|ensuremath|xspace|bm|bf|em|it|rm|sc|sf|tt)\b\s*"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
_GREEK = {unicodedata.name(chr(code)).split()[-1].lower(): chr(code) for code in range(0x3B1, 0x3CA)}
_GREEK |= {"lambda": "λ", "varepsilon": "ε", "varphi": "φ"}
_SYMBOLS = _GREEK | {name.capitalize(): letter.upper() for name, letter in _GREEK.items()}
_SYMBOLS |= {"ell": "l", "times": "×", "infty": "∞", "star": "*", "ast": "*", "to": "→", "rightarrow": "→"}
_UNMARKED = (
    (re.compile(r"\\(?=\W)|[{}$`^]|\*\*|~~"), ""),
    (re.compile(r"~"), " "),
    (re.compile(r"(?<![^\W_])_+|_+(?![^\W_])"), ""),
    (re.compile(r"(?<!\w)\*(\S|\S[^*]*\S)\*(?!\w)"), r"\1"),
    (re.compile(r"(?<!\w)(?<!\w )\*"), ""),
)

_SIGNS = "+@#%&=<>*\u2190-\u2bff"
_LETTER = r"(?:[^\W_]|[^\w\s\x00-\u02ff\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f])"
_TOKEN = re.compile(rf"{_LETTER}+(?:(?<=\d)\.(?=\d){_LETTER}+)*|[{_SIGNS}]")
_NUMBER_OR_SIGN = re.compile(rf"\d+(?:\.\d+)*|[{_SIGNS}]")
_BEFORE_SIGN = re.compile(rf" (?=[{_SIGNS}])|(?<=@) ")
_SPACE = re.compile(r"(?<!\d) | (?!\d)")
_PUNCTUATED = (
    ("'", re.compile(r"(?<=\w)'s\b"), ""),
    (",", re.compile(r"(?<=\d),(?=\d{3}\b)"), ""),
    (".", re.compile(r"(?<![\w.])\.(?=\d)"), "0."),
    (".0", re.compile(r"(?<=\d)(?:\.0)+(?!\.?\w)"), ""),
    ("&", re.compile(r"\b([A-Z])&([A-Z])\b"), r"\1\2"),
    ("&", re.compile(r"(?<= )&(?= )"), "and"),
)
_LATIN_ACCENT = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_GREEK_LETTER = "\u0370-\u03ff\u1f00-\u1fff"
_LONE_GREEK = re.compile(rf"(?<![{_GREEK_LETTER}])([\u0391-\u03a9\u03b1-\u03c9])(?![{_GREEK_LETTER}])")
_BRACKETS = re.compile(r"\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]")
_RELATING = frozenset(["as", "by", "for", "from", "in", "of", "on", "over", "to", "under", "using", "via", "with"])
_SPOKEN = {"2": ("to", "two"), "4": ("for", "four")}
_YEAR = re.compile(r"^(?:19|20)(?=\d\d$)")
_SAID_TO = re.compile(r"\b[a-z]2[a-z]\b|(?<=[a-z]{3})2(?=[a-z]{3})")
_REPEATED = re.compile(r"([a-z])([2-5])")


@lru_cache(maxsize=_CACHED)
def plain(name: str) -> str:
    """`name` in NFKC without LaTeX and Markdown markup, dashes as hyphens, one space between words."""
    text = name
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_DROPPED)).translate(_PUNCTUATION)
    if _MARKED.search(text):
        text = _without_markup(text)
    return " ".join(text.split()).strip(_EDGE)


@lru_cache(maxsize=_CACHED)
def normal(name: str) -> str:
    """The normal form: words in lower case, singular, American spelling, one space between; never empty.

    Left out are the article, a bracketed abbreviation of what stands before it, a head noun after a proper name, and
    the last ".0" of a version.
    """
    text = _without_abbreviation(plain(name))
    if text.isupper() and sum(len(word) > 4 for word in text.split()) > 1:
        text = text.lower()
    words = _singular_heads(without_head_noun(_without_article(_tokens(text))))
    joined = " ".join(words)
    if not joined.replace(" ", "").isalnum():
        joined = _BEFORE_SIGN.sub("", joined)
    return joined or _bare(name)


@lru_cache(maxsize=_CACHED)
def key(name: str) -> str:
    """The normal form without spaces, but for those between two numbers ("Llama-3-1B" is not "Llama-31B")."""
    words = normal(name)
    joined = words.replace(" ", "")
    return joined if joined.isalpha() else _SPACE.sub("", words)


def identity(name: str) -> tuple[str, ...]:
    """The numbers and signs of a name: versions, sizes, years. They may never differ within one entity.

    Not the "2" that is said "to" ("sim2real", "T2I").
    """
    return tuple(_NUMBER_OR_SIGN.findall(_SAID_TO.sub("", normal(name))))


def has_capital_or_digit(written: str) -> bool:
    """Whether anything in what is written speaks for a proper name."""
    return any(letter.isupper() or letter.isdigit() for letter in written)


@lru_cache(maxsize=_CACHED)
def is_short_form(name: str) -> bool:
    """Whether `name` looks like an abbreviation: one word of two to ten letters, half of them or more capitals."""
    word = plain(name)
    if " " in word or not 2 <= len(word) <= 11:
        return False
    letters = "".join(filter(str.isalpha, word.removesuffix("s")))
    capitals = sum(map(str.isupper, letters))
    return capitals >= 2 and 2 * capitals >= len(letters)


@lru_cache(maxsize=_CACHED)
def abbreviates(short: str, full: str) -> bool:
    """Whether `short` can be an abbreviation of `full`: spelt by its words' first letters, with letters after them.

    "CoT" of "chain-of-thought", "ReLU" of "rectified linear unit", "seq2seq" of "sequence to sequence", "A3C" of
    "asynchronous advantage actor-critic".
    """
    form = plain(short)
    letters = "".join(filter(str.isalnum, key(form)))
    words = [word.casefold() for word in _tokens(plain(full)) if word.isalnum()]
    size = sum(map(len, words))
    if " " in form or not 2 <= len(letters) <= 12 or size < len(letters) + 2:
        return False
    if "".join(words).startswith(letters) and letters != "".join(word[0] for word in words):
        return False
    if len(words) == 1 and not 9 <= 3 * len(letters) <= size:
        return False
    return any(
        _spells(words, form) for form in (letters, _REPEATED.sub(lambda found: found[1] * int(found[2]), letters))
    )


def definition(name: str) -> tuple[str, str] | None:
    """The short and the full form in a name that holds both: "Chain of Thought (CoT)", "CoT (chain of thought)"."""
    text = plain(name)
    brackets = _BRACKETS.search(text)
    if brackets is None or not text[: brackets.start()] or text[brackets.end() :]:
        return None
    before, inside = text[: brackets.start()], brackets[1]
    if abbreviates(before, inside):
        return before, inside
    start = _expansion(inside, before)
    return None if start is None else (inside, before[start:])


def _without_markup(text: str) -> str:
    text = _MATH.sub(lambda math: re.sub(r"(?<!\\)[_^]", "", math[1]), text)
    text = _COMMAND.sub(lambda command: _SYMBOLS.get(command[1], command[1] + " "), _STYLE.sub("", text))
    for pattern, replacement in _UNMARKED:
        text = pattern.sub(replacement, text)
    return text


def _without_abbreviation(text: str) -> str:
    if "(" not in text and "[" not in text:
        return text
    for brackets in _BRACKETS.finditer(text):
        before, inside, after = text[: brackets.start()], brackets[1], text[brackets.end() :]
        if before and _expansion(inside, before) is not None:
            return _without_abbreviation(before + after)
        if before and not after and abbreviates(before, inside):
            return inside
    return text


def _expansion(short: str, before: str) -> int | None:
    """Where in `before` the words begin that `short` abbreviates, up to its end."""
    starts = [0, *(found.end() for found in re.finditer(r"[\s-]+", before))]
    return next((start for start in starts if abbreviates(short, before[start:])), None)


def _tokens(text: str) -> list[str]:
    """The words, numbers and signs of a plain name, in its own case, spelt in plain letters."""
    if not text.isascii():
        text = _LATIN_ACCENT.sub("", unicodedata.normalize("NFD", text))
        text = unicodedata.normalize("NFC", text).replace("×", "x")
        text = _LONE_GREEK.sub(lambda letter: f" {_name_of_greek(letter[1])} ", text)
    for sign, pattern, replacement in _PUNCTUATED:
        if sign in text:
            text = pattern.sub(replacement, text)
    return _TOKEN.findall(text)


def _name_of_greek(letter: str) -> str:
    return unicodedata.name(letter).split()[-1].lower().replace("lamda", "lambda")


def _without_article(tokens: list[str]) -> list[str]:
    while len(tokens) > 1 and tokens[0].casefold() == "the" and tokens[1].isalnum():
        tokens = tokens[1:]
    return tokens


def _singular_heads(tokens: list[str]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        after = tokens[place + 1].casefold() if place + 1 < len(tokens) else None
        word = _singular(token) if after is None or after in _RELATING else token.casefold()
        yield english.american(word)


def _singular(word: str) -> str:
    lower = word.casefold()
    if len(word) > 2 and word[-1] == "s" and word[-2].isupper():
        return _singular(word[:-1])
    single = english.singular(lower)
    # a last capital S is no plural: AdamS is not Adam, DARTS is not DART
    return f"{lower[:-1]} s" if word[-1] == "S" and single != lower else single


def _spells(words: list[str], letters: str) -> bool:
    reached = {0}
    for place, word in enumerate(words):
        spelt = {end for start in reached if start < len(letters) for end in _spelt(word, letters, start)}
        reached = spelt if place == 0 else reached | spelt
    return len(letters) in reached


def _spelt(word: str, letters: str, start: int) -> Iterator[int]:
    """How far `word` can spell `letters` from `start` on."""
    if word in _SPOKEN.get(letters[start], ()):
        yield start + 1
    if not word.isalpha():
        yield from (start + len(form) for form in (word, _YEAR.sub("", word)) if letters.startswith(form, start))
        return
    if letters[start] != word[0] and not (letters[start] == "x" and word.startswith("ex")):
        return
    at = 0
    for end in range(start, len(letters)):
        at = word.find(letters[end], at) + 1
        if at == 0:
            return
        yield end + 1


def _bare(name: str) -> str:
    return unicodedata.normalize("NFKC", name.translate(_DROPPED)).casefold().strip() or name
