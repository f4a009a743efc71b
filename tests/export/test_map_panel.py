"""What stands beside the map, in a real browser: facts and numbers, each with the words that prove it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kg.core.types import Graph

pytestmark = pytest.mark.xdist_group("browser")

PLACE = """(key) => {
  const { x, y } = draw.network.canvasToDOM(model.place(model.nodes[model.byKey.get(key)], false));
  const { left, top } = document.getElementById("canvas").getBoundingClientRect();
  return [x + left, y + top];
}"""

MAPTR = "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction"
MAPTR_KEY = "paper-10.48550%2FarXiv.2208.14437"
OMNI_KEY = "paper-mixture-of-experts-moe-architectures"


def test_a_click_on_an_edge_shows_the_words_that_prove_it(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    (ax, ay), (bx, by) = shown.evaluate(PLACE, MAPTR_KEY), shown.evaluate(PLACE, "entity-nuscenes")
    shown.mouse.click((ax + 2 * bx) / 3, (ay + 2 * by) / 3)
    expect(shown.locator("#details h2")).to_have_text(f"{MAPTR} evaluates on nuScenes 0.90")
    assert shown.locator("blockquote").all_inner_texts() == [
        "MapTR achieves the best performance and efficiency with only camera input among existing vectorized map "
        "construction approaches on nuScenes dataset."
    ]
    assert shown.locator("blockquote mark").all_inner_texts() == ["nuScenes"]


def test_an_entity_shows_its_papers_facts_and_results(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-peer")
    expect(shown.locator("#details h2")).to_have_text("PEER")
    assert shown.locator("#details .kind").inner_text() == "method · 1 paper"
    titles = [title.lower() for title in shown.locator("#details summary").all_inner_texts()]
    assert titles == ["1 paper: compares with", "1 fact", "1 result"]
    assert shown.locator(".fact").all_inner_texts() == ["OmniMoE outperforms PEER 0.95"]
    assert shown.locator("td.value").all_inner_texts() == ["10.9×"]
    proof = shown.locator("details:has(.fact) blockquote").all_inner_texts()
    assert [words.split(",")[0] for words in proof] == ["Validated on seven benchmarks", "Crucially"]
    assert "PEER" in shown.locator("details:has(.fact) mark").all_inner_texts()


def test_a_paper_shows_what_it_has_and_the_facts_it_states_each_with_its_score(
    open_map: Callable[..., Page], small: Graph
) -> None:
    shown = open_map(small, f"#id={OMNI_KEY}")
    titles = [title.lower() for title in shown.locator("#details summary").all_inner_texts()]
    assert titles == ["introduces", "uses", "compares with", "4 facts", "3 results"]
    assert shown.locator("details:has-text('introduces') .rows .score").first.inner_text() == "1.00"
    assert shown.locator(".fact").all_inner_texts() == [
        "OmniMoE is a kind of Mixture-of-Experts 0.80",
        "OmniMoE outperforms DeepSeekMoE 0.80",
        "OmniMoE outperforms PEER 0.95",
        "OmniMoE reduces inference latency 0.80",
    ]
    assert shown.locator(".fact .score").first.get_attribute("title") == "probability that it is right"


def test_a_sentence_that_holds_several_results_is_quoted_once(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, f"#id={OMNI_KEY}")
    assert shown.locator("td.value").all_inner_texts() == ["50.9%", "6.7ms", "10.9×"]
    proof = shown.locator(".proof blockquote")
    assert [words.split(",")[0] for words in proof.all_inner_texts()] == ["Validated on seven benchmarks", "Crucially"]
    assert proof.nth(1).locator("mark").all_inner_texts() == ["6.7ms", "10.9×"]


def test_sentences_are_typeset_with_the_name_marked(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-mapgr")
    assert shown.locator("#details blockquote").first.inner_text() == (
        "In this work, we propose MapGR (Global Representation learning for HD Map construction), an architecture "
        "designed to learn and utilize global representations from queries."
    )
    assert shown.locator("#details blockquote").first.locator("mark").all_inner_texts() == ["MapGR"]
    shown.evaluate("(node) => app.go(choice.open(node))", 2)
    expect(shown.locator("#details .text")).to_contain_text("we propose MapGR (Global Representation learning")
    assert "MapGR" in shown.locator("#details .text a").all_inner_texts()


def test_a_paper_shows_its_record_and_its_abstract_with_the_names_in_it(
    open_map: Callable[..., Page], small: Graph
) -> None:
    shown = open_map(small, f"#id={MAPTR_KEY.replace('%', '%25')}")
    expect(shown.locator("#details h2")).to_have_text(MAPTR)
    assert shown.locator("#details .kind").inner_text() == "paper · ICLR, 2023"
    assert shown.locator(".text").inner_text() == small.papers[0].abstract
    assert shown.locator(".text a").all_inner_texts() == ["autonomous driving", "Transformer", "nuScenes"]
    links = shown.locator(".out a")
    assert links.all_inner_texts() == ["DOI", "arXiv", "Paper", "Code or data", "Code or data"]
    assert all(link.get_attribute("rel") == "noopener noreferrer" for link in links.all())
    shown.locator(".text a", has_text="nuScenes").click()
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
