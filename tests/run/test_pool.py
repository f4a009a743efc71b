"""The per-paper half of the line: the same whatever is cached and however many processes there are."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from kg.core.errors import DataError, MissingExtra, UsageError
from kg.core.types import DocId, Document, Extraction, Issue
from kg.run.cache import Cache
from kg.run.pool import extract_all, workers

PAPERS = tuple(Document(DocId(f"p{number:02}"), f"Paper {number} is about one thing.") for number in range(40))
BAD = Document(DocId("p99"), "This is a bad paper.")


def fine(*papers: Document) -> list[Extraction]:
    return [Extraction(paper.id, urls=(f"https://example.org/{paper.digest}",)) for paper in papers]


def extract(
    papers: tuple[Document, ...],
    extractor: str,
    jobs: int | None = 1,
    cache: Cache | None = None,
    engine: str = "processes",
) -> list[Extraction]:
    return list(extract_all(papers, extractor, jobs, cache, lambda _: None, engine))


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 240
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("jobs", "cores", "papers", "count"),
    [(None, 8, 15, 1), (None, 8, 40, 2), (None, 8, 10_000, 8), (3, 8, 2, 2), (5, 2, 100, 5), (4, 4, 0, 1)],
)
def test_a_process_is_started_for_sixteen_papers(jobs: int | None, cores: int, papers: int, count: int) -> None:
    assert workers(jobs, cores, papers) == count


@pytest.mark.parametrize("jobs", [1, 2])
def test_extractions_come_in_the_order_of_the_papers(strange: ModuleType, jobs: int) -> None:
    assert extract(PAPERS, "fine", jobs) == fine(*PAPERS)


def test_what_is_cached_is_not_read_again(strange: ModuleType, tmp_path: Path) -> None:
    cache = Cache(tmp_path, "fine", pytest.fail)
    assert extract(PAPERS[:5], "fine", cache=cache) == fine(*PAPERS[:5])
    strange.read.clear()
    assert extract(PAPERS[2:9], "fine", cache=cache) == fine(*PAPERS[2:9])
    assert strange.read == ["p05", "p06", "p07", "p08"]


def test_a_damaged_entry_is_read_again_and_whole_then(strange: ModuleType, tmp_path: Path) -> None:
    warnings: list[str] = []
    cache = Cache(tmp_path, "fine", warnings.append)
    extract(PAPERS[:3], "fine", cache=cache)
    for entry in tmp_path.rglob("*.json"):
        entry.write_bytes(entry.read_bytes()[:-1])
    assert extract(PAPERS[:3], "fine", cache=cache) == fine(*PAPERS[:3])
    assert len(warnings) == 3
    assert extract(PAPERS[:3], "fine", cache=cache) == fine(*PAPERS[:3])
    assert len(warnings) == 3


def test_only_a_few_papers_are_read_ahead(strange: ModuleType) -> None:
    next(extract_all(PAPERS, "fine", 1, None, lambda _: None))
    assert strange.read == ["p00"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("This is bad.", "the extractor 'failing' failed on it (ValueError: oops); please report it"),
        ("unreadable", "no words in it"),
    ],
)
def test_a_paper_that_fails_is_an_issue_and_read_again_next_time(
    strange: ModuleType, tmp_path: Path, text: str, message: str
) -> None:
    cache = Cache(tmp_path, "failing", pytest.fail)
    papers = (PAPERS[0], Document(DocId("p1"), text), PAPERS[2])
    found = extract(papers, "failing", cache=cache)
    assert found[0::2] == fine(PAPERS[0], PAPERS[2])
    assert found[1] == Extraction(DocId("p1"), issues=(Issue("extract", "p1", message),))
    assert [cache.has(paper) for paper in papers] == [True, False, True]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_wrong_with_every_paper_ends_the_run(strange: ModuleType, jobs: int) -> None:
    with pytest.raises(MissingExtra) as caught:
        extract(PAPERS, "missing", jobs)
    assert str(caught.value) == "the extractor 'missing' needs the extra 'magic': pip install 'paperkg[magic]'"


def test_a_killed_process_ends_the_run_and_what_was_read_is_kept(strange: ModuleType, tmp_path: Path) -> None:
    cache = Cache(tmp_path, "killed", pytest.fail)
    found = extract_all((*PAPERS, BAD), "killed", 2, cache, lambda _: None)
    assert list(islice(found, 8)) == fine(*PAPERS[:8])
    with pytest.raises(DataError, match="a process was killed"):
        list(found)
    assert all(cache.has(paper) for paper in PAPERS[:8])
    assert not cache.has(BAD)


def test_a_run_that_is_left_keeps_what_is_done(strange: ModuleType, tmp_path: Path) -> None:
    cache = Cache(tmp_path, "fine", pytest.fail)
    found = extract_all(PAPERS, "fine", 2, cache, lambda _: None)
    next(found)
    found.close()
    assert cache.has(PAPERS[0])


def test_an_engine_that_is_none_and_an_address_that_leads_nowhere(strange: ModuleType) -> None:
    with pytest.raises(UsageError, match="choose one of processes, ray"):
        extract(PAPERS, "fine", engine="magic")
    with pytest.raises(UsageError, match="choose 'ray:host:6379'"):
        extract(PAPERS, "fine", engine="processes:host:6379")


def start(folder: Path, strange: ModuleType) -> tuple[subprocess.Popen[bytes], set[int]]:
    """`kg extract` of papers of which the last two take for ever, and its processes, at work on those."""
    papers = [{"id": paper.id, "abstract": paper.text} for paper in PAPERS[:20]]
    endless = [{"id": f"p9{number}", "abstract": f"This is bad paper number {number}."} for number in range(2)]
    (folder / "papers.json").write_text(json.dumps([*papers, *endless]), encoding="utf-8")
    words = ["extract", "papers.json", "--extractor", "slow", "--jobs", "2", "--cache", "cache"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kg", *words],
        cwd=folder,
        env={**os.environ, "SLOW": f"{folder}/at-"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    marks = [folder / f"at-p9{number}" for number in range(2)]
    wait_for(lambda: all(mark.exists() and mark.read_text() for mark in marks))
    return process, {int(mark.read_text()) for mark in marks}


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")


@needs_proc
def test_ctrl_c_ends_all_processes_and_keeps_what_was_done(strange: ModuleType, tmp_path: Path) -> None:
    process, readers = start(tmp_path, strange)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=240)
    assert (process.returncode, said.decode()) == (130, "kg: interrupted\n")
    wait_for(lambda: not any(map(is_alive, readers)))
    assert len(list((tmp_path / "cache").rglob("*.json"))) == 20


@needs_proc
def test_processes_end_with_a_parent_that_is_killed(strange: ModuleType, tmp_path: Path) -> None:
    process, readers = start(tmp_path, strange)
    assert len(readers) == 2
    process.kill()
    process.communicate(timeout=240)
    wait_for(lambda: not any(map(is_alive, readers)))
