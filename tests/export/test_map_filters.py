"""What the filters of the map leave, and how the reader sees that they are on, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kg.core.types import Graph

pytestmark = pytest.mark.xdist_group("browser")

DRAWN = "draw.now.regions.map(({ number }) => number)"
IS_BLANK = """() => {
  const { canvas } = draw.network.canvas.frame;
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.every((value) => value === 0);
}"""
TYPES_DRAWN = (
    "[...new Set([...draw.now.nodes].map((node) => model.nodes[node].group))].filter((type) => type !== 'Paper')"
)
WHOLE = "3 papers and the 2 things that they share"


def counts(shown: Page, words: str) -> None:
    expect(shown.locator("h1 small")).to_have_text(words)


def test_all_papers_undoes_a_group_shown_alone(open_map: Callable[..., Page], built: Path) -> None:
    shown = open_map(built / "map.html")
    whole = shown.locator("h1 small").inner_text()
    papers = shown.evaluate("model.regions[0].papers.length")
    shown.locator("#list .group a").first.click()
    shown.get_by_role("button", name="Show only these").click()
    expect(shown.locator("h1 small")).to_contain_text(f"{papers} of 34 papers and ")
    shown.get_by_role("link", name="← All papers").click()
    counts(shown, whole)
    assert "#" not in shown.url or shown.url.endswith("#")
    expect(shown.locator("#left")).to_have_text("Filter")


def test_a_group_shown_alone_gets_the_others_back(open_map: Callable[..., Page], built: Path) -> None:
    shown = open_map(built / "map.html")
    shown.locator("#list .group a").first.click()
    shown.get_by_role("button", name="Show only these").click()
    shown.get_by_role("button", name="Show the others, too").click()
    expect(shown.get_by_role("button", name="Show only these")).to_be_visible()
    assert shown.evaluate("app.state().group") is None


def test_the_head_says_how_much_is_left_while_a_filter_is_on(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small, "#since=2020")
    counts(shown, "1 of 3 papers and 2 of the 2 things that they share")
    shown.evaluate("app.go({ since: 0, off: new Set(['Dataset']) })")
    counts(shown, "3 of 3 papers and 1 of the 2 things that they share")
    shown.evaluate("app.go(choice.UNFILTERED)")
    counts(shown, WHOLE)


@pytest.mark.parametrize("view", ["both", "papers", "entities"])
def test_no_land_is_drawn_of_a_group_of_which_nothing_is_left(
    open_map: Callable[..., Page], built: Path, view: str
) -> None:
    shown = open_map(built / "map.html")
    everything = shown.evaluate("model.regions.map(({ number }) => number)")
    assert shown.evaluate(DRAWN) == everything
    key = shown.evaluate("model.nodes[model.regions.at(-1).members[0]].key")
    again = open_map(built / "map.html", f"#view={view}&group={key.replace('%', '%25')}")
    assert again.evaluate(DRAWN) == everything[-1:]


def test_filters_that_leave_nothing_say_so_and_can_be_cleared(open_map: Callable[..., Page], built: Path) -> None:
    shown = open_map(built / "map.html")
    said = shown.locator("#nothing")
    expect(said).to_be_hidden()
    shown.evaluate("app.go({ until: 1900 })")
    expect(said).to_contain_text("The filters leave nothing to show.")
    assert shown.evaluate(IS_BLANK)
    shown.get_by_role("button", name="Clear the filters").click()
    expect(said).to_be_hidden()
    assert shown.evaluate("[draw.now.nodes.size > 34, app.state().until]") == [True, 0]


def test_the_legend_has_every_type_that_is_drawn(open_map: Callable[..., Page], small: Graph) -> None:
    shown = open_map(small)
    names = shown.locator("#legend button:visible:not(.all)")
    assert names.all_inner_texts() == ["dataset", "task"]
    shown.get_by_role("button", name="+ 12 that one paper alone has").click()
    counts(shown, "3 papers and the 14 things that they have")
    assert sorted(name.title() for name in names.all_inner_texts()) == sorted(shown.evaluate(TYPES_DRAWN))
    shown.get_by_role("button", name="metric").click()
    counts(shown, "3 of 3 papers and 11 of the 14 things that they have")
    expect(shown.get_by_role("button", name="metric")).to_have_attribute("aria-pressed", "false")
    shown.get_by_role("button", name="metric").click()
    counts(shown, "3 papers and the 14 things that they have")
    shown.get_by_role("button", name="+ 12 that one paper alone has").click()
    expect(shown.get_by_role("button", name="metric")).to_be_hidden()
    counts(shown, WHOLE)
