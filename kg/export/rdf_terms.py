"""The terms of RDF as the exporters write them: prefixes, properties and what their values are, nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NewType

from kg.core import ids
from kg.core.schema import schema

_PREFIX_OF = {base: prefix for prefix, base in ids.PREFIXES.items()}


@dataclass(frozen=True, slots=True)
class Property:
    """`values` is the datatype of a property's literals, or "@id" where they are nodes; `many` says whether a node may
    have several."""

    values: str
    many: bool = False


PROPERTIES = {
    "dcterms:creator": Property("xsd:string", many=True),
    "dcterms:identifier": Property("xsd:string"),
    "dcterms:issued": Property("xsd:gYear"),
    "dcterms:title": Property("xsd:string"),
    "fabio:hasArXivId": Property("xsd:string"),
    "kg:baseline": Property("@id", many=True),
    "kg:confidence": Property("xsd:decimal"),
    "kg:evidence": Property("@id", many=True),
    "kg:hasCode": Property("@id", many=True),
    "kg:hasLink": Property("@id", many=True),
    "kg:inPaper": Property("@id"),
    "kg:kind": Property("xsd:string"),
    "kg:metric": Property("@id"),
    "kg:object": Property("@id"),
    "kg:on": Property("@id"),
    "kg:predicate": Property("@id"),
    "kg:refersTo": Property("@id", many=True),
    "kg:reportedIn": Property("@id"),
    "kg:subject": Property("@id"),
    "kg:support": Property("xsd:integer"),
    "kg:system": Property("@id"),
    "kg:textDigest": Property("xsd:string"),
    "kg:unit": Property("xsd:string"),
    "kg:value": Property("xsd:decimal"),
    "kg:valueText": Property("xsd:string"),
    "kg:venue": Property("xsd:string"),
    "oa:end": Property("xsd:nonNegativeInteger"),
    "oa:exact": Property("xsd:string"),
    "oa:hasSelector": Property("@id", many=True),
    "oa:hasSource": Property("@id"),
    "oa:prefix": Property("xsd:string"),
    "oa:start": Property("xsd:nonNegativeInteger"),
    "oa:suffix": Property("xsd:string"),
    "prism:doi": Property("xsd:string"),
    "prov:wasDerivedFrom": Property("@id", many=True),
    "rdf:type": Property("@id"),
    "rdfs:label": Property("xsd:string"),
    "schema:keywords": Property("xsd:string", many=True),
    "schema:url": Property("@id"),
    "skos:altLabel": Property("xsd:string", many=True),
    "skos:prefLabel": Property("xsd:string"),
}
"""Every property of the export but the ontology's roles and relations, which lead from node to nodes."""

_BEYOND_ASCII = "\u00a0-\u200d\u2010-\u2027\u202f-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd"
_CHARACTER = rf"(?:[\w.~!$&'()*+,;=:@/{_BEYOND_ASCII}-]|%[0-9A-Fa-f]{{2}})"
_WEB = re.compile(
    rf"https?://[0-9A-Za-z{_BEYOND_ASCII}][0-9A-Za-z.{_BEYOND_ASCII}-]*(?::[0-9]{{1,5}})?"
    rf"(?:/{_CHARACTER}*)?(?:\?(?:{_CHARACTER}|\?)*)?(?:#(?:{_CHARACTER}|\?)*)?",
    re.ASCII,
)
"""A web address as RFC 3987 allows it, without user name and without characters that turn the direction of writing."""


_LOCAL = re.compile(r"[0-9A-Za-z_](?:[0-9A-Za-z_.%-]*[0-9A-Za-z_%-])?")
"""What may follow a prefix: our own IRIs always (`ids.escape`), but for those that end in a full stop."""


Iri = NewType("Iri", str)
"""A whole IRI."""


@dataclass(frozen=True, slots=True)
class Node:
    """A subject and what is said of it: values by prefixed property, in the order in which they are read.

    A value is an IRI or the text of a literal, as `property_of` says.
    """

    iri: Iri
    properties: Mapping[str, tuple[str, ...]]


@cache
def term(name: str) -> Iri:
    """The IRI of a prefixed name: `term("oa:start")`."""
    prefix, _, local = name.partition(":")
    return Iri(ids.PREFIXES[prefix] + local)


@lru_cache(maxsize=1 << 16)
def short(iri: str) -> str:
    """`iri` as a prefixed name that Turtle and JSON-LD read, or as it is where it has none."""
    start = max(iri.rfind("/"), iri.rfind("#")) + 1
    prefix = _PREFIX_OF.get(iri[:start])
    return f"{prefix}:{iri[start:]}" if prefix and _LOCAL.fullmatch(iri, start) else iri


@cache
def property_of(name: str) -> Property:
    """What the values of a prefixed property are. Raises KeyError where the export has no such property."""
    if name.removeprefix("kg:") in (*schema().roles, *schema().relations):
        return Property("@id", many=True)
    return PROPERTIES[name]


def node(iri: Iri, type_: str, properties: Mapping[str, Iterable[str | None]]) -> Node:
    """A node of the class `type_`; values that are None or empty are left out, and no value stands twice."""
    said = {name: tuple(dict.fromkeys(filter(None, values))) for name, values in properties.items()}
    return Node(iri, {"rdf:type": (term(type_),)} | {name: values for name, values in said.items() if values})


def web(url: str | None) -> Iri | None:
    """`url` as an IRI where it is a whole and valid http or https one, else None."""
    return Iri(url) if url and _WEB.fullmatch(url) else None
