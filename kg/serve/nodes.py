"""What is served of the graph's nodes, each at the path of its IRI: a page, Turtle or JSON-LD, as the client likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from kg.core import ids
from kg.core.errors import UsageError
from kg.core.schema import schema
from kg.core.types import DocId
from kg.export.rdf_terms import short, web
from kg.query import lookup, overview
from kg.query.cards import Card
from kg.serve import pages
from kg.serve.asking import ask
from kg.serve.negotiate import best

if TYPE_CHECKING:
    from kg.query.reply import Reply
    from kg.serve.oxigraph import Oxigraph

HTML = "text/html"
TYPES = {"html": HTML, "turtle": "text/turtle", "jsonld": "application/ld+json"}
"""What a node is offered as, by the word that asks for it whatever the client likes."""

_WRITTEN = {"text/turtle": "turtle", "application/ld+json": "json"}

_ABOUT = """CONSTRUCT {{ ?s ?p ?o }} {{
  {{ VALUES ?s {{ <{0}> }} ?s ?p ?o }}
  UNION {{ ?s kg:subject|kg:object|kg:system|kg:on|kg:metric|kg:baseline <{0}> ; ?p ?o }}
  UNION {{ <{0}> oa:hasSelector ?s . ?s ?p ?o }}
}}"""
"""What is said of a node; the claims and results that it has a part in; a mention's selectors."""


class NoSuchNode(UsageError):
    """There is nothing at this address."""


class NotAcceptable(UsageError):
    """The client takes none of the media types on offer."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is sent: a text of a media type, or where to go instead."""

    type: str = HTML
    text: str = ""
    moved: str | None = None


def home(store: Path, asked: str) -> Shown:
    """The first page, or what is found under the name `asked`."""
    answer = lookup.lookup(store, asked) if asked else None
    if answer and answer.match in ("exact", "alias") and len(answer.entities) + len(answer.papers) == 1:
        found = [card.id for card in answer.entities] + [_node_of(card.id) for card in answer.papers]
        return Shown(moved=pages.path_of(found[0]))
    return Shown(text=pages.page("home", q=asked, answer=answer, stats=overview.stats(store)))


def show(store: Path, server: Oxigraph, node: str, accept: str, format: str | None) -> Shown:
    """The node with the id `node` as the header `accept` likes it best, or in the format of `TYPES` that is named.

    Raises NoSuchNode, NotAcceptable, UsageError for a format that is none.
    """
    if format is not None and format not in TYPES:
        raise UsageError(f"no format '{format}': choose one of {', '.join(TYPES)}")
    kind = TYPES[format] if format else best(accept, tuple(TYPES.values()))
    if kind is None:
        raise NotAcceptable(f"this is offered as {', '.join(TYPES.values())}")
    if kind != HTML:
        return Shown(kind, _about(server, node).text(_WRITTEN[kind]))
    if node.startswith(("entity-", "paper-")):
        return _card(store, node)
    statements = list(_statements(_about(server, node), ids.iri(node)))
    return Shown(text=pages.page("node", node=node, statements=statements))


def _card(store: Path, node: str) -> Shown:
    try:
        card = lookup.show(store, node)
    except UsageError as error:
        raise NoSuchNode(str(error)) from error
    own = card.id if isinstance(card, Card) else _node_of(card.id)
    if own != node:
        return Shown(moved=pages.path_of(own))
    if isinstance(card, Card):
        return Shown(text=pages.page("entity", card=card))
    roles = [(role, list(held)) for role, held in groupby(card.entities, key=lambda one: one.role)]
    urls = list(filter(None, map(web, dict.fromkeys((card.url, *card.urls)))))
    return Shown(text=pages.page("paper", card=card, node=node, roles=roles, urls=urls))


def _node_of(doc: str) -> str:
    return ids.paper(DocId(doc))


def _about(server: Oxigraph, node: str) -> Reply:
    reply = ask(server, _ABOUT.format(ids.iri(node)))
    if f"\n<{ids.iri(node)}> ".encode() not in b"\n" + reply.data:
        raise NoSuchNode(f"there is no '{node}' in the graph")
    return reply


def _statements(reply: Reply, iri: str) -> Iterator[tuple[str, str, str | None]]:
    """The properties of a node by their labels, their values as text, and as IRIs where they are."""
    import pyoxigraph as ox

    labels = schema().labels
    for quad in ox.parse(reply.data, ox.RdfFormat.N_TRIPLES):
        if quad.subject == ox.NamedNode(iri):
            name = short(quad.predicate.value)
            is_iri = isinstance(quad.object, ox.NamedNode)
            value = quad.object.value
            label = labels.get(name.removeprefix("kg:"), name) if name.startswith("kg:") else name
            yield label, short(value) if is_iri else value, value if is_iri else None
