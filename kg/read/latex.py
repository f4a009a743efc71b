r"""Text with LaTeX in it as plain text: accents, letters, font commands, links, quotes and dashes are resolved.

Mathematics stays as it is written, and so does a command that is not known ("\method"), with what belongs to it.
"""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "AA": "Å", "AE": "Æ", "DH": "Ð", "DJ": "Đ", "L": "Ł", "NG": "Ŋ", "O": "Ø", "OE": "Œ", "P": "¶", "S": "§", "TH": "Þ",
    "aa": "å", "ae": "æ", "copyright": "©", "dag": "†", "dh": "ð", "dj": "đ", "dots": "…", "euro": "€", "i": "ı",
    "j": "ȷ", "l": "ł", "ldots": "…", "ng": "ŋ", "o": "ø", "oe": "œ", "pounds": "£", "ss": "ß", "th": "þ",
    "textasciicircum": "^", "textasciitilde": "~", "textbackslash": "\\", "textbar": "|", "textbraceleft": "{",
    "textbraceright": "}", "textbullet": "•", "textcopyright": "©", "textdegree": "°", "textdollar": "$",
    "textellipsis": "…", "textemdash": "—", "textendash": "–", "texteuro": "€", "textexclamdown": "¡",
    "textgreater": ">", "textless": "<", "textmu": "µ", "textpm": "±", "textquestiondown": "¿", "textquotedbl": '"',
    "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘", "textquoteright": "’",
    "textquotesingle": "'", "textregistered": "®", "texttimes": "×", "texttrademark": "™", "textunderscore": "_",
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "slash": "/",
    "newline": " ", "par": "\n\n", "quad": " ", "qquad": " ",
}  # fmt: skip
_FONTS = (
    "text(?:bf|it|rm|sc|sf|sl|tt|up|md|normal|lf|superscript|subscript)|text|textcolor\\{[a-z]*\\}|emph|underline|uline|mbox|hbox"
    "|bf(?:series)?|it(?:shape)?|em|rm(?:family)?|sc(?:shape)?|sf(?:family)?|sl(?:shape)?|tt(?:family)?|up(?:shape)?"
    "|normalfont|tiny|small|large|Large|protect|relax|xspace|noopsort|bibinfo|MakeUppercase|NoCaseChange|enquote"
    "|mkbib(?:bold|brackets|emph|italic|parens|quote|subscript|superscript)"
)
_TOKEN = re.compile(
    r"(?P<math>\$\$[^$]+\$\$|\$(?:\\.|[^$\\])+\$|\\\((?s:.){1,2000}?\\\)|\\\[(?s:.){1,2000}?\\\]|\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\})"
    r"|\\(?:url|path|nolinkurl)\s*\{(?P<url>[^{}]*)\}"
    r"|\\href\s*\{(?P<href>[^{}]*)\}\s*\{(?P<linked>[^{}]*)\}"
    r"|\\(?:footnote|thanks)\s*\{(?P<note>[^{}]*)\}"
    r"|(?P<cited>[~\s]?\\(?:cite|ref|label)[a-z]*\*?(?:\[[^\]]{0,200}\]){0,2}\{[^{}]*\})"
    r"""|\\(?P<accent>[`'^~"=.]|[uvHcdbkr](?![A-Za-z]))\s*\{*\s*(?:\\(?P<dotless>[ij])(?![A-Za-z])|(?P<letter>[^\W\d_]))"""
    rf"|\\(?P<named>{'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s+)?"
    rf"|(?P<font>\\(?:{_FONTS})(?![A-Za-z])\*?\s*)"
    r"|(?P<unknown>\\[A-Za-z]+\*?(?:\{[^{}]*\})*)"
    r"|\\(?P<escaped>[%&_#${}])"
    r"|(?P<space>\\[\\ ,;:]|(?<=[^\s~])~(?=[^\s~]))"
    r"|(?P<quote>``|'')"
    r"|(?P<dash>---?)"
    r"|(?P<nothing>[{}]|\\[-/!@])"
)
_WORDS = {"``": "“", "''": "”", "--": "–", "---": "—"}
_QUOTES = re.compile(r"\{([`']{1,2})\}")
_MARKED = re.compile(r"[\\{}~]|``|''|--")


def from_latex(text: str) -> str:
    """`text` as plain text."""
    return _TOKEN.sub(_resolved, _QUOTES.sub(r"\1", text)) if _MARKED.search(text) else text


def _resolved(token: re.Match[str]) -> str:
    kind, found = token.lastgroup, token[0]
    if kind in ("letter", "dotless"):
        return unicodedata.normalize("NFC", token[kind] + _ACCENTS[token["accent"]])
    if kind == "note":
        return f" ({from_latex(token['note'])})"
    if kind == "linked":
        words = from_latex(token["linked"])
        return words if token["href"] in words else f"{words} ({token['href']})"
    if kind == "named":
        return _LETTERS[token["named"]]
    if kind == "url" or kind == "escaped":
        return token[kind].replace("\\", "")
    return {"space": " ", "quote": _WORDS.get(found, ""), "dash": _WORDS.get(found, "")}.get(
        kind or "", found if kind in ("math", "unknown") else ""
    )
