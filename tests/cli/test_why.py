"""`kg why`, `kg review`, and decisions that a build obeys, as processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ABSTRACTS = {
    "p1": "We introduce Sparse Token Routing (STR), a method that routes tokens to experts. It outperforms GPT-4.",
    "p2": "We present OmniMoE, a method that outperforms STR and GPT-4 on ImageNet.",
}


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    rows = [json.dumps({"id": doc, "title": doc, "abstract": text}) for doc, text in ABSTRACTS.items()]
    (tmp_path / "papers.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path / "papers.jsonl"


@pytest.fixture
def decide(kg, papers: Path, tmp_path: Path):
    def build(text: str, *options: str):
        (tmp_path / "mine.tsv").write_text(text, encoding="utf-8")
        named = ("--decisions", tmp_path / "mine.tsv", "--extractor", "rules")
        return kg("build", papers, "-o", "out", *named, *options)

    return build


def test_why_says_yes_and_no(kg, built) -> None:
    done = kg("why", "LLMs", "large language model", "--graph", built)
    assert done.returncode == 0
    first, *reasons = done.stdout.splitlines()
    assert first == "one entity: large language model  (Model)  entity-large-language-model  (0.99 sure)"
    merged, *dissent = reasons
    assert merged == "  “LLM” and “large language model”: the first is, or holds, an abbreviation of the second  (0.99)"
    assert all(line.startswith("  “large language model”: some papers read it as ") for line in dissent)
    done = kg("why", "LLM", "OmniMoE", "--graph", built)
    assert (done.returncode, done.stdout.splitlines()[0][:12]) == (1, "two entities")
    assert json.loads(kg("why", "LLM", "OmniMoE", "--graph", built, "--json").stdout)["is_one"] is False
    assert kg("why", "LLM", "nobody's", "--graph", built).returncode == 2


def test_review_proposes_lines_behind_a_hash(kg, built) -> None:
    done = kg("review", "--who", "ada", "--limit", "3", "--graph", built)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    for line in done.stdout.splitlines():
        what, _, _, who, when, note = line.removeprefix("# ").split("\t")
        assert what in ("same", "different")
        assert (who, len(when)) == ("ada", 10)
        assert "probable" in note
    rows = [json.loads(line) for line in kg("review", "-n", "3", "--graph", built, "--json").stdout.splitlines()]
    assert [row["decision"] for row in rows] == [line[2:].split("\t")[0] for line in done.stdout.splitlines()]
    assert kg("review", "--who", " ", "--graph", built).returncode == 2


def test_a_build_obeys_and_reports_what_no_longer_applies(kg, decide, tmp_path) -> None:
    said = "rename\tOmniMoE\tOmni Experts\tada\t2026-11-30\ndrop\tHAL\t\tada\t2026-11-30\n"
    done = decide(said)
    assert done.returncode == 0
    assert "warning: mine.tsv line 2: drop 'HAL' does not apply: nothing is called 'HAL'" in done.stderr
    assert decide(said, "--strict").returncode == 3
    shown = json.loads(kg("show", "entity-omnimoe", "--graph", "out", "--json").stdout)
    assert (shown["id"], shown["name"]) == ("entity-omni-expert", "Omni Experts")
    turtle = (tmp_path / "out" / "graph.ttl").read_text(encoding="utf-8")
    assert "id:entity-omnimoe dcterms:isReplacedBy id:entity-omni-expert ." in turtle


def test_accepting_is_uncommenting(kg, decide) -> None:
    assert decide("").returncode == 0
    assert kg("why", "STR", "Sparse Token Routing", "--graph", "out").returncode == 0
    proposed = "# different\tSTR\tSparse Token Routing\tada\t2026-11-30\ta note\n"
    decide(proposed)
    assert kg("why", "STR", "Sparse Token Routing", "--graph", "out").returncode == 0
    decide(proposed.removeprefix("# "))
    done = kg("why", "STR", "Sparse Token Routing", "--graph", "out")
    assert done.returncode == 1
    assert "kept apart by ada on 2026-11-30" in done.stdout


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("same\tA\n", 3, "mine.tsv line 1: 2 columns"),
        ("\n\x1b[31m\tA\tB\tada\t2026-11-30\n", 3, "mine.tsv line 2: '�[31m' is none of"),
        ("same\tA\tB\tada\t2026-11-30\ndifferent\tB\tA\tada\t2026-11-30\n", 3, "contradict each other"),
    ],
)
def test_a_bad_file_is_one_line(decide, text: str, code: int, message: str) -> None:
    done = decide(text)
    assert (done.returncode, done.stdout) == (code, "")
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


def test_a_missing_file_is_a_usage_error(kg, papers) -> None:
    done = kg("build", papers, "-o", "out", "--decisions", "nowhere.tsv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot read the decisions in nowhere.tsv" in done.stderr
