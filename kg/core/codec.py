"""Documents and extractions as JSON values: what `kg read` prints, and what the cache and the golden files hold.

An extraction's evidence is written as offsets and cut afresh from the document when it is read back, so a quote that
is not in the text cannot come in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from kg.core.types import (
    TITLE_GAP,
    Claim,
    DocId,
    Document,
    Evidence,
    Extraction,
    Issue,
    LocalEntity,
    Mention,
    Result,
)

Json = dict[str, Any]


def text_of(title: str | None, abstract: str) -> str:
    """The text of a document: its title, a blank line, its abstract."""
    return abstract if title is None else title + TITLE_GAP + abstract


def document_to_json(document: Document) -> Json:
    return {
        "id": document.id,
        "title": document.title,
        "text": document.abstract,
        "authors": list(document.authors),
        "year": document.year,
        "venue": document.venue,
        "doi": document.doi,
        "arxiv": document.arxiv,
        "url": document.url,
        "keywords": list(document.keywords),
        "sources": list(document.sources),
    }


def document_from_json(record: Mapping[str, Any]) -> Document:
    """The document that `document_to_json` wrote. Raises KeyError or TypeError where `record` is something else."""
    return Document(
        id=DocId(record["id"]),
        text=text_of(record["title"], record["text"]),
        title=record["title"],
        year=record["year"],
        venue=record["venue"],
        authors=tuple(record["authors"]),
        url=record["url"],
        doi=record["doi"],
        arxiv=record["arxiv"],
        keywords=tuple(record["keywords"]),
        sources=tuple(record["sources"]),
    )


def extraction_to_json(extraction: Extraction) -> Json:
    return {
        "doc": extraction.doc,
        "entities": [
            {
                "id": entity.id,
                "type": entity.type,
                "role": entity.role,
                "name": entity.name,
                "mentions": [[mention.type, *_offsets(mention.evidence)] for mention in entity.mentions],
                "evidence": _evidence(entity.evidence),
                "score": entity.score,
            }
            for entity in extraction.entities
        ],
        "claims": [
            {
                "subject": claim.subject,
                "predicate": claim.predicate,
                "object": claim.object,
                "evidence": _evidence(claim.evidence),
                "score": claim.score,
            }
            for claim in extraction.claims
        ],
        "results": [_result_to_json(result) for result in extraction.results],
        "urls": list(extraction.urls),
        "issues": [[issue.stage, issue.where, issue.message] for issue in extraction.issues],
    }


def extraction_from_json(document: Document, record: Mapping[str, Any]) -> Extraction:
    """The extraction of `document` that `extraction_to_json` wrote.

    Raises KeyError, TypeError or ValueError where `record` is something else or points outside the text.
    """

    def evidence(rows: Iterable[list[Any]]) -> tuple[Evidence, ...]:
        return tuple(document.cut(*row) for row in rows)

    def entity(row: Json) -> LocalEntity:
        mentions = tuple(Mention(type_, document.cut(*where)) for type_, *where in row["mentions"])
        return LocalEntity(**{**row, "mentions": mentions, "evidence": evidence(row["evidence"])})

    def claim(row: Json) -> Claim:
        return Claim(**{**row, "evidence": evidence(row["evidence"])})

    def result(row: Json) -> Result:
        number = None if row["number"] is None else Decimal(row["number"])
        return Result(**{**row, "number": number, "evidence": evidence(row["evidence"])})

    return Extraction(
        document.id,
        tuple(map(entity, record["entities"])),
        tuple(map(claim, record["claims"])),
        tuple(map(result, record["results"])),
        tuple(record["urls"]),
        tuple(Issue(stage, document.id, message) for stage, _, message in record["issues"]),
    )


def _result_to_json(result: Result) -> Json:
    return {
        "system": result.system,
        "on": result.on,
        "metric": result.metric,
        "value": result.value,
        "number": None if result.number is None else str(result.number),
        "unit": result.unit,
        "kind": result.kind,
        "baseline": result.baseline,
        "evidence": _evidence(result.evidence),
    }


def _evidence(evidence: tuple[Evidence, ...]) -> list[list[Any]]:
    return [_offsets(piece) for piece in evidence]


def _offsets(piece: Evidence) -> list[Any]:
    return [piece.span.start, piece.span.end, piece.by, piece.score]
