"""How well the network reads annotated papers: what it says at given thresholds, and tests/gold/score.py of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.core.types import Extraction
from kg.export.annotations import of_extraction
from kg.extract.judged import extraction
from kg.extract.model import Network, Reading
from kg.extract.reading import read
from kg.extract.trained import Thresholds
from kg.train.examples import Annotated, document_of, scorer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MEASURES = ("spans+type", "entities", "entities+type", "introduced", "roles", "relations", "pairs", "results+")
_CHOOSES = ("entities+type", "roles", "relations", "results+")
_STEPS = {
    "entity": (0.3, 0.4, 0.5),
    "introduced": (0.4, 0.5, 0.55, 0.6, 0.65),
    "relation": (0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3),
    "link": (0.3, 0.4, 0.5),
}


class Trial:
    """Annotated papers as `network` reads them, to be scored at any thresholds."""

    def __init__(
        self, papers: Sequence[Annotated], tokenizer: Tokenizer, network: Network, *, with_rules: bool
    ) -> None:
        self.gold = {str(paper["id"]): paper for paper in papers}
        self.network = network
        self.readings = [read(document_of(paper), tokenizer, network, with_rules=with_rules) for paper in papers]

    def extracted(self, reading: Reading, least: Thresholds) -> Extraction:
        """What is at least so probable in a reading."""
        return extraction(reading, self.network, least)

    def scores(self, least: Thresholds) -> dict[str, Any]:
        """The table of score.py."""
        said = {
            str(r.seen.document.id): of_extraction(r.seen.document, self.extracted(r, least)) for r in self.readings
        }
        table: dict[str, Any] = scorer().score(self.gold, said)[0]
        return table

    def best(self) -> tuple[Thresholds, dict[str, Any]]:
        """The thresholds with the best F1: of entities and roles, then of relations, then of results; the scores."""
        least = Thresholds(relation=0.99)
        for name, steps in _STEPS.items():
            tried = {step: total(self.scores(replace(least, **{name: step}))) for step in steps}
            least = replace(least, **{name: max(steps, key=tried.__getitem__)})
        return least, self.scores(least)


def total(table: dict[str, Any]) -> float:
    """What the best epoch has most of: F1 of entities with type, roles, relations and results with links together."""
    return float(sum(table[measure]["F1"] for measure in _CHOOSES))


def row(table: dict[str, Any]) -> dict[str, float]:
    """The F1 of each measure, × 100."""
    return {measure: round(100 * table[measure]["F1"], 1) for measure in MEASURES}
