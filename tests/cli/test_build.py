"""`kg build`, `kg extract`, `kg read` as processes: exit codes, what goes where, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.run import plugins

PAPERS = Path(__file__).resolve().parent.parent / "papers"
ALL = {"graph.sqlite", "manifest.json", *plugins.BUILD_WRITES}
ABSTRACT = (
    "We present OmniMoE, a mixture-of-experts framework that outperforms PEER on seven benchmarks. "
    "It reduces inference latency from 73ms to 6.7ms, which shows that fine-grained experts can be fast."
)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."}


def test_build_writes_every_export_and_says_so_on_stderr(kg, tmp_path) -> None:
    done = kg("build", PAPERS, "-o", "out")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-1].startswith("34 papers, ")
    assert set(files(tmp_path / "out")) == ALL


def test_two_builds_give_the_same_bytes_whatever_the_hash_seed_and_the_cache(kg, tmp_path) -> None:
    kg("build", PAPERS, "-o", "one", PYTHONHASHSEED="1")
    kg("build", PAPERS / "icml-2026-b.txt", PAPERS / "icml-2026-a.txt", "-o", "two", "--jobs", "2", PYTHONHASHSEED="2")
    kg("build", PAPERS, "-o", "three", "--cache", "elsewhere", LC_ALL="C", TZ="Asia/Tokyo")
    one, two, three = (files(tmp_path / name) for name in ("one", "two", "three"))
    for name in set(plugins.BUILD_WRITES):
        assert one[name] == two[name] == three[name], name


def test_extract_prints_annotations_a_line_a_paper(kg) -> None:
    done = kg("extract", PAPERS / "icml-2026-a.txt")
    assert done.returncode == 0
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 19
    for row in rows:
        for entity in row["entities"]:
            for mention in entity["mentions"]:
                assert row["text"][mention["start"] : mention["end"]] == mention["text"]
    (unimedvl,) = [row for row in rows if "UniMedVL-5M" in row["text"]]
    introduced = {entity["name"]: entity["type"] for entity in unimedvl["entities"] if entity["role"] == "introduces"}
    assert (introduced["UniMedVL"], introduced["UniMedVL-5M"]) == ("Model", "Dataset")


def test_read_reads_its_own_output(kg) -> None:
    first = kg("read", "--json", PAPERS)
    assert len(first.stdout.splitlines()) == 38
    assert kg("read", "--json", "-", stdin=first.stdout).stdout == first.stdout


@pytest.mark.parametrize(
    ("name", "content", "code", "message"),
    [
        ("empty.txt", b"", 3, "empty"),
        ("binary.txt", b"\x00\x01\x02\xff" * 100, 3, "binary"),
        ("latin.txt", "Une m\u00e9thode d'apprentissage. ".encode("latin-1") * 20, 3, "UTF-8"),
        ("cut.json", b'[{"title": "A", "abstract": "B', 3, "cut.json"),
        ("paper.docx", b"words and words", 3, "--format"),
        ("none.json", b'{"year": 2024}', 3, "neither a title nor an abstract"),
    ],
)
def test_bad_files_end_in_one_line(kg, tmp_path, name: str, content: bytes, code: int, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    done = kg("build", name, "-o", "out")
    assert done.returncode == code
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr
    assert not (tmp_path / "out" / "graph.sqlite").exists()


def test_a_line_of_fifty_megabytes_ends_in_one_line(kg, tmp_path) -> None:
    (tmp_path / "long.txt").write_bytes(b"word " * 10_000_000)
    done = kg("build", "long.txt", "-o", "out")
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_file_is_a_usage_error(kg) -> None:
    done = kg("build", "nowhere.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.txt" in done.stderr


def test_a_folder_with_nothing_readable(kg, tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    assert kg("build", "folder").returncode == 3
    (tmp_path / "folder" / "picture.bin").write_bytes(b"\x00\xff")
    assert kg("build", "folder").returncode == 3


def test_one_bad_record_is_a_warning_and_with_strict_an_exit_code(kg, tmp_path) -> None:
    lines = json.dumps({"id": "good", "title": "OmniMoE", "abstract": ABSTRACT}) + '\n{"id": "bad", \n'
    (tmp_path / "papers.jsonl").write_text(lines, encoding="utf-8")
    done = kg("build", "papers.jsonl", "-o", "out")
    assert done.returncode == 0
    assert "warning: papers.jsonl" in done.stderr
    assert "1 paper, " in done.stderr
    assert kg("build", "papers.jsonl", "-o", "out", "--strict").returncode == 3


def test_a_failing_build_leaves_the_exports_as_they_were(kg, tmp_path) -> None:
    kg("build", PAPERS / "icml-2026-a.txt", "-o", "out")
    before = files(tmp_path / "out")
    (tmp_path / "empty.txt").write_bytes(b"")
    assert kg("build", "empty.txt", "-o", "out").returncode == 3
    assert files(tmp_path / "out") == before


def test_an_output_that_cannot_be_written(kg, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    done = kg("build", PAPERS, "-o", "file/out")
    assert done.returncode == 3
    assert done.stderr.startswith("kg: cannot write to file/out")
    assert len(done.stderr.splitlines()) == 1


def test_unknown_extractor_and_option(kg) -> None:
    assert kg("build", PAPERS, "--extractor", "magic").returncode == 2
    assert "choose one of both, llm, model, rules" in kg("build", PAPERS, "--extractor", "magic").stderr
    assert kg("build", PAPERS, "--nonsense").returncode == 2
    assert kg("nonsense").returncode == 2


def test_a_hostile_title_is_harmless_on_the_terminal(kg, tmp_path) -> None:
    record = {"id": "x\x1b[31m", "title": "\x1b]0;owned\x07 \u202eevil", "abstract": ABSTRACT}
    (tmp_path / "papers.json").write_text(json.dumps([record]), encoding="utf-8")
    done = kg("read", "papers.json")
    assert done.returncode == 0
    assert not set("\x1b\x07\u202e") & set(done.stdout + done.stderr)
