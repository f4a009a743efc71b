from __future__ import annotations

import json

ONE = '{"id": "p1", "title": "On OmniMoE", "abstract": "We propose OmniMoE, a framework that outperforms PEER."}\n'
TWO = '{"id": "p2", "title": "\\u001b[31mred", "abstract": "We propose MapGR, a model that outperforms MapTR."}\n'


def test_diff_shows_what_came_and_went(kg, tmp_path) -> None:
    (tmp_path / "one.jsonl").write_text(ONE)
    (tmp_path / "two.jsonl").write_text(ONE + TWO)
    for name in ("one", "two"):
        assert kg("build", f"{name}.jsonl", "-o", name, "--extractor", "rules").returncode == 0
    done = kg("diff", "one", "two")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "+ paper p2: �[31mred"
    assert "+ Model MapGR (entity-mapgr)" in lines
    assert not [line for line in lines if line[0] != "+"]
    assert done.stderr.startswith("papers: 1 new, 0 gone, 0 changed; entities: ")
    assert kg("diff", "one", "one").stderr == "nothing changed\n"
    changes = json.loads(kg("diff", "two", "one", "--json").stdout)
    assert list(changes) == ["papers", "entities", "facts", "results"]
    assert [paper["id"] for paper in changes["papers"]["removed"]] == ["p2"]
    done = kg("diff", "one", "three")
    assert (done.returncode, done.stdout) == (3, "")
