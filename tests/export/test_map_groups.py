"""Groups of papers on the map, and what a reader finds by a sentence or without a mouse, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kg.core import ids
from kg.core.types import Entity, Fact, Graph, Mention

pytestmark = pytest.mark.xdist_group("browser")

MAPTR = "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction"
MAPTR_KEY = "paper-10.48550%252FarXiv.2208.14437"
GROUP = "autonomous driving"
WORD = "vectorized"
SHOWN = "[...draw.now.nodes].map((node) => model.nodes[node].name).sort()"
CURSOR = "getComputedStyle(document.getElementById('canvas')).cursor"
CROSSED = """() => [...draw.labels().values()].filter(({ kind }) => kind === "region").flatMap((name) => {
  const isOver = ({ x, y }) => x > name.left && x < name.right && y > name.top && y < name.bottom;
  const along = ({ from, to }) => {
    const [a, b] = [draw.now.at(from), draw.now.at(to)];
    return Array.from({ length: 99 }, (_, n) => ({ x: a.x + ((b.x - a.x) * n) / 99, y: a.y + ((b.y - a.y) * n) / 99 }));
  };
  const found = draw.now.edges.flatMap(along).filter(isOver).map((place) => draw.what(draw.network.canvasToDOM(place)));
  return found.map(({ node, isNamed }) => (node !== null ? "node" : isNamed ? "name" : "line"));
})"""
LIT = "[...(draw.now.lit ?? [])].map((node) => model.nodes[node].name).sort()"
MEMBERS = sorted([MAPTR, "MapGR …", "autonomous driving", "nuScenes", WORD])
ON_PAGE = """({ x, y }) => {
  const { left, top } = document.getElementById("canvas").getBoundingClientRect();
  return [x + left, y + top];
}"""
NAME = """() => draw.network.canvasToDOM([...draw.labels().values()].find(({ kind }) => kind === "region"))"""
LAND = """() => {
  for (let x = 0; x < 1000; x += 10)
    for (let y = 0; y < 800; y += 10) if (draw.what({ x, y })?.isNamed === false) return { x, y };
}"""
NODE = "(key) => draw.network.canvasToDOM(draw.now.at(model.byKey.get(key)))"
TRIES = 300


@pytest.fixture
def grouped(small: Graph) -> Graph:
    """The small graph, of whose papers two have a third thing in common, which makes them a group."""
    found = {
        paper.id: paper.cut(start, start + len(WORD), "rule:test")
        for paper in small.papers
        if (start := paper.text.find(WORD)) >= 0
    }
    entity = Entity(ids.entity(WORD), "Concept", WORD, (), tuple(Mention("Concept", piece) for piece in found.values()))
    facts = tuple(Fact(ids.paper(doc), "studies", entity.id, (piece,), 0.9) for doc, piece in found.items())
    return replace(small, entities=(*small.entities, entity), facts=(*small.facts, *facts))


def on_page(shown: Page, where: str, *key: str) -> tuple[float, float]:
    """The place on the page of what an expression finds on the canvas."""
    x, y = shown.evaluate(ON_PAGE, shown.evaluate(where, *key))
    return x, y


def until(shown: Page, expression: str, value: object) -> None:
    for _ in range(TRIES):
        if shown.evaluate(expression) == value:
            break
        shown.wait_for_timeout(50)
    assert shown.evaluate(expression) == value


def test_a_click_on_the_name_of_a_group_says_what_holds_it_together(
    open_map: Callable[..., Page], grouped: Graph
) -> None:
    shown = open_map(grouped)
    place = on_page(shown, NAME)
    shown.mouse.move(*place)
    expect(shown.locator("#hint")).to_have_text("2 papers: click to see what holds them together")
    shown.mouse.click(*place)
    expect(shown.locator("#details h2")).to_have_text(GROUP)
    assert shown.locator("#details .kind").inner_text().strip() == "group of 2 papers"
    rows = shown.locator("#details .rows li").all_inner_texts()
    assert [row.split("\n") for row in rows] == [
        ["autonomous driving", "2 of 2"],
        ["nuScenes", "2 of 2"],
        ["vectorized", "2 of 2"],
    ]
    assert shown.locator("#details h4").all_inner_texts() == [MAPTR, "MapGR …"]
    until(shown, LIT, MEMBERS)
    assert "#region=paper-" in shown.url
    shown.get_by_role("link", name="← All papers").click()
    expect(shown.locator("#list")).to_be_visible()
    until(shown, LIT, [])


def test_a_click_on_the_land_of_a_group_opens_it_and_one_beside_it_closes_it(
    open_map: Callable[..., Page], grouped: Graph
) -> None:
    shown = open_map(grouped)
    shown.mouse.click(*on_page(shown, LAND))
    expect(shown.locator("#details h2")).to_have_text(GROUP)
    shown.get_by_role("button", name="Show the whole map").click()
    shown.mouse.click(1400, 40)
    expect(shown.locator("#details")).to_be_hidden()


def test_the_name_of_a_group_lies_over_the_lines_that_cross_it(open_map: Callable[..., Page], built: Path) -> None:
    found = open_map(built / "map.html").evaluate(CROSSED)
    assert "name" in found
    assert "line" not in found


def test_the_pointer_is_a_hand_over_the_name_and_the_land_of_a_group(
    open_map: Callable[..., Page], grouped: Graph
) -> None:
    shown = open_map(grouped)
    shown.mouse.move(*on_page(shown, LAND))
    until(shown, CURSOR, "pointer")
    expect(shown.locator("#hint")).to_be_hidden()
    shown.mouse.move(1400, 40)
    until(shown, CURSOR, "auto")
    shown.mouse.move(*on_page(shown, NAME))
    until(shown, CURSOR, "pointer")


def test_a_group_is_opened_by_keyboard_and_by_link(open_map: Callable[..., Page], grouped: Graph) -> None:
    shown = open_map(grouped)
    shown.locator("#list").get_by_role("link", name=GROUP, exact=True).press("Enter")
    expect(shown.locator("#details")).to_be_focused()
    expect(shown.locator("#details h2")).to_have_text(GROUP)
    again = open_map(grouped, "#" + shown.url.split("#")[1])
    expect(again.locator("#details h2")).to_have_text(GROUP)
    until(again, LIT, MEMBERS)
    again.keyboard.press("Escape")
    expect(again.locator("#details")).to_be_hidden()


def test_a_member_names_its_group(open_map: Callable[..., Page], grouped: Graph) -> None:
    shown = open_map(grouped, f"#id={MAPTR_KEY}")
    shown.locator("p", has_text="In the group").get_by_role("link", name=GROUP).click()
    expect(shown.locator("#details h2")).to_have_text(GROUP)


def test_a_group_can_be_shown_alone(open_map: Callable[..., Page], grouped: Graph) -> None:
    shown = open_map(grouped)
    shown.locator("#list").get_by_role("link", name=GROUP, exact=True).click()
    shown.get_by_role("button", name="Show only these").press("Enter")
    until(shown, SHOWN, MEMBERS)
    expect(shown.locator("#left")).to_have_text("Filter · 2 papers, 3 entities")


def test_a_large_map_says_so_and_draws_all_of_a_group_that_is_opened(
    open_map: Callable[..., Page], grouped: Graph
) -> None:
    shown = open_map(grouped)
    expect(shown.locator("#level")).to_be_hidden()
    shown.evaluate("Object.assign(draw.LIMITS, { whole: 2, nodes: 1 }), app.go({ off: new Set(['Metric']) })")
    expect(shown.locator("#level")).to_be_visible()
    until(shown, "draw.now.nodes.size", 1)
    shown.locator("#list").get_by_role("link", name=GROUP, exact=True).click()
    until(shown, f"{MEMBERS!r}.every((name) => ({SHOWN}).includes(name))", True)


@pytest.mark.parametrize("keyboard", [True, False])
def test_a_sentence_finds_the_fact_that_it_means(open_map: Callable[..., Page], small: Graph, keyboard: bool) -> None:
    shown = open_map(small)
    shown.get_by_role("combobox").fill("where does OmniMoE beat PEER?")
    options = shown.get_by_role("option")
    assert [text.split("\n")[0] for text in options.all_inner_texts()] == [
        "OmniMoE outperforms PEER",
        "OmniMoE",
        "PEER",
    ]
    if keyboard:
        shown.keyboard.press("Enter")
    else:
        options.first.click()
    expect(shown.locator("#details h2")).to_have_text("OmniMoE outperforms PEER 0.95")
    assert shown.locator("blockquote mark").all_inner_texts() == ["PEER"]
    until(shown, LIT, ["OmniMoE", "OmniMoE …", "PEER"])


def test_a_name_that_is_linked_to_no_paper_is_shown_where_it_stands(
    open_map: Callable[..., Page], small: Graph
) -> None:
    peer = ids.entity("peer")
    facts = tuple(fact for fact in small.facts if not (fact.object == peer and ids.is_paper(fact.subject)))
    shown = open_map(replace(small, facts=facts), "#id=entity-peer")
    titles = [title.lower() for title in shown.locator("#details summary").all_inner_texts()]
    assert titles == ["named without a link", "1 fact", "1 result"]
    assert set(shown.locator("#details mark").all_inner_texts()) >= {"PEER"}
    until(shown, f"({SHOWN}).includes('PEER')", True)


@pytest.mark.parametrize("keyboard", [True, False])
def test_what_the_list_points_at_is_lit_on_the_map(open_map: Callable[..., Page], small: Graph, keyboard: bool) -> None:
    shown = open_map(small)
    link = shown.locator("#list").get_by_role("link", name="nuScenes 2 papers")
    if keyboard:
        link.focus()
    else:
        link.hover()
    until(shown, LIT, sorted([MAPTR, "MapGR …", "nuScenes"]))
    if keyboard:
        shown.locator("#query").focus()
    else:
        shown.mouse.move(1400, 40)
    until(shown, LIT, [])


def test_what_two_papers_share_is_reached_by_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, f"#id={MAPTR_KEY}")
    shown.get_by_role("link", name="2 shared").press("Enter")
    expect(shown.locator("#details h2")).to_contain_text("shares with")
    assert shown.locator("#details h4 a").all_inner_texts() == ["autonomous driving", "nuScenes"]


def test_steps_around_a_node_are_chosen_by_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-peer")
    shown.get_by_role("link", name="1", exact=True).press("Enter")
    until(shown, SHOWN, ["OmniMoE", "OmniMoE …", "PEER"])


def test_a_path_ends_at_a_click_with_shift(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-nuscenes")
    shown.keyboard.down("Shift")
    shown.mouse.click(*on_page(shown, NODE, ids.entity("autonomous driving")))
    shown.keyboard.up("Shift")
    expect(shown.locator("#details h2")).to_have_text("nuScenes to autonomous driving")
    expect(shown.locator("#details .quiet").first).to_have_text("The shortest path, in 2 steps")


@pytest.mark.parametrize("keyboard", [True, False])
def test_roles_relations_and_groups_are_filtered(open_map: Callable[..., Page], grouped: Graph, keyboard: bool) -> None:
    shown = open_map(grouped, "#all=1&view=entities")
    shown.locator("#left").click()
    outperforms, uses = shown.get_by_label("outperforms"), shown.get_by_label("uses", exact=True)
    group = shown.get_by_label("Group of papers")
    if keyboard:
        outperforms.press("Space")
        until(shown, "[...app.state().relations].length", 1)
        uses.press("Space")
        group.press("ArrowDown")
    else:
        outperforms.click()
        uses.click()
        group.select_option(GROUP)
    until(shown, "app.state().group", 0)
    assert shown.evaluate("[...app.state().relations, ...app.state().roles]") == ["outperforms", "uses"]
    until(shown, f"({SHOWN}).includes('OmniMoE')", False)


def test_what_is_chosen_at_once_after_another_choice_goes_on_from_it(
    open_map: Callable[..., Page], grouped: Graph
) -> None:
    shown = open_map(grouped, "#all=1&view=entities")
    boxes = [shown.get_by_label(name, exact=True).element_handle() for name in ("outperforms", "uses")]
    shown.evaluate("(boxes) => boxes.forEach((box) => box.click())", boxes)
    assert shown.evaluate("[...app.state().relations, ...app.state().roles]") == ["outperforms", "uses"]
    names = shown.evaluate(f"app.go({{ group: 0 }}), {SHOWN}")
    assert "OmniMoE" not in names
    assert "MapTR" in names
    shown.go_back()
    until(shown, "app.state().group", None)
    assert shown.evaluate("[...app.state().relations, ...app.state().roles]") == ["outperforms", "uses"]
    shown.go_back()
    until(shown, "[...app.state().relations, ...app.state().roles]", ["outperforms"])


def test_the_buttons_work_by_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, reduced_motion="reduce")
    scale = shown.evaluate("draw.network.getScale()")
    shown.get_by_role("button", name="Zoom in").press("Enter")
    assert shown.evaluate("draw.network.getScale()") == pytest.approx(1.4 * scale)
    shown.get_by_role("button", name="Show the whole map").press("Enter")
    assert shown.evaluate("draw.network.getScale()") == pytest.approx(scale)
    shown.get_by_role("button", name="Switch between light and dark").press("Enter")
    assert shown.evaluate("document.documentElement.dataset.theme") == "dark"
    shown.get_by_role("button", name="+ 12 that one paper alone has").press("Enter")
    until(shown, "app.state().all", True)
    for name, file in (("Save the picture (PNG)", "map.png"), ("Save the drawing (SVG)", "map.svg")):
        with shown.expect_download() as download:
            shown.get_by_role("button", name=name).press("Enter")
        assert download.value.suggested_filename == file


def test_the_wheel_zooms_and_the_pointer_drags(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    scale, left = shown.evaluate("[draw.network.getScale(), draw.network.getViewPosition().x]")
    shown.mouse.move(1300, 60)
    shown.mouse.wheel(0, -200)
    until(shown, f"draw.network.getScale() > {scale}", True)
    shown.mouse.down()
    shown.mouse.move(1200, 60, steps=4)
    shown.mouse.up()
    until(shown, f"draw.network.getViewPosition().x > {left}", True)
    expect(shown.locator("#list")).to_be_visible()


ABROAD = """() => [...draw.labels().values()].filter(({ kind }) => kind === "region")
  .filter(({ node, x, y }) => !paint.isOn(node - model.nodes.length, x, y)).map(({ lines }) => lines)"""


def test_where_there_is_little_room_groups_and_what_is_shared_are_named_alone(
    open_map: Callable[..., Page], built: Path
) -> None:
    shown = open_map(built / "map.html", viewport={"width": 260, "height": 420})
    kinds = shown.evaluate("[...draw.labels().values()].map(({ node, kind }) => [kind, model.isPaper(node)])")
    assert ["region", False] in kinds
    assert all(not is_paper for _, is_paper in kinds)
    assert shown.evaluate(ABROAD) == []


def test_up_to_eight_groups_each_have_a_colour_of_their_own(open_map: Callable[..., Page], built: Path) -> None:
    tints = open_map(built / "map.html").evaluate("model.regions.map(({ tint }) => tint)")
    assert sorted(tints[:8]) == list(range(min(8, len(tints))))
    assert set(tints) <= set(range(8))
