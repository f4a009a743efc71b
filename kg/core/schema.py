"""The words of the graph, read from `ontology/kg.ttl`: entity types, roles, relations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg.core import ids
from kg.core.errors import DataError

_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_ORDER = "http://www.w3.org/ns/shacl#order"
_INCLUDES = {"domain": "https://schema.org/domainIncludes", "range": "https://schema.org/rangeIncludes"}
HAS_ENTITY = "hasEntity"
"""What leads from a paper to an entity that it names, where it is doubtful what the entity is to it."""
_SYMMETRIC = "http://www.w3.org/2002/07/owl#SymmetricProperty"


@dataclass(frozen=True, slots=True)
class Relation:
    """A property between two entities, and the types that it may stand between."""

    name: str
    label: str
    domain: frozenset[str]
    range: frozenset[str]
    symmetric: bool

    def admits(self, subject_type: str, object_type: str) -> bool:
        return subject_type in self.domain and object_type in self.range


@dataclass(frozen=True, slots=True)
class Schema:
    """`types`, `roles` (strongest first) and `relations`, each in the ontology's own order; by name, `labels` and what
    each is (`comments`)."""

    types: tuple[str, ...]
    roles: tuple[str, ...]
    relations: dict[str, Relation]
    labels: dict[str, str]
    comments: dict[str, str]

    @property
    def of_paper(self) -> tuple[str, ...]:
        """What can lead from a paper to an entity: the roles, and last what each of them is a kind of."""
        return (*self.roles, HAS_ENTITY)


def ontology_folder() -> Path:
    """Where the ontology lies: inside the installed package, else beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "ontology", package.parent / "ontology"):
        if (folder / "kg.ttl").is_file():
            return folder
    raise DataError(f"no ontology beside {package}: install paperkg again")


@cache
def schema() -> Schema:
    """The schema of `kg.ttl`. Raises DataError where the file cannot be parsed."""
    import pyoxigraph

    path = ontology_folder() / "kg.ttl"
    found: dict[tuple[str, str], list[str]] = {}
    try:
        for quad in pyoxigraph.parse(path=path, format=pyoxigraph.RdfFormat.TURTLE):
            subject, value = getattr(quad.subject, "value", ""), getattr(quad.object, "value", "")
            if subject.startswith(ids.ONTOLOGY):
                found.setdefault((subject.removeprefix(ids.ONTOLOGY), quad.predicate.value), []).append(value)
    except (SyntaxError, OSError) as error:
        raise DataError(f"{path}: {error}; install paperkg again") from error
    return _read(found)


def _read(found: dict[tuple[str, str], list[str]]) -> Schema:
    def values(name: str, predicate: str) -> list[str]:
        return found.get((name, predicate), [])

    def below(parent: str, predicate: str) -> list[str]:
        names = [n for (n, p), objects in found.items() if p == predicate and ids.term(parent) in objects]
        return sorted(names, key=lambda n: int(values(n, _ORDER)[0]))

    def types_of(name: str, side: str) -> frozenset[str]:
        listed = {iri.removeprefix(ids.ONTOLOGY) for iri in values(name, _INCLUDES[side])}
        return frozenset(types if not listed or "Entity" in listed else listed)

    types = tuple(below("Entity", _RDFS + "subClassOf"))
    labels, comments = (
        {n: objects[0] for (n, p), objects in found.items() if p == _RDFS + said} for said in ("label", "comment")
    )
    relations = {
        name: Relation(
            name,
            labels[name],
            types_of(name, "domain"),
            types_of(name, "range"),
            _SYMMETRIC in values(name, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
        )
        for name in below("relatesTo", _RDFS + "subPropertyOf")
    }
    return Schema(types, tuple(below(HAS_ENTITY, _RDFS + "subPropertyOf")), relations, labels, comments)
