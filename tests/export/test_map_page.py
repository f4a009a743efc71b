"""The map as a file: whole, offline, unable to do anything but what its own scripts do, and the same every time."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.core.types import Graph
from kg.export.map import html, page

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def data_of(text: str) -> dict[str, Any]:
    [data] = DATA.findall(text)
    read: dict[str, Any] = json.loads(data)
    return read


def test_the_file_is_the_page(small: Graph, tmp_path: Path) -> None:
    html(small, tmp_path / "map.html")
    assert (tmp_path / "map.html").read_bytes() == page(small).encode()
    assert [path.name for path in tmp_path.iterdir()] == ["map.html"]


def test_a_file_that_cannot_be_written_leaves_the_one_before(small: Graph, tmp_path: Path) -> None:
    (tmp_path / "map.html").mkdir()
    with pytest.raises(OSError, match=r"map\.html"):
        html(small, tmp_path / "map.html")
    assert [path.name for path in tmp_path.iterdir()] == ["map.html"]


def test_scripts_and_style_are_allowed_by_their_hashes_alone(small: Graph) -> None:
    text = page(small)
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    inline = [*SCRIPT.findall(text), style]
    hashes = ["'sha256-" + base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() + "'" for part in inline]
    assert policy == (
        f"default-src 'none'; script-src {hashes[0]} {hashes[1]}; style-src {hashes[2]}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def test_the_page_names_no_address_to_load_from(small: Graph) -> None:
    shell = SCRIPT.sub("", DATA.sub("", page(small)))
    assert re.findall(r"https?://|//[a-z]|@import|url\(|\bsrc=", shell) == []


def test_the_library_keeps_its_licence(small: Graph) -> None:
    library, _ = SCRIPT.findall(page(small))
    assert "@license" in library[:800]
    assert "Apache 2.0" in library[:800]
    assert "sourceMappingURL" not in library


def test_data_cannot_end_the_script_element(graph_of: Callable[[str, str | None, str], Graph]) -> None:
    name = "</script><!--<script>alert(1)</script>\u2028\u2029&lt;"
    [data] = DATA.findall(page(graph_of(name, name, name)))
    assert re.findall("[<>&\u2028\u2029]", data) == []
    read = json.loads(data)
    assert read["nodes"][1]["name"] == name
    assert read["texts"][0]["text"] == f"{name}\n\n{name}"


def test_characters_that_no_file_can_hold_come_through(hostile: Graph) -> None:
    text = page(hostile).encode().decode()
    assert data_of(text)["texts"][0]["text"] == hostile.papers[0].text


def test_only_web_addresses_are_kept(hostile: Graph) -> None:
    assert data_of(page(hostile))["texts"][0]["links"] == []


def test_entities_that_papers_share_have_a_place_and_others_have_none(small: Graph) -> None:
    placed = {node["name"] for node in data_of(page(small))["nodes"] if "x" in node}
    assert placed == {
        "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction",
        "OmniMoE …",
        "MapGR …",
        "nuScenes",
        "autonomous driving",
    }


def test_a_graph_in_another_order_is_the_same_file(small: Graph) -> None:
    turned = Graph(small.papers[::-1], small.entities[::-1], small.facts[::-1], small.results, small.urls)
    assert page(turned) == page(small)


def test_an_empty_graph_has_a_map() -> None:
    assert data_of(page(Graph((), (), (), ())))["nodes"] == []


MAKES = """
import hashlib, sys
from kg.core import ids
from kg.core.types import DocId, Document, Entity, Fact, Graph, Mention
from kg.export.map import page

papers = [Document(DocId(f"p{n}"), f"paper {n} " + " ".join(f"thing{m}" for m in range(12) if (n * m) % 5 < 3))
          for n in range(14)]
found = {(paper, word): paper.cut(paper.text.index(word), paper.text.index(word) + len(word), "rule:test")
         for paper in papers for word in set(paper.text.split()[2:])}
mentions = lambda name: sorted((Mention("Method", e) for (_, word), e in found.items() if word == name),
                               key=lambda mention: mention.evidence)
entities = [Entity(ids.entity(name), "Method", name, (), tuple(mentions(name))) for name in {word for _, word in found}]
facts = [Fact(ids.paper(paper.id), "uses", ids.entity(word), (e,), 1.0) for (paper, word), e in found.items()]
sys.stdout.write(hashlib.sha256(page(Graph(tuple(papers), tuple(entities), tuple(facts), ())).encode()).hexdigest())
"""


def test_every_process_writes_the_same_bytes() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", MAKES],
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, threads in (("1", "1"), ("2", "2"))
    }
    assert len(digests) == 1
    assert re.fullmatch("[0-9a-f]{64}", digests.pop())
