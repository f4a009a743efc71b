"""The SHACL shapes of the ontology as SPARQL queries, so that a graph of any size is held against them in a store.

`ontology/shapes.ttl` keeps to the part of SHACL Core that `_TESTS` and `_COUNTS` list; a shape that asks for more is an
error, never passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.core.errors import DataError
from kg.core.schema import ontology_folder
from kg.core.types import Issue
from kg.query.index import export_of, opened

if TYPE_CHECKING:
    import pyoxigraph as ox

_SH = "http://www.w3.org/ns/shacl#"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"

_INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
_WHOLE = ("<http://www.w3.org/2001/XMLSchema#nonNegativeInteger>",)
"""Datatypes whose values the store keeps as integers."""

_TESTS = {
    "class": "?this {path} ?v FILTER NOT EXISTS {{ {is_a} }}",
    "or": "?this {path} ?v FILTER NOT EXISTS {{ {is_a} }}",
    "datatype": "?this {path} ?v FILTER (!isLiteral(?v) || DATATYPE(?v) NOT IN ({datatypes}))",
    "disjoint": "?this {path} ?v ; {value} ?v",
    "equals": "{{ ?this {path} ?v MINUS {{ ?this {value} ?v }} }} UNION "
    "{{ ?this {value} ?v MINUS {{ ?this {path} ?v }} }}",
    "in": "?this {path} ?v FILTER (?v NOT IN ({values}))",
    "lessThan": "?this {path} ?v ; {value} ?w FILTER (!COALESCE(?v < ?w, false))",
    "maxInclusive": "?this {path} ?v FILTER (!COALESCE(?v <= {value}, false))",
    "minInclusive": "?this {path} ?v FILTER (!COALESCE(?v >= {value}, false))",
    "minLength": "?this {path} ?v FILTER (STRLEN(STR(?v)) < {value})",
    "nodeKind": "?this {path} ?v FILTER (!isIRI(?v))",
    "pattern": "?this {path} ?v FILTER (!REGEX(STR(?v), {value}))",
}
"""What a node with a fault is like, by the constraint."""

_COUNTS = {
    "minCount": "OPTIONAL {{ ?this {path} ?v }} }} GROUP BY ?this HAVING (COUNT(DISTINCT ?v) < {value})",
    "maxCount": "?this {path} ?v }} GROUP BY ?this HAVING (COUNT(DISTINCT ?v) > {value})",
    "qualifiedMinCount": "OPTIONAL {{ ?this {path} ?v . {is_a} }} }} "
    "GROUP BY ?this HAVING (COUNT(DISTINCT ?v) < {value})",
    "qualifiedMaxCount": "?this {path} ?v . {is_a} }} GROUP BY ?this HAVING (COUNT(DISTINCT ?v) > {value})",
    "xone": "OPTIONAL {{ ?this a ?k FILTER (?k IN ({classes})) }} }} GROUP BY ?this HAVING (COUNT(DISTINCT ?k) != 1)",
}
"""The same of constraints on how many values there are; these close the pattern themselves."""

_SAID = {"path", "message", "qualifiedValueShape", "targetClass", "targetSubjectsOf", "property"}


def faults(folder: Path, cache: Path | None = None) -> tuple[Issue, ...]:
    """What the shapes find wrong with the RDF export in `folder`.

    Raises DataError where there is none, or a damaged one.
    """
    return faults_in(opened(export_of(folder), cache))


def faults_in(store: ox.Store) -> tuple[Issue, ...]:
    """What the shapes find wrong with the default graph of `store`, in the order of the shapes, then of the nodes."""
    found = []
    for message, query in _Shapes().queries():
        nodes = sorted({row["this"].value for row in store.query(query)})  # type: ignore[union-attr]
        found += [Issue("check", node, message) for node in nodes]
    return tuple(dict.fromkeys(found))


class _Shapes:
    """`shapes.ttl`, and the classes below each class, as `kg.ttl` has them."""

    def __init__(self) -> None:
        import pyoxigraph as ox

        self.ox = ox
        self.said: dict[tuple[Any, str], list[Any]] = {}
        for file in ("shapes.ttl", "kg.ttl"):
            try:
                for quad in ox.parse(
                    path=ontology_folder() / file, format=ox.RdfFormat.TURTLE, rename_blank_nodes=True
                ):
                    self.said.setdefault((quad.subject, quad.predicate.value), []).append(quad.object)
            except (SyntaxError, OSError) as error:
                raise DataError(f"{file}: {error}; install paperkg again") from error

    def queries(self) -> Iterator[tuple[str, str]]:
        """The message of each constraint, and the query for the nodes (`?this`) that break it."""
        for (shape, predicate), types in self.said.items():
            if predicate == _RDF + "type" and any(kind.value == _SH + "NodeShape" for kind in types):
                target = self._target(shape)
                yield from self._constraints(shape, target, "")
                for part in self._all(shape, "property"):
                    yield from self._constraints(part, target, self._path(self._all(part, "path")[0]))

    def _target(self, shape: Any) -> str:
        if classes := self._all(shape, "targetClass"):
            return f"?this a ?class FILTER (?class IN ({self._below(classes)}))"
        return f"?this {self._all(shape, 'targetSubjectsOf')[0]} ?any"

    def _constraints(self, shape: Any, target: str, path: str) -> Iterator[tuple[str, str]]:
        message = (self._all(shape, "message") or [self.ox.Literal("")])[0].value
        for (subject, predicate), values in self.said.items():
            name = predicate.removeprefix(_SH)
            if subject != shape or not predicate.startswith(_SH) or name in _SAID:
                continue
            if name not in _TESTS and name not in _COUNTS:
                raise DataError(f"shapes.ttl: sh:{name} is not among the constraints that kg checks")
            yield message, self._query(shape, target, path, name, values[0])

    def _query(self, shape: Any, target: str, path: str, name: str, value: Any) -> str:
        """A query whose outer pattern is a subquery for the targets, each once."""
        classes = [value] if name == "class" else self._classes(shape, name, value)
        parts = {
            "path": path,
            "value": value,
            "values": ", ".join(map(str, self._list(value))),
            "datatypes": f"{value}, <{_INTEGER}>" if str(value) in _WHOLE else value,
            "classes": self._below(classes),
            "is_a": f"?v a ?k FILTER (?k IN ({self._below(classes)}))",
        }
        start = f"SELECT ?this {{ {{ SELECT DISTINCT ?this {{ {target} }} }} "
        return start + (_COUNTS[name].format(**parts) if name in _COUNTS else _TESTS[name].format(**parts) + " }")

    def _classes(self, shape: Any, name: str, value: Any) -> list[Any]:
        """The classes of the shapes that a constraint lists or qualifies its values with."""
        if name.startswith("qualified"):
            return self._all(self._all(shape, "qualifiedValueShape")[0], "class")
        return [kind for part in self._list(value) for kind in self._all(part, "class")]

    def _below(self, classes: list[Any]) -> str:
        """`classes` and all below them."""
        found = dict.fromkeys(classes)
        for kind in classes:
            found |= dict.fromkeys(one for (one, p), above in self.said.items() if p == _SUBCLASS and kind in above)
        return ", ".join(map(str, found))

    def _path(self, path: Any) -> str:
        if inverse := self._all(path, "inversePath"):
            return f"^{inverse[0]}"
        if either := self._all(path, "alternativePath"):
            return f"({'|'.join(map(str, self._list(either[0])))})"
        return str(path)

    def _list(self, start: Any) -> list[Any]:
        items = []
        while first := self.said.get((start, _RDF + "first")):
            items.append(first[0])
            start = self.said[start, _RDF + "rest"][0]
        return items

    def _all(self, subject: Any, name: str) -> list[Any]:
        return self.said.get((subject, _SH + name), [])
