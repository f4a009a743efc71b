"""Text that is wrapped, or has HTML or JATS tags and entities in it, as plain text.

Only tags that are known are taken for tags: "a<b>c" in an abstract may be mathematics, but "CO<sub>2</sub>" is not.
"""

from __future__ import annotations

import html
import re

_BREAKS = "br|div|h[1-6]|li|list|list-item|ol|p|sec|title|tr|ul"
_INLINE = (
    "a|abbr|b|bold|code|em|emph|ext-link|fixed-case|font|i|inline-formula|italic|m[a-z]+|monospace|nc|q|roman|sc|scp"
    "|small|span|strike|strong|sub|sup|td|tex-math|tt|u|underline|var"
)
_PREFIX = r"(?:jats:|mml:)?"
_ATTRIBUTES = r"(?:\s[^<>]{0,999})?"
_POWER = re.compile(r"(?<=\d)<(?:jats:)?sup>(?=[-+−]?\d)", re.IGNORECASE)
_BREAK = re.compile(rf"</?{_PREFIX}(?:{_BREAKS}){_ATTRIBUTES}/?>", re.IGNORECASE)
_TAG = re.compile(rf"</?{_PREFIX}(?:{_INLINE}){_ATTRIBUTES}/?>|<!\[CDATA\[|\]\]>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_HEADING = re.compile(r"(?:abstract|summary)\.?\n+", re.IGNORECASE)


def from_html(text: str) -> str:
    """`text` without tags, its entities as the characters that they stand for; blocks begin on lines of their own."""
    if "<" in text:
        text, breaks = _BREAK.subn("\n", _TAG.sub("", _POWER.sub("^", text)))
        text = _HEADING.sub("", _lines(text), count=1) if breaks else text
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def _lines(text: str) -> str:
    return "\n".join(filter(None, map(str.strip, text.split("\n"))))


def unwrapped(text: str) -> str:
    """`text` with its lines joined and one space between words; a blank line stays, between paragraphs."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n[^\S\n]*\n", text))
    return "\n\n".join(filter(None, paragraphs))
