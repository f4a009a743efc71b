"""The terms of RDF as the exporters write them: prefixes, properties and what their values are, nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, NewType

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import NodeId

_BASE_OF = ids.PREFIXES | ids.DESCRIPTION_PREFIXES
_PREFIX_OF = {base: prefix for prefix, base in _BASE_OF.items()}


@dataclass(frozen=True, slots=True)
class Property:
    """`values` is the datatype of a property's literals, or "@id" where they are nodes; `many` says whether a node may
    have several."""

    values: str
    many: bool = False


PROPERTIES = {
    "dcterms:creator": Property("xsd:string", many=True),
    "dcterms:identifier": Property("xsd:string"),
    "dcterms:isReplacedBy": Property("@id"),
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
    "kg:unit": Property("@id"),
    "kg:unitText": Property("xsd:string"),
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

DESCRIPTION = {
    "dcat:distribution": Property("@id", many=True),
    "dcat:mediaType": Property("@id"),
    "dcat:compressFormat": Property("@id"),
    "dcterms:conformsTo": Property("@id"),
    "dcterms:description": Property("xsd:string"),
    "dcterms:license": Property("@id"),
    "dcterms:rights": Property("xsd:string"),
    "prov:wasAssociatedWith": Property("@id"),
    "prov:wasGeneratedBy": Property("@id"),
    "schema:softwareVersion": Property("xsd:string"),
    "void:class": Property("@id"),
    "void:classPartition": Property("@id", many=True),
    "void:classes": Property("xsd:integer"),
    "void:distinctSubjects": Property("xsd:integer"),
    "void:entities": Property("xsd:integer"),
    "void:exampleResource": Property("@id", many=True),
    "void:properties": Property("xsd:integer"),
    "void:property": Property("@id"),
    "void:propertyPartition": Property("@id", many=True),
    "void:triples": Property("xsd:integer"),
    "void:uriSpace": Property("xsd:string"),
    "void:vocabulary": Property("@id", many=True),
}
"""What the description of the dataset says besides."""

UNITS = {
    "%": "PERCENT",
    "bit": "BIT",
    "ms": "MilliSEC",
    "s": "SEC",
    "min": "MIN",
    "h": "HR",
    "days": "DAY",
    "fps": "FRAME-PER-SEC",
    "Hz": "HZ",
    "dB": "DeciB",
    "GB": "GigaBYTE",
    "MB": "MegaBYTE",
    "m": "M",
    "cm": "CentiM",
    "mm": "MilliM",
}
"""Units by what results call them, as QUDT names them (qudt/qudt-public-repo,
src/main/rdf/vocab/unit/VOCAB_QUDT-UNITS-ALL.ttl). It has none for points, times and orders of magnitude."""

_OTHER_UNIT = re.compile("GPU|iB")
"""What in a number's words says that its unit is only like the one it is called by: GPU hours, GiB."""

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
"""An IRI as Turtle writes it: a prefixed name where it has one, else whole in angle brackets."""


class Node(NamedTuple):
    """A subject and what is said of it: values by prefixed property, in the order in which they are read.

    A value is an Iri or the text of a literal, as `property_of` says.
    """

    iri: Iri
    properties: Mapping[str, tuple[str, ...]]


@cache
def term(name: str) -> str:
    """The whole IRI of a prefixed name: `term("oa:start")`."""
    prefix, _, local = name.partition(":")
    return _BASE_OF[prefix] + local


def own(node: NodeId) -> Iri:
    """The IRI of a node of the graph."""
    return Iri(f"id:{node}") if node[-1] != "." else written(ids.iri(node))


def written(iri: str) -> Iri:
    """A whole IRI as Turtle writes it."""
    found = short(iri)
    return Iri(f"<{iri}>" if found == iri else found)


def whole(iri: Iri) -> str:
    """The whole IRI that is written so."""
    if iri.startswith("<"):
        return iri[1:-1]
    prefix, _, local = iri.partition(":")
    return _BASE_OF[prefix] + local


def short(iri: str) -> str:
    """`iri` as a prefixed name that Turtle and JSON-LD read, or as it is where it has none."""
    start = max(iri.rfind("/"), iri.rfind("#")) + 1
    prefix = _PREFIX_OF.get(iri[:start])
    return f"{prefix}:{iri[start:]}" if prefix and _LOCAL.fullmatch(iri, start) else iri


@cache
def property_of(name: str) -> Property:
    """What the values of a prefixed property are. Raises KeyError where the export has no such property."""
    if name.removeprefix("kg:") in (*schema().of_paper, *schema().relations):
        return Property("@id", many=True)
    return PROPERTIES.get(name) or DESCRIPTION[name]


def node(iri: Iri, type_: str, properties: Mapping[str, Iterable[str | None]]) -> Node:
    """A node of the class `type_`; values that are None or empty are left out, and no value stands twice."""
    said: dict[str, tuple[str, ...]] = {"rdf:type": (type_,)}
    for name, values in properties.items():
        if found := tuple(dict.fromkeys(filter(None, values))):
            said[name] = found
    return Node(iri, said)


def unit(name: str | None, words: str) -> Iri | None:
    """The QUDT unit that a result calls `name` and writes in its `words`, where there is one."""
    if name not in UNITS or _OTHER_UNIT.search(words):
        return None
    return Iri(f"units:{UNITS[name]}")


def web(url: str | None) -> str | None:
    """`url` where it is a whole and valid http or https IRI, else None."""
    return url if url and _WEB.fullmatch(url) else None
