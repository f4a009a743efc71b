import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kg.core.types import Graph
from kg.export.diagram import Box, svg
from kg.export.ontology import ontology
from kg.export.vocabulary import vocabulary

NONE = Graph((), (), (), ())


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "ontology.html"
    ontology(NONE, path)
    return path.read_text(encoding="utf-8")


def test_every_term_has_its_section_and_every_link_within_leads_to_one(page: str) -> None:
    sections = re.findall(r'<section id="(\w+)"', page)
    names = [item.name.removeprefix("kg:") for item in vocabulary().terms]
    assert sorted(sections) == sorted(names) and len(set(names)) == len(names)
    assert set(re.findall(r'href="#(\w+)"', page)) <= set(names)
    for item in vocabulary().terms:
        assert item.comment.replace("'", "&#x27;") in page


def test_nothing_is_run_or_fetched(page: str) -> None:
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<img|\ssrc=|@import|url\((?!#)", page)


def test_the_drawing_has_the_classes_and_what_leads_between_them(page: str) -> None:
    (drawing,) = re.findall(r"<svg.*</svg>", page)
    texts = [element.text for element in ElementTree.fromstring(drawing).iter("text")]
    assert {"Paper", "Entity", "Claim", "Mention", "Result", "Benchmark", "valueText"} <= set(texts)
    assert "introduces, addresses, evaluatesOn, uses, comparesWith, studies, mentions" in texts
    assert texts.count("evidence") == 2 and texts.count("outperforms") == 1
    assert not {"hasEntity", "relatesTo", "introducedBy", "hasPart"} & set(texts)


def test_the_page_is_the_same_twice(page: str, tmp_path: Path) -> None:
    ontology(NONE, tmp_path / "again")
    assert (tmp_path / "again").read_text(encoding="utf-8") == page


def test_an_arrow_stops_where_its_boxes_begin() -> None:
    box = Box("Paper", ("venue",))
    (x, y), (wide, high) = (115, 345), box.half
    assert box.border((1000, y)) == (x + wide, y)
    assert box.border((x, 0)) == (x, y - high)


def test_a_class_without_a_place_is_told() -> None:
    with pytest.raises(KeyError, match="Reviewer"):
        svg([Box("Reviewer", ())], {})
