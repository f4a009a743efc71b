"""The map in a real browser with the network cut off: what a reader can do with it, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kg.core import ids
from kg.core.types import Graph
from kg.export.map import page

pytestmark = pytest.mark.xdist_group("browser")

PHONE = {"width": 390, "height": 844}

VISIBLE = "[...draw.now.nodes].map((node) => model.nodes[node].name)"
PLACE = """(key) => {
  const { x, y } = draw.network.canvasToDOM(model.place(model.nodes[model.byKey.get(key)], false));
  const { left, top } = document.getElementById("canvas").getBoundingClientRect();
  return [x + left, y + top];
}"""
LABELS = """() => [...draw.labels().values()].map(({ node, kind, left, top, right, bottom }) => {
  const start = draw.network.canvasToDOM({ x: left, y: top });
  const end = draw.network.canvasToDOM({ x: right, y: bottom });
  return { node, kind, left: start.x, top: start.y, right: end.x, bottom: end.y };
})"""

MAPTR = "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction"
MAPTR_KEY = "paper-10.48550%2FarXiv.2208.14437"
SHARED = [MAPTR, "MapGR …", "OmniMoE …", "autonomous driving", "nuScenes"]
MAPGR_KEY = "paper-the-online-construction-of-vectorized"


def shows(shown: Page, names: list[str]) -> None:
    """Waits until the canvas holds nodes of exactly these names."""
    for _ in range(100):
        if sorted(shown.evaluate(VISIBLE)) == sorted(names):
            return
        shown.wait_for_timeout(20)
    assert sorted(shown.evaluate(VISIBLE)) == sorted(names)


def test_it_opens_still_and_silent(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    assert shown.locator("h1").inner_text().split("\n") == [
        "Map of papers",
        "3 papers and the 2 things that they share",
    ]
    shows(shown, SHARED)
    before = shown.locator("#canvas").screenshot()
    shown.wait_for_timeout(200)
    assert shown.locator("#canvas").screenshot() == before


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (390, 844)])
def test_no_names_overlap_and_where_there_is_room_all_34_papers_are_named(
    open_map: Callable[..., Page], built: Path, size: tuple[int, int]
) -> None:
    assert (built / "map.html").stat().st_size < 1_500_000
    shown = open_map(built / "map.html", viewport={"width": size[0], "height": size[1]})
    labels = shown.evaluate(LABELS)
    width, height = shown.evaluate("['clientWidth', 'clientHeight'].map((side) => draw.network.canvas.frame[side])")
    if size[0] > 1000:
        assert sum(label["kind"] == "paper" for label in labels) == 34
    for n, one in enumerate(labels):
        assert 0 <= one["left"] <= one["right"] <= width and 0 <= one["top"] <= one["bottom"] <= height
        for other in labels[:n]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert min(across, down) <= 0, (one, other)


OUTSIDE = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return model.regions.flatMap(({ shores, members }) => {
    const land = new Path2D(shores.map((shore) => "M" + model.pairs(shore).join("L") + "Z").join(""));
    return members.filter((node) => !pen.isPointInPath(land, model.nodes[node].x, model.nodes[node].y, "evenodd"));
  });
}"""


def test_what_belongs_to_a_region_stands_within_its_shores(open_map: Callable[..., Page], built: Path) -> None:
    shown = open_map(built / "map.html")
    assert shown.evaluate("model.regions.length") > 3
    assert shown.evaluate(OUTSIDE) == []


def test_search_finds_an_alias_by_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    for key in ("Tab", "Tab", "Tab"):
        shown.keyboard.press(key)
    shown.keyboard.type("mixture of")
    assert shown.get_by_role("option", selected=True).inner_text().split("\n")[0] == "Mixture-of-Experts"
    shown.keyboard.press("Enter")
    expect(shown.locator("#details h2")).to_have_text("Mixture-of-Experts")
    assert shown.url.endswith("#id=entity-mixture-of-experts")
    shows(shown, [*SHARED, "Mixture-of-Experts"])


def test_search_suggests_and_opens_by_mouse(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.get_by_role("combobox").fill("map")
    options = shown.get_by_role("option")
    assert [text.split("\n")[0] for text in options.all_inner_texts()] == [
        "mean Average Precision",
        MAPTR,
        "MapGR …",
        "MapGR",
        "MapTR",
    ]
    options.nth(1).click()
    expect(shown.locator("#details h2")).to_have_text(MAPTR)
    expect(shown.get_by_role("listbox")).to_be_hidden()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("shaoyu", [MAPTR]),
        ("ICLR 2023", [MAPTR]),
        ("vectorized structured", [MAPTR]),
        ("driving", ["autonomous driving"]),
    ],
)
def test_search_finds_words_of_names_authors_and_venues(
    open_map: Callable[..., Page], small: Graph, words: str, found: list[str]
) -> None:
    shown = open_map(small)
    shown.get_by_role("combobox").fill(words)
    assert [text.split("\n")[0] for text in shown.get_by_role("option").all_inner_texts()] == found


def test_search_says_when_there_is_nothing(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.get_by_role("combobox").fill("zzz")
    assert shown.locator("#suggestions").inner_text() == "Nothing of that name"
    shown.keyboard.press("Escape")
    expect(shown.locator("#suggestions")).to_be_hidden()


def test_a_click_on_a_node_opens_it_and_one_beside_it_closes_it(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.mouse.click(*shown.evaluate(PLACE, "entity-nuscenes"))
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    shown.mouse.click(1400, 40)
    expect(shown.locator("#details")).to_be_hidden()
    expect(shown.locator("#list")).to_be_visible()


def test_an_edge_between_papers_says_what_they_share(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#view=papers")
    shows(shown, ["MapGR …", MAPTR, "OmniMoE …"])
    (ax, ay), (bx, by) = shown.evaluate(PLACE, MAPTR_KEY), shown.evaluate(PLACE, MAPGR_KEY)
    shown.mouse.move((ax + bx) / 2, (ay + by) / 2)
    expect(shown.locator("#hint")).to_have_text("share autonomous driving, nuScenes")
    shown.mouse.click((ax + bx) / 2, (ay + by) / 2)
    expect(shown.locator("#hint")).to_be_hidden()
    assert shown.locator("#details h4 a").all_inner_texts() == ["autonomous driving", "nuScenes"]
    assert shown.locator("blockquote").count() == 4


def test_the_legend_switches_types_by_mouse_and_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    dataset = shown.get_by_role("button", name="dataset", exact=True)
    dataset.click()
    expect(dataset).to_have_attribute("aria-pressed", "false")
    shows(shown, [name for name in SHARED if name != "nuScenes"])
    dataset.focus()
    shown.keyboard.press("Space")
    expect(dataset).to_have_attribute("aria-pressed", "true")
    shows(shown, SHARED)


def test_what_one_paper_alone_has_is_folded_until_asked_for(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shows(shown, SHARED)
    switch = shown.get_by_role("button", name="+ 12 that one paper alone has")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    shows(shown, shown.evaluate("model.nodes.map((node) => node.name)"))


def test_views_are_switched_by_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    shown.get_by_role("radio", name="Both").focus()
    shown.keyboard.press("ArrowRight")
    expect(shown.get_by_role("radio", name="Papers")).to_be_checked()
    shows(shown, ["MapGR …", MAPTR, "OmniMoE …"])
    shown.keyboard.press("ArrowRight")
    expect(shown.get_by_role("radio", name="Entities")).to_be_checked()
    shows(shown, ["autonomous driving", "nuScenes"])


def test_the_pointer_on_a_node_lights_its_neighbours(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    before = shown.locator("#canvas").screenshot()
    shown.mouse.move(*shown.evaluate(PLACE, "entity-nuscenes"))
    expect(shown.locator("#hint")).to_have_text("nuScenes")
    assert shown.locator("#canvas").screenshot() != before
    shown.mouse.move(1400, 40)
    expect(shown.locator("#hint")).to_be_hidden()


def test_back_and_forward_keep_the_state(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#id=entity-nuscenes&view=entities&off=Task")
    shows(shown, ["nuScenes"])
    shown.locator("#details h4 a").first.click()
    expect(shown.locator("#details h2")).to_have_text(MAPTR)
    shown.go_back()
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    shown.go_forward()
    expect(shown.locator("#details h2")).to_have_text(MAPTR)
    expect(shown.get_by_role("radio", name="Entities")).to_be_checked()


@pytest.mark.parametrize(
    "hash_", ["#id=nobody", "#edge=[1]", "#edge={", "#view=x&off=y&all=2", "#%E0%A4%A", "#id=__proto__"]
)
def test_a_damaged_link_opens_the_whole_map(open_map: Callable[..., Page], small: Graph, hash_: str) -> None:
    shown = open_map(small, hash_)
    shows(shown, SHARED)
    expect(shown.locator("#list")).to_be_visible()


def test_it_is_dark_where_the_system_is_and_where_the_reader_wants_it(
    open_map: Callable[..., Page], small: Graph
) -> None:
    shown = open_map(small, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert shown.evaluate(ground) == "rgb(16, 20, 27)"
    shown.get_by_role("button", name="Switch between light and dark").click()
    assert shown.evaluate(ground) == "rgb(250, 248, 244)"


def test_the_list_is_the_map_for_the_keyboard(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    link = shown.locator("#list").get_by_role("link", name="autonomous driving 2 papers")
    link.focus()
    shown.keyboard.press("Enter")
    expect(shown.locator("#details")).to_be_focused()
    expect(shown.locator("#details h2")).to_have_text("autonomous driving")
    shown.keyboard.press("Tab")
    shown.keyboard.press("Enter")
    expect(shown.locator("#list")).to_be_focused()


def test_a_phone_shows_map_and_list_one_above_the_other(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, viewport=PHONE, has_touch=True)
    boxes = "['canvas', 'side'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())"
    canvas, side = shown.evaluate(boxes)
    assert canvas["width"] == side["width"] == shown.evaluate("document.documentElement.scrollWidth") == 390
    assert canvas["bottom"] <= side["top"]
    shown.touchscreen.tap(*shown.evaluate(PLACE, "entity-nuscenes"))
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    shown.wait_for_timeout(400)
    expect(shown.locator("#hint")).to_be_hidden()


def test_what_is_out_of_sight_comes_into_view_with_its_neighbours(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, reduced_motion="reduce")
    shown.evaluate("draw.network.moveTo({ position: { x: 3000, y: 3000 }, scale: 1 })")
    shown.evaluate("location.hash = 'id=entity-nuscenes'")
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    for key in ("entity-nuscenes", MAPTR_KEY, MAPGR_KEY):
        x, y = shown.evaluate(PLACE, key)
        assert 348 < x < 1440
        assert 0 < y < 844


def test_the_picture_can_be_saved(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    with shown.expect_download() as download:
        shown.get_by_role("button", name="Save the picture (PNG)").click()
    assert download.value.suggested_filename == "map.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_zoom_and_whole_map(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, reduced_motion="reduce")
    scale = "draw.network.getScale()"
    start = shown.evaluate(scale)
    shown.get_by_role("button", name="Zoom out").click()
    assert shown.evaluate(scale) == pytest.approx(start / 1.4)
    shown.get_by_role("button", name="Show the whole map").click()
    assert shown.evaluate(scale) == pytest.approx(start)


def test_a_graph_of_nothing_opens(open_map: Callable[..., Page]) -> None:
    shown = open_map(Graph((), (), (), ()))
    assert "0 papers" in shown.locator("h1").inner_text()


def test_it_works_in_the_frame_of_a_notebook(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(f'<!doctype html><iframe srcdoc="{escape(page(small))}" width="1200" height="700"></iframe>')
    frame = shown.frame_locator("iframe")
    frame.locator("#list").get_by_role("link", name="nuScenes 2 papers").first.click()
    expect(frame.locator("#details h2")).to_have_text("nuScenes")


HOSTILE = (
    "<script>window.ran = 1; alert(1)</script>",
    "</script><!--<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    '"><svg onload=window.ran=1> href="javascript:window.ran=1"',
    "javascript:window.ran=1",
    "line\u2028separator\u2029paragraph",
    "right\u202eto left\u2066 isolate",
    "${window.ran = 1} {{data}} `'\\",
    "__proto__",
    "שלום עולם",
    "😀 e\u0301 漢字",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_papers_say_is_shown_and_never_run(
    open_map: Callable[..., Page], graph_of: Callable[[str, str | None, str], Graph], name: str
) -> None:
    graph = graph_of(name, name, f"{name} is said to be {name}.")
    shown = open_map(graph)
    assert shown.evaluate("model.nodes.map((node) => node.name)") == [name, name]
    for node in (0, 1):
        shown.evaluate("(node) => { location.hash = app.address({ node, edge: null }); }", node)
        expect(shown.locator("#details h2")).to_have_text(name)
        assert shown.locator("#details h2").evaluate("(element) => element.textContent") == name
    assert name in shown.locator("#details").evaluate("(element) => element.textContent")
    shown.get_by_role("combobox").fill(name)
    shown.mouse.move(*shown.evaluate(PLACE, ids.paper(graph.papers[0].id)))
    expect(shown.locator("#hint")).to_have_text(name)
    assert shown.evaluate("window.ran") is None
    assert shown.locator("script").count() == 3
    assert shown.locator("img, svg, iframe, object, [onerror], [onload]").count() == 0
    assert (
        shown.locator("a").evaluate_all("(links) => links.map((link) => link.protocol)")
        == ["file:"] * shown.locator("a").count()
    )


def test_text_that_no_file_can_hold_is_shown(open_map: Callable[..., Page], hostile: Graph) -> None:
    shown = open_map(hostile)
    letters = shown.evaluate("[...model.texts[0].text].map((letter) => letter.codePointAt(0))")
    assert letters == [ord(letter) for letter in hostile.papers[0].text]
    assert "script" not in shown.locator("#list").inner_html()
