"""Filters, neighbourhoods, paths and drawings of the map, in a real browser."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kg.core import ids
from kg.core.types import Graph, NodeId
from kg.export.map import page

pytestmark = pytest.mark.xdist_group("browser")

TRIES = 300
VISIBLE = "[...draw.now.nodes].map((node) => model.nodes[node].name).sort()"
PLACE = """(key) => {
  const { x, y } = draw.network.canvasToDOM(draw.now.at(model.byKey.get(key)));
  const { left, top } = document.getElementById("canvas").getBoundingClientRect();
  return [x + left, y + top];
}"""
OUTSIDE = """() => {
  const { clientWidth, clientHeight } = draw.network.canvas.frame;
  return [...draw.now.nodes].map((node) => draw.network.canvasToDOM(draw.now.at(node)))
    .filter(({ x, y }) => x < 0 || y < 0 || x > clientWidth || y > clientHeight);
}"""
MAPTR = "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction"
SHARED = [MAPTR, "MapGR …", "OmniMoE …", "autonomous driving", "nuScenes"]
AROUND_PEER = ["OmniMoE", "OmniMoE …", "PEER"]


def shows(shown: Page, names: list[str]) -> None:
    """Waits until the canvas holds nodes of exactly these names."""
    until(shown, VISIBLE, sorted(names))


def until(shown: Page, expression: str, value: object) -> None:
    """Waits until the page computes this value: asked anew, as the page's policy lets nothing within it evaluate."""
    for _ in range(TRIES):
        if shown.evaluate(expression) == value:
            break
        shown.wait_for_timeout(100)
    assert shown.evaluate(expression) == value


def test_the_neighbourhood_of_a_node_grows_by_steps(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-peer")
    shown.get_by_role("link", name="1", exact=True).click()
    shows(shown, AROUND_PEER)
    assert shown.evaluate(OUTSIDE) == []
    expect(shown.locator("#left")).to_have_text("Filter · 1 paper, 2 entities")
    assert "outperforms" in shown.evaluate("[...draw.labels().values()].flatMap(({ lines }) => lines)")
    shown.mouse.click(*shown.evaluate(PLACE, "entity-omnimoe"))
    expect(shown.locator("#details h2")).to_have_text("OmniMoE")
    shows(shown, [*AROUND_PEER, "DeepSeekMoE", "Mixture-of-Experts", "inference latency"])
    shown.go_back()
    shows(shown, AROUND_PEER)
    shown.get_by_role("link", name="whole map").click()
    shows(shown, [*SHARED, "PEER"])


def test_a_neighbourhood_keeps_to_the_view(open_map: Callable[..., Page], small: Graph) -> None:
    shows(
        open_map(small, "#id=entity-nuscenes&hops=2"),
        ["MapGR", "MapTR", MAPTR, "MapGR …", "autonomous driving", "nuScenes"],
    )
    shows(
        open_map(small, "#id=entity-nuscenes&hops=1&view=entities"),
        ["MapGR", "MapTR", "autonomous driving", "nuScenes"],
    )


def test_a_path_leads_from_one_click_to_the_next(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.mouse.click(*shown.evaluate(PLACE, ids.paper(small.papers[0].id)))
    shown.get_by_role("button", name="Path to …").click()
    expect(shown.locator("#choosing")).to_contain_text(f"Where does the path from {MAPTR} end?")
    shown.mouse.click(*shown.evaluate(PLACE, "paper-the-online-construction-of-vectorized"))
    expect(shown.locator("#choosing")).to_be_hidden()
    expect(shown.locator("#details h2")).to_have_text(f"{MAPTR} to MapGR …")
    expect(shown.locator("#details .quiet").first).to_have_text("The shortest path, in 2 steps")
    roles = {text.strip() for text in shown.locator("#details > h4 em").all_inner_texts()}
    assert roles <= {"addresses", "evaluates on"}
    assert shown.locator("blockquote").count() >= 2
    shown.keyboard.press("Escape")
    expect(shown.locator("#details")).to_be_hidden()


def test_the_end_of_a_path_can_be_typed_at_once(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-omnimoe")
    shown.get_by_role("button", name="Path to …").click()
    expect(shown.get_by_role("combobox")).to_be_focused()
    shown.keyboard.type("PEER")
    shown.keyboard.press("Escape")
    expect(shown.locator("#suggestions")).to_be_hidden()
    expect(shown.locator("#choosing")).to_be_visible()
    shown.get_by_role("combobox").fill("PEER")
    shown.keyboard.press("Enter")
    expect(shown.locator("#details h2")).to_have_text("OmniMoE to PEER")


def test_a_path_is_found_by_keyboard_and_by_link(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-omnimoe")
    shown.get_by_role("button", name="Path to …").press("Enter")
    shown.get_by_role("combobox").fill("PEER")
    shown.keyboard.press("Enter")
    expect(shown.locator("#details > h4")).to_have_text("OmniMoE outperforms PEER 0.95")
    assert shown.url.endswith("#id=entity-omnimoe&to=entity-peer")
    apart = open_map(small, "#id=entity-omnimoe&to=entity-nuscenes")
    expect(apart.locator("#details .quiet").first).to_have_text("No path leads from one to the other.")


def test_a_path_that_is_being_chosen_can_be_given_up(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-omnimoe")
    for stop in (lambda: shown.keyboard.press("Escape"), lambda: shown.get_by_role("button", name="Cancel").click()):
        shown.get_by_role("button", name="Path to …").click()
        expect(shown.locator("#choosing")).to_be_visible()
        stop()
        expect(shown.locator("#choosing")).to_be_hidden()
        expect(shown.locator("#details h2")).to_have_text("OmniMoE")


def test_filters_narrow_map_and_list(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.locator("#left").press("Enter")
    shown.get_by_label("addresses").uncheck()
    shows(shown, [name for name in SHARED if name != "autonomous driving"])
    expect(shown.locator("#left")).to_have_text("Filter · 3 papers, 1 entities")
    expect(shown.locator("#list").get_by_role("link", name="autonomous driving")).to_have_count(0)
    shown.get_by_label("From year").fill("2020")
    shown.keyboard.press("Enter")
    shows(shown, [MAPTR, "nuScenes"])
    assert shown.url.endswith("#roles=addresses&since=2020")
    shown.get_by_role("button", name="Show all again").click()
    shows(shown, SHARED)
    shown.get_by_label("Least number of papers").fill("3")
    shown.keyboard.press("Enter")
    shows(shown, [MAPTR, "MapGR …", "OmniMoE …"])
    shown.go_back()
    expect(shown.get_by_label("Least number of papers")).to_have_value("")


def test_a_group_is_shown_alone_and_kept_in_the_address(open_map: Callable[..., Page], built: Path) -> None:
    shown = open_map(built / "map.html")
    shown.locator("#left").click()
    shown.get_by_label("Group of papers").select_option(index=1)
    papers = shown.evaluate("model.regions[0].members.filter(model.isPaper)")
    until(shown, "[...draw.now.nodes].filter(model.isPaper).sort((a, b) => a - b)", papers)
    assert "group=paper-" in shown.url
    again = open_map(built / "map.html", "#" + shown.url.split("#")[1])
    assert again.evaluate("app.state().group") == 0


def test_relations_are_filtered(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#view=entities&all=1&relations=outperforms")
    kinds = set(shown.evaluate("draw.now.edges.map(({ kind }) => kind)"))
    assert {"kindOf", "basedOn"} <= kinds
    assert "outperforms" not in kinds


def test_the_drawing_can_be_saved_and_holds_what_is_seen(
    open_map: Callable[..., Page], hostile: Graph, small: Graph
) -> None:
    for graph, words in ((small, "nuScenes"), (hostile, None)):
        shown = open_map(graph)
        with shown.expect_download() as download:
            shown.get_by_role("button", name="Save the drawing").click()
        assert download.value.suggested_filename == "map.svg"
        root = ElementTree.fromstring(download.value.path().read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert {one.tag.rpartition("}")[2] for one in root.iter()} <= {"svg", "g", "rect", "path", "text"}
        assert words is None or words in [one.text for one in root.iter()]


def test_a_former_id_opens_what_replaced_it(open_map: Callable[..., Page], small: Graph) -> None:
    graph = replace(small, redirects=((NodeId("entity-moe"), ids.entity("mixture-of-experts")),))
    expect(open_map(graph, "#id=entity-moe").locator("#details h2")).to_have_text("Mixture-of-Experts")


def test_it_opens_in_the_view_that_was_asked_for(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(page(small, "papers"))
    shows(shown, [MAPTR, "MapGR …", "OmniMoE …"])
    expect(shown.get_by_role("radio", name="Papers")).to_be_checked()
    shown.get_by_role("radio", name="Both").check(force=True)
    shows(shown, SHARED)
    assert shown.url.endswith("#view=both")


def test_what_papers_share_stands_on_the_edges_between_them(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#view=papers")
    lines = shown.evaluate(
        "[...draw.labels().values()].filter(({ kind }) => kind === 'aside').flatMap(({ lines }) => lines)"
    )
    assert any("autonomous" in line for line in lines)


def test_a_large_map_draws_what_most_papers_share_and_more_when_closer(
    open_map: Callable[..., Page], small: Graph
) -> None:
    shown = open_map(small, "#all=1")
    shown.evaluate(
        "Object.assign(draw.LIMITS, { whole: 6, nodes: 4, edges: 2 }), draw.show(app.state(), sight.of(app.state()))"
    )
    until(shown, "[draw.now.nodes.size, draw.now.edges.length]", [4, 2])
    shown.evaluate("draw.network.moveTo({ position: draw.now.at(model.byKey.get('entity-peer')), scale: 30 })")
    until(shown, "draw.now.nodes.has(model.byKey.get('entity-peer'))", True)


def test_a_link_in_the_list_keeps_the_view_and_the_filters(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.get_by_role("radio", name="Papers").check(force=True)
    shown.locator("#list").get_by_role("link", name="nuScenes 2 papers").first.click()
    assert shown.url.endswith("#id=entity-nuscenes&view=papers")
