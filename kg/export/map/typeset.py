"""Text as a reader sees it: LaTeX and Markdown markup typeset plainly, and where each place of the source is then."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

_SYMBOLS: dict[str, str] = dict(
    re.findall(
        r"(\w+) (\S)",
        "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ "
        "nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
        "Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω times × pm ± cdot · div ÷ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ "
        "ll ≪ gg ≫ approx ≈ sim ∼ equiv ≡ propto ∝ in ∈ notin ∉ subset ⊂ cup ∪ cap ∩ forall ∀ exists ∃ infty ∞ "
        "partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ uparrow ↑ "
        "downarrow ↓ mapsto ↦ star ⋆ ast ∗ circ ∘ oplus ⊕ otimes ⊗ ell ℓ top ⊤ perp ⊥ dagger † ldots … dots … "
        "cdots ⋯ succ ≻ prec ≺ Vert ‖ degree °",
    )
)
_SIGNS = {",": " ", ";": " ", ":": " ", "!": "", "|": "‖"}

_STYLE = r"\\(?:text[a-z]*|emph|math[a-z]+|operatorname|boldsymbol|underline|mbox|ensuremath|bm|url)(?![A-Za-z])\s*"
_SHORT = "{1,400}"
"""How far what closes markup is looked for, where much may stand between."""
_BRACED = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*"
_MARKUP = re.compile(
    rf"\\href\s*\{{[^{{}}]*\}}\s*\{{(?P<link>{_BRACED})\}}"
    rf"|{_STYLE}\{{(?P<styled>{_BRACED})\}}"
    rf"|\{{\\(?:bf|em|it|rm|sc|sf|tt)\s+(?P<declared>{_BRACED})\}}"
    r"|\$(?![\s$]|\d[^$]*\$\d)(?P<math>(?:\\.|[^$\\\n])+)(?<!\s)\$"
    rf"|\\\((?P<formula>.{_SHORT}?)\\\)"
    r"|(?P<stars>\*\*\*?)(?=[^\s*])(?P<strong>[^*\n]+)(?<!\s)(?P=stars)"
    r"|(?<![\w*])\*(?=[^\s*])(?P<slanted>[^*\n]+)(?<!\s)\*(?![\w*])"
    rf"|(?<!\w)_(?=[^\s_])(?P<emphasis>[^\n]{_SHORT}?)(?<![\s_])_(?!\w)"
    r"|<(?P<tag>b|code|em|i|strong|tt|u)>(?P<tagged>[^<>]*)</(?P=tag)>"
    r"|``(?P<quoted>[^`\n]+?)''"
    r"|(?<!`)`(?P<code>[^`\n]+)`(?!`)"
    r"|\\(?P<sign>[&%#_$])"
    rf"|\\(?P<symbol>{'|'.join(sorted(_SYMBOLS))})(?![A-Za-z])"
)
_MATH = re.compile(
    rf"{_STYLE}|\\(?:left|right|bigl?|bigr|limits|displaystyle)(?![A-Za-z])|[{{}}]"
    rf"|\\frac\s*\{{(?P<over>{_BRACED})\}}\s*\{{(?P<under>{_BRACED})\}}"
    rf"|(?P<before>\\sqrt|[\^_])\s*\{{(?P<inner>{_BRACED})\}}"
    r"|\\(?P<symbol>[A-Za-z]+)|\\(?P<sign>.)"
)
_BEFORE = {"\\sqrt": "√"}

_Piece = tuple[str, int]


class Utf16:
    """`place[i]` is where code point `i` of a text stands in UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self._wide = [n for n, char in enumerate(text) if char > "\uffff"] if max(text, default="") > "\uffff" else []

    def __getitem__(self, offset: int) -> int:
        return offset + bisect_left(self._wide, offset)


class Typeset:
    """`text` is a source without its markup; `typeset[i]` is where code point `i` of the source, or else what follows
    it, stands in that, in UTF-16 code units."""

    def __init__(self, source: str) -> None:
        pieces = [piece for piece in _pieces(source, 0, len(source)) if piece[0]]
        self.text = "".join(words for words, _ in pieces)
        self._starts = [start for _, start in pieces]
        self._shown = [0, *accumulate(len(words) for words, _ in pieces)]
        self._place = Utf16(self.text)

    def __getitem__(self, offset: int) -> int:
        piece = bisect_right(self._starts, offset) - 1
        if piece < 0:
            return 0
        return self._place[min(self._shown[piece] + offset - self._starts[piece], self._shown[piece + 1])]


def _pieces(source: str, start: int, end: int) -> Iterator[_Piece]:
    """The pieces that are read of `source` from `start` to `end`, each with where it comes from."""
    for mark in _MARKUP.finditer(source, start, end):
        yield source[start : mark.start()], start
        start = mark.end()
        kind = mark.lastgroup or ""
        if kind in ("sign", "code"):
            yield mark[kind], mark.start(kind)
        elif kind == "symbol":
            yield _SYMBOLS[mark[kind]], mark.start()
        elif kind in ("math", "formula"):
            yield from _formula(source, *mark.span(kind))
        elif kind == "quoted":
            yield from [("“", mark.start()), *_pieces(source, *mark.span(kind)), ("”", mark.end(kind))]
        else:
            yield from _pieces(source, *mark.span(kind))
    yield source[start:end], start


def _formula(source: str, start: int, end: int) -> Iterator[_Piece]:
    for mark in _MATH.finditer(source, start, end):
        yield source[start : mark.start()], start
        start = mark.end()
        if mark["over"] is not None:
            yield from _part(source, *mark.span("over"))
            yield "/", mark.end("over")
            yield from _part(source, *mark.span("under"))
        elif mark["before"] is not None:
            yield _BEFORE.get(mark["before"], mark["before"]), mark.start()
            yield from _part(source, *mark.span("inner"))
        elif mark["symbol"] is not None:
            yield _SYMBOLS.get(mark["symbol"], mark["symbol"]), mark.start()
        elif mark["sign"] is not None:
            yield _SIGNS.get(mark["sign"], mark["sign"]), mark.start()
    yield source[start:end], start


def _part(source: str, start: int, end: int) -> Iterator[_Piece]:
    """A part of a formula, in brackets where it is more than a word."""
    pieces = list(_formula(source, start, end))
    words = "".join(word for word, _ in pieces)
    if words.isalnum() or len(words) == 1:
        return iter(pieces)
    return iter([("(", start), *pieces, (")", end)])
