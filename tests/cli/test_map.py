"""`kg map`: the whole graph or a part of it, in a view."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def drawn(kg, built, *words: str) -> dict[str, Any]:
    """The data of the page that `kg map` prints."""
    done = kg("map", *words, "-o", "-", "-g", built)
    assert (done.returncode, done.stderr) == (0, "")
    [data] = DATA.findall(done.stdout)
    read: dict[str, Any] = json.loads(data)
    return read


def test_what_lies_around_a_name_opens_in_a_view(kg, built) -> None:
    data = drawn(kg, built, "--around", "PEER", "--hops", "1", "--view", "entities")
    assert data["view"] == "entities"
    assert len(data["texts"]) == 1
    assert {"OmniMoE", "PEER"} <= {node["name"] for node in data["nodes"]}


def test_entities_of_types_that_several_papers_have(kg, built) -> None:
    data = drawn(kg, built, "--type", "model", "-t", "Task", "--min-papers", "2")
    entities = data["nodes"][len(data["texts"]) :]
    assert "large language model" in {node["name"] for node in entities}
    assert {node["group"] for node in entities} == {"Model", "Task"}
    assert min(node["papers"] for node in entities) == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--around", "zzzzzz"), 1, "nothing is called 'zzzzzz'"),
        (("--view", "round"), 2, "no view 'round': choose one of both, papers, entities"),
        (("--type", "Thing"), 2, "no type 'Thing'"),
        (("--hops", "0"), 2, "hops"),
    ],
)
def test_a_part_that_is_none_is_no_map(kg, built, tmp_path, words: tuple[str, ...], code: int, says: str) -> None:
    done = kg("map", *words, "-o", "m.html", "-g", built)
    assert done.returncode == code
    assert says in done.stderr
    assert not (tmp_path / "m.html").exists()
