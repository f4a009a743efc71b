"""What the graph says in RDF, node by node. Portable RDF 1.1: no blank nodes, every IRI flat and from `ids`.

Beside each direct triple stands the claim that proves it, and the claim's evidence is a mention: a stretch of a
paper's text with the two selectors of the Web Annotation model. Names are labels (`text.label`); quotes are the text's
own characters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlsplit

from kg.core import ids
from kg.core.schema import schema
from kg.core.types import DocId, Entity, Evidence, Fact, Graph, NodeId, Result, Span
from kg.export.rdf_terms import Iri, Node, node, own, unit, web, written
from kg.export.text import decimal, label, storable
from kg.graph.labels import paper_labels

CONTEXT = 32
"""How many characters before and after a quote its selector gives."""

CODE_HOSTS = frozenset(
    {
        "anonymous.4open.science",
        "bitbucket.org",
        "codeberg.org",
        "gitee.com",
        "github.com",
        "gitlab.com",
        "sourceforge.net",
    }
)
"""Where a link leads to source code; any other leads to a page, data or a model."""

_PLACE = attrgetter("doc", "start", "end")
_MENTION, _QUOTE, _POSITION = ("kg:Mention",), ("oa:TextQuoteSelector",), ("oa:TextPositionSelector",)

Facts = dict[NodeId, dict[str, list[Iri]]]


def sections(graph: Graph) -> Iterator[tuple[str, Iterator[Node]]]:
    """Every node of the RDF graph once, in named sections in the order of reading."""
    facts = _by_subject(graph.facts)
    yield "Papers", _papers(graph, facts)
    yield "Code", _code(graph)
    yield "Entities", (_entity(entity, facts[entity.id]) for entity in graph.entities)
    yield "Former ids of entities", (_redirect(old, new) for old, new in graph.redirects)
    yield "Claims", map(_claim, graph.facts)
    yield "Results", _results(graph.results)
    yield "Mentions", _mentions(graph)


def nodes(graph: Graph) -> Iterator[Node]:
    for _, section in sections(graph):
        yield from section


def _by_subject(facts: Iterable[Fact]) -> Facts:
    """The direct triples, their predicates in the ontology's order."""
    order = {name: place for place, name in enumerate((*schema().of_paper, *schema().relations))}
    found: Facts = defaultdict(lambda: defaultdict(list))
    for fact in sorted(facts, key=lambda fact: order[fact.predicate]):
        found[fact.subject][f"kg:{fact.predicate}"].append(own(fact.object))
    return found


def _papers(graph: Graph, facts: Facts) -> Iterator[Node]:
    labels = paper_labels(graph)
    links = _links(graph)
    for paper in graph.papers:
        name = ids.paper(paper.id)
        code = [link for link in links[paper.id] if _is_code(link)]
        url = web(paper.url)
        properties: dict[str, Iterable[str | None]] = {
            "rdfs:label": [label(labels[paper.id]) or name],
            "dcterms:title": [label(paper.title or "")],
            "dcterms:creator": map(label, paper.authors),
            "dcterms:issued": [None if paper.year is None else _year(paper.year)],
            "kg:venue": [label(paper.venue or "")],
            "dcterms:identifier": [storable(paper.id)],
            "fabio:hasArXivId": [label(paper.arxiv or "")],
            "prism:doi": [label(paper.doi or "")],
            "schema:url": [url and written(url)],
            "schema:keywords": map(label, paper.keywords),
            "kg:hasCode": map(written, code),
            "kg:hasLink": [written(link) for link in links[paper.id] if link not in code],
            "kg:textDigest": [paper.digest],
        }
        yield node(own(name), "kg:Paper", properties | facts[name])


def _code(graph: Graph) -> Iterator[Node]:
    links = {link for found in _links(graph).values() for link in found if _is_code(link)}
    for link in sorted(links):
        yield node(written(link), "schema:SoftwareSourceCode", {})


def _entity(entity: Entity, facts: dict[str, list[Iri]]) -> Node:
    name = label(entity.name) or entity.id
    aliases = sorted({label(alias) for alias in entity.aliases} - {name})
    names: dict[str, Iterable[str | None]] = {"skos:prefLabel": [name], "skos:altLabel": aliases}
    return node(own(entity.id), f"kg:{entity.type}", names | facts)


def _redirect(old: NodeId, new: NodeId) -> Node:
    return Node(own(old), {"dcterms:isReplacedBy": (own(new),)})


def _claim(fact: Fact) -> Node:
    papers = tuple([own(ids.paper(doc)) for doc in fact.papers])
    return Node(
        own(ids.claim(fact.subject, fact.predicate, fact.object)),
        {
            "rdf:type": ("kg:Claim",),
            "kg:subject": (own(fact.subject),),
            "kg:predicate": (f"kg:{fact.predicate}",),
            "kg:object": (own(fact.object),),
            "kg:support": (str(len(papers)),),
            "kg:confidence": (f"{fact.score:.2f}",),
            "kg:evidence": _evidence(fact.evidence),
            "prov:wasDerivedFrom": papers,
        },
    )


def _results(results: Iterable[Result]) -> Iterator[Node]:
    """A number with two baselines is one node: results that have one id are written together."""
    found: dict[NodeId, list[Result]] = defaultdict(list)
    for result in results:
        found[ids.result(result.evidence, result.kind, result.system, result.on, result.metric)].append(result)
    for name, same in found.items():
        first = same[0]
        ends = {"kg:system": first.system, "kg:on": first.on, "kg:metric": first.metric}
        properties: dict[str, Iterable[str | None]] = {key: [end and own(NodeId(end))] for key, end in ends.items()}
        properties |= {
            "kg:baseline": [result.baseline and own(NodeId(result.baseline)) for result in same],
            "kg:kind": [first.kind],
            "kg:value": [decimal(first.number)],
            "kg:unit": [unit(first.unit, first.value)],
            "kg:unitText": [label(first.unit or "")],
            "kg:valueText": [storable(first.value)],
            "kg:reportedIn": [own(ids.paper(piece.span.doc)) for piece in first.evidence],
            "kg:evidence": _evidence(first.evidence),
        }
        yield node(own(name), "kg:Result", properties)


def _mentions(graph: Graph) -> Iterator[Node]:
    texts = {paper.id: paper.text for paper in graph.papers}
    proved: tuple[Fact | Result, ...] = (*graph.facts, *graph.results)
    refers: dict[Span, list[Iri]] = {piece.span: [] for said in proved for piece in said.evidence}
    for entity in graph.entities:
        name = own(entity.id)
        for mention in entity.mentions:
            refers.setdefault(mention.evidence.span, []).append(name)
    for doc, spans in groupby(sorted(refers, key=_PLACE), attrgetter("doc")):
        home, text = (own(ids.paper(doc)),), storable(texts[doc])
        for span in spans:
            yield from _mention(home, text, span, refers[span])


def _mention(paper: tuple[Iri], text: str, span: Span, entities: list[Iri]) -> Iterator[Node]:
    """A stretch of `paper`, whose text is `text`, with its quote selector and its position selector."""
    start, end = span.start, span.end
    name = ids.mention(span)
    quote, position = map(own, ids.selectors(name))
    said: dict[str, tuple[str, ...]] = {"rdf:type": _MENTION}
    if entities:
        said["kg:refersTo"] = tuple(dict.fromkeys(entities))
    said |= {"kg:inPaper": paper, "oa:hasSource": paper, "oa:hasSelector": (quote, position)}
    yield Node(own(name), said)
    words: dict[str, tuple[str, ...]] = {"rdf:type": _QUOTE}
    if before := text[max(0, start - CONTEXT) : start]:
        words["oa:prefix"] = (before,)
    words["oa:exact"] = (text[start:end],)
    if after := text[end : end + CONTEXT]:
        words["oa:suffix"] = (after,)
    yield Node(quote, words)
    yield Node(position, {"rdf:type": _POSITION, "oa:start": (str(start),), "oa:end": (str(end),)})


def _evidence(evidence: Iterable[Evidence]) -> tuple[Iri, ...]:
    return tuple(dict.fromkeys([own(ids.mention(piece.span)) for piece in evidence]))


def _links(graph: Graph) -> dict[DocId, list[str]]:
    found: dict[DocId, list[str]] = defaultdict(list)
    for doc, url in graph.urls:
        if link := web(url):
            found[doc].append(link)
    return found


def _is_code(link: str) -> bool:
    return (urlsplit(link).hostname or "").removeprefix("www.") in CODE_HOSTS


def _year(year: int) -> str:
    return f"-{-year:04d}" if year < 0 else f"{year:04d}"
