"""The HTML pages. Everything that is put into one is escaped here, by the templates' own rule, and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import DocId
from kg.export.rdf_terms import web

if TYPE_CHECKING:
    import jinja2

POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""A page may load this server's style sheet, send its forms here, and nothing else."""

NODES = urlsplit(ids.DATA).path
"""The path below which every node has its page: that of its IRI."""


def page(name: str, **values: Any) -> str:
    """The page of the template `name` with `values` in it."""
    return _templates().get_template(f"{name}.html").render(values)


def style() -> str:
    return (resources.files("kg.serve") / "web" / "style.css").read_text(encoding="utf-8")


def path_of(node: str) -> str:
    """Where the page of a node is."""
    return NODES + node


def _path_of_paper(doc: str) -> str:
    return path_of(ids.paper(DocId(doc)))


def _path_of_iri(iri: str) -> str | None:
    """Where an IRI leads: to its page here, out to the web, or nowhere."""
    return path_of(iri.removeprefix(ids.DATA)) if iri.startswith(ids.DATA) else web(iri)


@cache
def _templates() -> jinja2.Environment:
    import jinja2

    templates = jinja2.Environment(
        loader=jinja2.PackageLoader("kg.serve", "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {"labels": schema().labels}
    templates.filters |= {"node": path_of, "paper": _path_of_paper, "link": _path_of_iri}
    return templates
