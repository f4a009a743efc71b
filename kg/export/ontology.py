"""The page of documentation of the ontology: a drawing of it, then each class and property, in one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from kg.core.types import Graph
from kg.export import text
from kg.export.diagram import Box, svg
from kg.export.rdf_terms import PROPERTIES, term
from kg.export.vocabulary import Term, Vocabulary, vocabulary

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2b36; --soft: #5b6b78; --line: #c6d0d8; --paper: #fff; --fill: #f1f5f8;
  --link: #0b5cad }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4ebf0; --soft: #9fb0bd; --line: #3d4c57; --paper: #12181d; --fill: #1d262d; --link: #7cb7f0 } }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--link) }
h3 { margin: 0; font-size: 1.05rem } h3 small { color: var(--soft); font-weight: normal }
section { border-top: 1px solid var(--line); padding: .8rem 0 } section p { margin: .2rem 0 .4rem }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem 1rem; margin: 0; font-size: .92rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif }
svg rect { fill: var(--fill); stroke: var(--soft) } svg text { fill: var(--ink); text-anchor: middle }
svg .name { font-weight: 600; font-size: 15px } svg .arrow { fill: none; stroke: var(--soft) }
svg marker path { fill: var(--soft) }
svg .edge { fill: var(--soft); stroke: var(--paper); stroke-width: 5px; paint-order: stroke }
"""
_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>{style}</style></head><body>
<h1>{title}</h1>
<p>{description} Version {version}; prefix <code>kg:</code> is <code>{base}</code>.</p>
<p>Beside each direct triple stands a <a href="#Claim">claim</a> that proves it, and the claim's evidence is a
<a href="#Mention">mention</a>: words of a paper and where they stand.</p>
"""


def ontology(_: Graph, path: Path) -> None:
    """Write the page; it is the same whatever the graph. Raises DataError where the ontology is damaged."""
    text.write(path, _page(vocabulary()))


def _page(words: Vocabulary) -> Iterator[str]:
    head = {"title": words.title, "description": words.description, "version": words.version}
    yield _HEAD.format(
        style=_STYLE, base=escape(words.bases["kg"]), **{name: escape(said) for name, said in head.items()}
    )
    yield _drawing(words.terms)
    for title, kinds in (("Classes", ("class",)), ("Properties", ("property", "literal property"))):
        yield f"\n<h2>{title}</h2>\n"
        for item in words.terms:
            if item.kind in kinds:
                yield from _section(item, words)
    yield "\n<h2>Properties of other vocabularies in the export</h2>\n<dl>\n"
    for name in PROPERTIES:
        if not name.startswith("kg:"):
            values = PROPERTIES[name].values
            yield f"<dt>{_link(name, term(name))}</dt><dd>{'a node' if values == '@id' else escape(values)}</dd>\n"
    yield "</dl>\n</body></html>\n"


def _section(item: Term, words: Vocabulary) -> Iterator[str]:
    local = escape(item.name.removeprefix("kg:"))
    yield f'<section id="{local}"><h3>{escape(item.name)} '
    yield f"<small>{escape(item.kind)}, “{escape(item.label)}”</small></h3>"
    yield f"<p>{escape(item.comment)}</p><dl>"
    rows = (
        ("a kind of", item.above),
        ("kinds", item.below),
        ("from", item.domain),
        ("to", item.range),
        ("only from", item.admits[0]),
        ("only to", item.admits[1]),
        ("inverse of", item.inverse),
    )
    for name, values in rows:
        if values and not (name.startswith("only") and values in (item.domain, item.range)):
            yield f"<dt>{name}</dt><dd>{', '.join(_name(value, words) for value in values)}</dd>"
    if item.traits:
        yield f"<dt>is</dt><dd>{escape(', '.join(item.traits))}</dd>"
    for predicate, other in item.alignments:
        yield f"<dt>{escape(predicate)}</dt><dd>{_name(other, words)}</dd>"
    yield "</dl></section>\n"


def _name(name: str, words: Vocabulary) -> str:
    prefix, _, local = name.partition(":")
    if prefix == "kg":
        return _link(name, "#" + local)
    return _link(name, words.bases[prefix] + local if prefix in words.bases else name)


def _link(name: str, target: str) -> str:
    return f'<a href="{escape(target)}">{escape(name)}</a>'


def _drawing(terms: Iterable[Term]) -> str:
    """The classes that are under no other, and the properties that the export has between them."""
    known = {item.name: item for item in terms}
    tops = [item for item in known.values() if item.kind == "class" and not item.above]
    arrows: dict[tuple[str, str], list[str]] = {}
    lines: dict[str, list[str]] = {item.name: [f"{_local(kind)}" for kind in item.below] for item in tops}
    for item in known.values():
        if item.kind == "literal property":
            lines[item.domain[0]].append(_local(item.name))
        elif item.kind == "property" and not item.below and not item.inverse:
            for start in item.domain:
                for end in item.range:
                    if start in lines and end in lines:
                        arrows.setdefault((_local(start), _local(end)), []).append(_local(item.name))
    return svg([Box(_local(item.name), tuple(lines[item.name])) for item in tops], arrows)


def _local(name: str) -> str:
    return name.removeprefix("kg:")
