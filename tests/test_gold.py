"""How well the papers are read: `tests/gold/score.py` on annotated papers that nothing was learned from.

The floors stand a little under what is measured; the README has the figures. The rules were made while the 34 papers of
the main job were read; the model never saw them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from kg.core.types import Document, Extraction
from kg.export.annotations import annotations, of_extraction
from kg.extract.surest import surest
from kg.read import read_paths
from kg.resolve.decisions import Decisions
from kg.run import plugins
from kg.run.pipeline import graph_of
from kg.run.pool import extract_one

GOLD = Path(__file__).resolve().parent / "gold"
_spec = spec_from_file_location("score", GOLD / "score.py")
assert _spec
assert _spec.loader
score = module_from_spec(_spec)
_spec.loader.exec_module(score)

FLOORS = {
    ("both", "dev.jsonl"): {
        "entities+type": 0.72, "spans+type": 0.73, "introduced": 0.745, "roles": 0.638, "relations": 0.43,
        "pairs": 0.49, "results": 0.8, "results+": 0.14, "b3": 0.955,
    },
    ("both", "icml-2026.jsonl"): {
        "entities+type": 0.708, "spans+type": 0.729, "introduced": 0.735, "roles": 0.608, "relations": 0.365,
        "pairs": 0.445, "results": 0.95, "results+": 0.58, "b3": 0.97,
    },
    ("rules", "dev.jsonl"): {"entities+type": 0.56, "spans+type": 0.55, "introduced": 0.55, "results": 0.72},
}  # fmt: skip

pytestmark = pytest.mark.xdist_group("gold")
Extracted = dict[tuple[str, str], list[tuple[Document, Extraction]]]


@pytest.fixture(scope="module")
def extracted() -> Extracted:
    readers = {"json": plugins.load("readers", "json")}
    found: Extracted = {}
    for extractor, name in FLOORS:
        documents = [item for item in read_paths([str(GOLD / name)], readers) if isinstance(item, Document)]
        found[extractor, name] = [(document, extract_one(extractor, document)) for document in documents]
    return found


def scores(name: str, made: Iterable[tuple[Document, Extraction]]) -> dict[str, dict[str, float]]:
    """The table of score.py."""
    predicted = {str(document.id): of_extraction(document, extraction) for document, extraction in made}
    gold = score.read(GOLD / name)
    assert set(gold) == set(predicted)
    table: dict[str, dict[str, float]] = score.score(gold, predicted)[0]
    return table


@pytest.mark.parametrize(("extractor", "name"), FLOORS)
def test_scores_stay_above_their_floors(extractor: str, name: str, extracted: Extracted) -> None:
    table, floors = scores(name, extracted[extractor, name]), FLOORS[extractor, name]
    measured = {measure: round(table[measure]["F1"], 3) for measure in floors}
    assert {measure: value for measure, value in measured.items() if value < floors[measure]} == {}


def test_what_a_graph_holds_by_default_is_right(extracted: Extracted) -> None:
    """Three in four roles and seven in ten relations, of the papers that chose the score."""
    made = extracted["both", "dev.jsonl"]
    table = scores("dev.jsonl", ((document, surest(one, plugins.DEFAULT_MIN_SCORE)) for document, one in made))
    assert table["roles"]["P"] >= 0.75
    assert table["relations"]["P"] >= 0.7


@pytest.mark.parametrize(("name", "floor"), [("dev.jsonl", 0.94), ("icml-2026.jsonl", 0.97)])
def test_the_built_graph_groups_mentions_across_papers(
    name: str, floor: float, extracted: Extracted, tmp_path: Path
) -> None:
    documents, extractions = zip(*extracted["both", name], strict=True)
    graph, _ = graph_of(documents, extractions, plugins.DEFAULT_MIN_SCORE, Decisions())
    annotations(graph, tmp_path / name)
    table = score.score(score.read(GOLD / name), score.read(tmp_path / name))[0]
    assert table["b3"]["F1"] >= floor


def test_no_offset_is_wrong(extracted: Extracted) -> None:
    for row in (of_extraction(*made) for every in extracted.values() for made in every):
        fields = {"title": row["title"], "abstract": row["text"]}
        for entity in row["entities"]:
            assert entity["mentions"]
            for mention in entity["mentions"]:
                assert fields[mention["field"]][mention["start"] : mention["end"]] == mention["text"]


def test_the_annotations_of_the_34_papers_are_of_the_papers_that_are_read() -> None:
    papers = [path.read_text("utf-8") for path in sorted((GOLD.parent / "papers").glob("*.txt"))]
    for line in (GOLD / "icml-2026.jsonl").read_text("utf-8").splitlines():
        assert any(json.loads(line)["text"] in text for text in papers)
