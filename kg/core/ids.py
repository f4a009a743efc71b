"""Every id, IRI and hash is minted here."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from urllib.parse import quote, unquote

from kg.core import names
from kg.core.types import DocId, Evidence, NodeId, Span

BASE = "https://w3id.org/paperkg/"
ONTOLOGY = BASE + "ontology#"
DATA = BASE + "id/"

PREFIXES = {
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "id": DATA,
    "kg": ONTOLOGY,
    "oa": "http://www.w3.org/ns/oa#",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "units": "http://qudt.org/vocab/unit/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
"""The prefixes that the exports use and a query need not declare."""

DESCRIPTION_PREFIXES = {
    "dcat": "http://www.w3.org/ns/dcat#",
    "void": "http://rdfs.org/ns/void#",
}
"""The prefixes that only the description of the dataset uses."""

LICENCE = "http://spdx.org/licenses/MIT"
MEDIA_TYPES = "https://www.iana.org/assignments/media-types/"

_WORDS_IN_SLUG = 10
_NOT_SLUG = re.compile(r"[^0-9a-z]+")


def slug(text: str) -> str:
    """Lower-case ASCII letters and digits of `text`, in words joined by hyphens; empty where there is none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_SLUG.sub("-", plain).strip("-")


def document(text: str, title: str | None, year: int | None) -> DocId:
    """An id for a paper whose record gives none: its title and year, else its first words, else its digest."""
    words = slug(names.plain(title or text[:400])).split("-")[:_WORDS_IN_SLUG]
    parts = [word for word in words if word] + ([str(year)] if title and year else [])
    return DocId("-".join(parts) or digest(text)[:16])


def digest(data: str | bytes) -> str:
    """SHA-256 as 64 hexadecimal digits; text is hashed as UTF-8."""
    return hashlib.sha256(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data).hexdigest()


@lru_cache(maxsize=1 << 16)
def escape(key: str) -> str:
    """`key` in the characters that an IRI's last step may have in any syntax; `unescape` gives it back."""
    return quote(key, safe="", errors="surrogatepass").replace("~", "%7E")


def unescape(key: str) -> str:
    return unquote(key, errors="surrogatepass")


def paper(doc: DocId) -> NodeId:
    return NodeId("paper-" + escape(doc))


def doc_of(node: NodeId) -> DocId:
    """The paper that `paper` made this node of."""
    return DocId(unescape(node.removeprefix("paper-")))


def is_paper(node: str) -> bool:
    return node.startswith("paper-")


def entity(normal_name: str) -> NodeId:
    """The node of an entity, from the normal form of its full name (`names.normal`)."""
    return NodeId("entity-" + escape(normal_name.replace(" ", "-")))


def mention(span: Span) -> NodeId:
    """A stretch of a paper's text; the same stretch is the same mention."""
    return NodeId(f"mention-{escape(span.doc)}-{span.start}-{span.end}")


def selectors(mention: NodeId) -> tuple[NodeId, NodeId]:
    """What says where a mention stands: by its words and by its place."""
    place = mention.removeprefix("mention-")
    return NodeId("quote-" + place), NodeId("position-" + place)


def claim(subject: NodeId, predicate: str, obj: NodeId) -> NodeId:
    return NodeId("claim-" + digest(f"{subject}\n{predicate}\n{obj}")[:24])


def result(evidence: tuple[Evidence, ...], kind: str, system: str | None, on: str | None, metric: str | None) -> NodeId:
    """A reported number: told from others by where its words stand and what it is a number of."""
    spans = " ".join(f"{piece.span.doc} {piece.span.start} {piece.span.end}" for piece in evidence)
    return NodeId("result-" + digest("\n".join([spans, kind, system or "", on or "", metric or ""]))[:24])


def dataset(part: str = "") -> NodeId:
    """The graph as a whole, or what its description calls `part`: "class-Paper", "graph.ttl"."""
    return NodeId("dataset" + (part and "-" + escape(part)))


def iri(node: str) -> str:
    """The IRI of a node of the graph (`paper-…`, `entity-…`, `claim-…`, `mention-…`, `result-…`, `dataset…`)."""
    return DATA + node


def term(name: str) -> str:
    """The IRI of a class or property of the ontology."""
    return ONTOLOGY + name
