"""`kg eval` as a process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GOLD = Path(__file__).resolve().parent.parent / "gold"
DEV = GOLD / "dev.jsonl"
PAIRS = GOLD / "same-different.tsv"


@pytest.fixture
def few(tmp_path: Path) -> Path:
    lines = DEV.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "few.jsonl").write_text("".join(lines[:4]), encoding="utf-8")
    return tmp_path / "few.jsonl"


def test_the_table_and_json_say_the_same(kg, few: Path) -> None:
    shown = kg("eval", few, "--extractor", "rules")
    assert (shown.returncode, shown.stderr) == (0, "")
    table = json.loads(kg("eval", few, "--extractor", "rules", "--json").stdout)
    rows = {words[0]: words[1:] for words in map(str.split, shown.stdout.splitlines()) if words}
    for name in ("spans", "spans+type", "entities~type", "introduced", "results+", "b3"):
        row = table[name]
        assert rows[name] == [*(f"{row[key]:.3f}" for key in ("P", "R", "F1")), str(row["gold"]), str(row["predicted"])]
    assert rows["Model"][3:] == [str(table["types"]["Model"][key]) for key in ("gold", "predicted")]
    assert set(table["calibration"]) == {"entities", "roles", "relations"}


def test_what_was_extracted_before_scores_the_same(kg, few: Path) -> None:
    extracted = kg("extract", few, "--extractor", "rules").stdout
    fresh = kg("eval", few, "--extractor", "rules", "--json").stdout
    assert kg("eval", few, "--predictions", "-", "--json", stdin=extracted).stdout == fresh
    surest = kg("eval", few, "--extractor", "rules", "--min-score", "0.6", "--json").stdout
    assert json.loads(surest)["entities"]["predicted"] < json.loads(fresh)["entities"]["predicted"]


def test_papers_that_are_not_predicted_are_told(kg, few: Path) -> None:
    done = kg("eval", DEV, "--predictions", few, "--json")
    assert done.stderr == f"warning: 56 papers of 60 not in {few}, taken as without entities\n"
    assert json.loads(done.stdout)["entities"]["P"] == 1.0


def test_pairs_alone(kg, tmp_path: Path) -> None:
    assert kg("eval", "--pairs", PAIRS).stdout == "75 pairs: 0 merged wrongly, 0 missed\n"
    (tmp_path / "pairs.tsv").write_text("same\t\tGPT-3\t\x1b[31mGPT-4\twhy\ndifferent\tModel\tGPT-4\tGPT4\thyphen\n")
    done = kg("eval", "--pairs", "pairs.tsv")
    assert done.stdout == (
        "2 pairs: 1 merged wrongly, 1 missed\n"
        "  merged  GPT-4  GPT4        Model  hyphen\n"
        "  missed  GPT-3  �[31mGPT-4         why\n"
    )
    found = json.loads(kg("eval", "--pairs", "pairs.tsv", "--json").stdout)
    assert found["merges"]["wrong"] == [{"type": "Model", "left": "GPT-4", "right": "GPT4", "why": "hyphen"}]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "nothing to measure by"),
        (["few.jsonl", "--predictions", "few.jsonl", "--extractor", "rules"], 2, "--predictions needs GOLD"),
        (["--pairs", PAIRS, "--predictions", "few.jsonl"], 2, "--predictions needs GOLD"),
        (["none.jsonl"], 2, "no file to read at none.jsonl"),
        (["few.jsonl", "--extractor", "magic"], 2, "no extractor is called 'magic'"),
        (["bad.jsonl", "--extractor", "rules"], 3, "bad.jsonl line 1: not JSON"),
        (["less.jsonl", "--extractor", "rules"], 3, "less.jsonl line 1: no 'entities' in the paper"),
        (["few.jsonl", "--predictions", "bad.jsonl"], 3, "bad.jsonl line 1: not JSON"),
    ],
)
def test_bad_words_and_files_end_in_one_line(
    kg, few: Path, tmp_path: Path, words: list[object], code: int, message: str
) -> None:
    (tmp_path / "bad.jsonl").write_text('{"id": "p", \n')
    (tmp_path / "less.jsonl").write_text('{"id": "p", "text": "words", "relations": [], "results": []}\n')
    done = kg("eval", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


def test_help_lists_it(kg) -> None:
    assert "\n  eval " in kg("--help").stdout
