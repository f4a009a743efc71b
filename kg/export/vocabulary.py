"""The terms of the ontology with all that its files say of them, for its page of documentation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kg.core import ids
from kg.core.errors import DataError
from kg.core.schema import ontology_folder

_ONTOLOGY = ids.ONTOLOGY.removesuffix("#")
_KINDS = {"owl:Class": "class", "owl:ObjectProperty": "property", "owl:DatatypeProperty": "literal property"}
_TRAITS = {
    "owl:FunctionalProperty": "has one value at most",
    "owl:SymmetricProperty": "symmetric",
    "owl:IrreflexiveProperty": "irreflexive",
}
_ABOVE = ("rdfs:subClassOf", "rdfs:subPropertyOf")
_MAPPINGS = ("skos:exactMatch", "skos:closeMatch", "skos:broadMatch", "skos:narrowMatch", "skos:relatedMatch")
_SIDES = {"domain": "schema:domainIncludes", "range": "schema:rangeIncludes"}

Said = dict[tuple[str, str], list[str]]
"""Values by subject and property, in the order of the files."""


@dataclass(frozen=True, slots=True)
class Term:
    """A class or property. What it leads to are prefixed names; `domain` and `range` are those of the property above
    it where it has none itself, `admits` the types between which alone a graph may have it."""

    name: str
    kind: str
    label: str
    comment: str
    above: tuple[str, ...]
    below: tuple[str, ...]
    domain: tuple[str, ...]
    range: tuple[str, ...]
    admits: tuple[tuple[str, ...], tuple[str, ...]]
    inverse: tuple[str, ...]
    traits: tuple[str, ...]
    alignments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`terms` in the order of the file, and what is said of the ontology itself; `bases` are the prefixes."""

    title: str
    description: str
    version: str
    terms: tuple[Term, ...]
    bases: dict[str, str]


def vocabulary() -> Vocabulary:
    """The vocabulary of `kg.ttl` with the alignments of `alignments.ttl`. Raises DataError where one is damaged."""
    bases: dict[str, str] = {}
    said: Said = defaultdict(list)
    for file in ("kg.ttl", "alignments.ttl"):
        for subject, predicate, value in _statements(file, bases):
            said[subject, predicate].append(value)
    names = [name for name, predicate in said if predicate == "rdf:type" and name.startswith("kg:")]
    about = next(name for name, predicate in said if predicate == "owl:versionInfo")
    title, description, version = (
        said[about, name][0] for name in ("dcterms:title", "dcterms:description", "owl:versionInfo")
    )
    return Vocabulary(title, description, version, tuple(_term(name, names, said) for name in names), bases)


def _statements(file: str, bases: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """What `file` says of what has a name; IRIs as prefixed names. Its prefixes are added to `bases`."""
    import pyoxigraph as ox

    path = ontology_folder() / file
    try:
        parser = ox.parse(path=path, format=ox.RdfFormat.TURTLE)
        for quad in parser:
            bases |= parser.prefixes
            if isinstance(quad.subject, ox.NamedNode):
                named = isinstance(quad.object, ox.NamedNode)
                value = getattr(quad.object, "value", "")
                yield (
                    _short(quad.subject.value, bases),
                    _short(quad.predicate.value, bases),
                    (_short(value, bases) if named else value),
                )
    except (SyntaxError, OSError) as error:
        raise DataError(f"{path}: {error}; install paperkg again") from error


def _short(iri: str, bases: dict[str, str]) -> str:
    for prefix, base in bases.items():
        if iri.startswith(base) and iri != base:
            return f"{prefix}:{iri.removeprefix(base)}"
    return iri


def _term(name: str, names: list[str], said: Said) -> Term:
    def values(predicate: str, of: str = name) -> tuple[str, ...]:
        return tuple(said.get((of, predicate), ()))

    def ends(side: str) -> tuple[str, ...]:
        of = name
        while not (found := values(f"rdfs:{side}", of)) and (above := values("rdfs:subPropertyOf", of)):
            of = above[0]
        return found or values(_SIDES[side])

    above = tuple(one for predicate in _ABOVE for one in values(predicate))
    types = values("rdf:type")
    return Term(
        name=name,
        kind=next(_KINDS[type_] for type_ in types if type_ in _KINDS),
        label=values("rdfs:label")[0],
        comment=values("rdfs:comment")[0],
        above=tuple(one for one in above if one in names),
        below=tuple(one for one in names if any(name in said.get((one, predicate), ()) for predicate in _ABOVE)),
        domain=ends("domain"),
        range=ends("range"),
        admits=(values(_SIDES["domain"]), values(_SIDES["range"])),
        inverse=values("owl:inverseOf"),
        traits=tuple(_TRAITS[type_] for type_ in types if type_ in _TRAITS),
        alignments=tuple(
            (predicate, other)
            for predicate in (*_ABOVE, *_MAPPINGS)
            for other in values(predicate)
            if other not in names
        ),
    )
