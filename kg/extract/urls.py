"""The links that a paper gives to its own code, data or project page, repaired where the text broke them."""

from __future__ import annotations

import re

_SUFFIX = r"(?:com|org|net|io|ai|edu|gov|dev|cn|de|uk|fr|ch|jp|me|page|science|site)"
_LINK = re.compile(
    r"(?<![A-Za-z0-9])(?:(?P<scheme>https?)\s?:\s?/\s?/\s?|(?=github\.\s?com/))"
    rf"(?P<host>[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+|\.\s{_SUFFIX}(?=[/\s]|$))+(?::\d{{1,5}})?)"
    r"(?P<path>(?:/(?:[A-Za-z0-9._~:/?#!$&()*+,;=%-]|\\[_%#&~]|@)*)?)",
    re.IGNORECASE,
)
_SPLIT_REPOSITORY = re.compile(r"\s([A-Za-z0-9]+[A-Z0-9_-][\w-]*)")
_TRAILING = ".,;:!?*_$&-~("
_HOSTS = re.compile(
    r"(?:.*\.)?(?:(?:github|gitlab|bitbucket|huggingface|modelscope|zenodo|kaggle|figshare)\.\w+|(?:github|gitlab)\.io|osf\.io"
    r"|4open\.science|sites\.google\.com)",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"code|\bdata|dataset|benchmark|corpus|project|page|website|webpage|videos?\b|demo|supplement|available|release|models?\b"
    r"|implementation|software|toolkit|library|open-source|resource|found at|visit|weights",
    re.IGNORECASE,
)
_CONTEXT = 160


def find(text: str) -> tuple[str, ...]:
    """The paper's own http(s) links in the order of the text, each once.

    A link stands for the paper's own where its host serves code or data, or where the words before it speak of code,
    data or a page. None holds a quote, an angle bracket, a space or a control character.
    """
    found: dict[str, None] = {}
    for match in _LINK.finditer(text):
        before = text[max(0, match.start() - _CONTEXT) : match.start()]
        host = re.sub(r"\s", "", match["host"]).rstrip("-")
        if _HOSTS.fullmatch(host) or _OWN.search(before):
            found.setdefault(f"{(match['scheme'] or 'https').lower()}://{host}{_path(text, match, host)}")
    return tuple(found)


def _path(text: str, match: re.Match[str], host: str) -> str:
    path = re.sub(r"\\([_%#&~])", r"\1", match["path"])
    split = _SPLIT_REPOSITORY.match(text, match.end())
    if host.lower() == "github.com" and re.fullmatch(r"/[\w-]+/", path) and split:
        path += split[1]
    while path and (path[-1] in _TRAILING or (path[-1] == ")" and path.count(")") > path.count("("))):
        path = path[:-1]
    return path
