"""The query page: any question in SPARQL, and the competency queries as forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kg.core.errors import KgError
from kg.export.rdf_terms import short
from kg.query.queries import named, queries
from kg.query.reply import Reply, solutions
from kg.serve import pages
from kg.serve.asking import ask

if TYPE_CHECKING:
    from kg.serve.oxigraph import Oxigraph

_MOST_ROWS = 1000
_PARAMETER = "param-"
_EXAMPLE = """SELECT ?name (COUNT(DISTINCT ?paper) AS ?papers) {
  ?paper a kg:Paper ; kg:introduces|kg:uses|kg:studies ?entity .
  ?entity skos:prefLabel ?name .
}
GROUP BY ?name
ORDER BY DESC(?papers) ?name
LIMIT 20
"""


def page(server: Oxigraph, fields: Mapping[str, str]) -> str:
    """The page; with the answer to what its forms sent: `query`, or the `name` of a question and its parameters. What
    is wrong with a question is said on the page."""
    values: dict[str, Any] = {"text": fields.get("query", _EXAMPLE), "fault": None}
    values |= {"columns": (), "rows": (), "count": 0, "answer": None}
    try:
        if "name" in fields:
            values["text"] = _bound(fields)
        if "name" in fields or "query" in fields:
            values |= _shown(ask(server, values["text"]))
    except KgError as error:
        values["fault"] = error
    return pages.page("query", questions=queries(), **values)


def _bound(fields: Mapping[str, str]) -> str:
    """The question with the parameters that were filled in."""
    given = {key.removeprefix(_PARAMETER): value for key, value in fields.items() if key.startswith(_PARAMETER)}
    return named(fields["name"]).bind({name: value for name, value in given.items() if value})


def _shown(reply: Reply) -> dict[str, Any]:
    if reply.kind != "rows":
        return {"answer": reply.text()}
    found = solutions(reply.data)
    columns = [variable.value for variable in found.variables]
    rows = [[_cell(row[column]) for column in columns] for row in found]
    return {"columns": columns, "rows": rows[:_MOST_ROWS], "count": len(rows)}


def _cell(term: Any) -> tuple[str, str | None]:
    """A term as text, and as an IRI where it is one."""
    import pyoxigraph as ox

    if isinstance(term, ox.NamedNode):
        return short(term.value), term.value
    return (term.value if isinstance(term, ox.Literal) else "" if term is None else str(term)), None
