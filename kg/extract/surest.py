"""What of an extraction is sure enough."""

from __future__ import annotations

from dataclasses import replace

from kg.core.types import Extraction, LocalEntity


def surest(extraction: Extraction, min_score: float) -> Extraction:
    """`extraction` without entities and claims that are right with a probability below `min_score`.

    An entity is right that has its role. A claim goes with either of its ends; a result stays, and loses what it was a
    result of.
    """
    entities = tuple(entity for entity in extraction.entities if _score(entity) >= min_score)
    kept: set[str | None] = {entity.id for entity in entities}

    return replace(
        extraction,
        entities=entities,
        claims=tuple(
            claim
            for claim in extraction.claims
            if claim.score >= min_score and claim.subject in kept and claim.object in kept
        ),
        results=tuple(result.among(kept) for result in extraction.results),
    )


def _score(entity: LocalEntity) -> float:
    """How probable it is that an entity has its role."""
    return entity.score * max((piece.score for piece in entity.evidence), default=1.0)
