"""How well the network reads annotated papers: what it says at given thresholds, and tests/gold/score.py of that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kg.core.types import Extraction
from kg.export.annotations import of_extraction
from kg.extract.judged import claims, entities
from kg.extract.model import Network, Reading, read
from kg.train.examples import Annotated, document_of, scorer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MEASURES = ("spans+type", "entities", "entities+type", "introduced", "roles", "relations", "pairs")
_CHOOSES = ("entities+type", "roles", "relations")
_ENTITY_STEPS = (0.3, 0.4, 0.5, 0.6)
_RELATION_STEPS = (0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is said: an entity, a relation that is at least so probable."""

    entity: float = 0.4
    relation: float = 0.4


def readings(papers: Iterable[Annotated], tokenizer: Tokenizer, network: Network) -> list[Reading]:
    """What `network` makes of `papers`."""
    return [read(document_of(paper), tokenizer, network) for paper in papers]


def said(reading: Reading, least: Thresholds) -> Annotated:
    """A reading as an annotation of what is at least so probable."""
    document = reading.seen.document
    found = entities(reading, least.entity, {})
    made = Extraction(document.id, tuple(found.values()), claims(reading, found, least.relation, {}))
    return of_extraction(document, made)


def scores(papers: Sequence[Annotated], read_: Sequence[Reading], least: Thresholds) -> dict[str, Any]:
    """The table of score.py."""
    gold = {str(paper["id"]): paper for paper in papers}
    table: dict[str, Any] = scorer().score(gold, {str(r.seen.document.id): said(r, least) for r in read_})[0]
    return table


def best(papers: Sequence[Annotated], read_: Sequence[Reading]) -> tuple[Thresholds, dict[str, Any]]:
    """The thresholds with the best F1, first of entities and roles, then of relations, and the scores there."""

    def at(entity: float, relation: float) -> float:
        table = scores(papers, read_, Thresholds(entity, relation))
        return total(table)

    entity = max(_ENTITY_STEPS, key=lambda step: at(step, 0.99))
    relation = max(_RELATION_STEPS, key=lambda step: at(entity, step))
    least = Thresholds(entity, relation)
    return least, scores(papers, read_, least)


def total(table: dict[str, Any]) -> float:
    """What the best epoch has most of: F1 of entities with type, roles and relations together."""
    return float(sum(table[measure]["F1"] for measure in _CHOOSES))


def row(table: dict[str, Any]) -> dict[str, float]:
    """The F1 of each measure, × 100."""
    return {measure: round(100 * table[measure]["F1"], 1) for measure in MEASURES}
