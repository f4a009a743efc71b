"""How the view of the map moves so that what is chosen lies free of what stands over the canvas, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kg.core.types import Graph

pytestmark = pytest.mark.xdist_group("browser")

VIEW = "({ ...draw.network.getViewPosition(), scale: draw.network.getScale() })"
COVERED = """(key) => {
  const node = model.byKey.get(key);
  const { x, y } = draw.now.at(node);
  const box = draw.labels().get(node) ?? { left: x, top: y, right: x, bottom: y };
  const canvas = document.getElementById("canvas");
  const { left, top } = canvas.getBoundingClientRect();
  return [{ x, y }, { x: box.left, y: box.top }, { x: box.right, y: box.top }, { x: box.left, y: box.bottom },
    { x: box.right, y: box.bottom }].map((place) => draw.network.canvasToDOM(place))
    .filter((place) => !canvas.contains(document.elementFromPoint(place.x + left, place.y + top))).length;
}"""
LAY = """([key, where]) => {
  const { clientWidth, clientHeight } = draw.network.canvas.frame;
  const places = { legend: [200, clientHeight - 30], tools: [clientWidth - 30, clientHeight - 60], edge: [4, 300],
    beyond: [-900, 3000] };
  const { x, y } = draw.now.at(model.byKey.get(key));
  const [left, top] = places[where].map((side, axis) => [clientWidth, clientHeight][axis] / 2 - side);
  const scale = draw.network.getScale();
  draw.network.moveTo({ position: { x: x + left / scale, y: y + top / scale } });
}"""
OUTERMOST = """() => {
  const placed = model.nodes.filter(({ x }) => x !== undefined);
  return ["x", "y"].map((axis) => placed.sort((a, b) => b[axis] - a[axis])[0].key);
}"""


def rested(shown: Page) -> dict[str, float]:
    """Where the view has come to rest."""
    before, now = None, shown.evaluate(VIEW)
    while before != now:
        shown.wait_for_timeout(150)
        before, now = now, shown.evaluate(VIEW)
    view: dict[str, float] = now
    return view


@pytest.mark.parametrize("where", ["legend", "tools", "edge", "beyond"])
@pytest.mark.parametrize("way", ["search", "link", "address"])
def test_what_is_chosen_comes_to_lie_free(open_map: Callable[..., Page], small: Graph, where: str, way: str) -> None:
    shown = open_map(small)
    key = "entity-nuscenes"
    shown.evaluate(LAY, [key, where])
    before = rested(shown)
    assert shown.evaluate(COVERED, key) > 0
    if way == "search":
        shown.get_by_role("combobox").fill("nuScenes")
        shown.keyboard.press("Enter")
    elif way == "link":
        shown.locator("#list").get_by_role("link", name="nuScenes 2 papers").first.click()
    else:
        shown.evaluate("(key) => { location.hash = `id=${key}`; }", key)
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    after = rested(shown)
    assert shown.evaluate(COVERED, key) == 0
    assert after["scale"] == before["scale"]


def test_the_view_rests_where_what_is_chosen_lies_free(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    before = rested(shown)
    shown.get_by_role("combobox").fill("nuScenes")
    shown.keyboard.press("Enter")
    expect(shown.locator("#details h2")).to_have_text("nuScenes")
    assert rested(shown) == before


@pytest.mark.parametrize("size", [(1440, 900), (1000, 620), (390, 844)])
def test_what_the_address_opens_lies_free(open_map: Callable[..., Page], built: Path, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    shown = open_map(built / "map.html", viewport=viewport)
    for key in shown.evaluate(OUTERMOST):
        again = open_map(built / "map.html", "#id=" + key.replace("%", "%25"), viewport=viewport)
        rested(again)
        assert again.evaluate(COVERED, key) == 0
