"""`--extractor llm`: what it costs is told and agreed to, what fails is told, and what was paid for is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kg.cli import app

GOOD = {"id": "good", "title": "OmniMoE", "abstract": "We present OmniMoE, a framework that outperforms PEER."}
BAD = {"id": "bad", "title": "GPT-5", "abstract": "We study a model that says nothing that can be read."}
ANSWER = {
    "entities": [
        {"type": "Method", "role": "introduces", "mentions": ["OmniMoE"]},
        {"type": "Method", "role": "comparesWith", "mentions": ["PEER", "GPT-4"]},
    ],
    "relations": [
        {
            "head": "OmniMoE",
            "relation": "outperforms",
            "tail": "PEER",
            "evidence": "OmniMoE, a framework that outperforms PEER",
        }
    ],
}
LEFT_OUT = "warning: good: left out of what the language model says: 1 not in the text"
Run = Callable[..., int]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(language_model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `kg` in this process on the two papers, or on the one that the model reads; the model answers to that."""

    def reply(text: str) -> tuple[int, dict[str, str], str]:
        content = json.dumps(ANSWER) if "OmniMoE" in text else '{"entities": ['
        return 200, {}, json.dumps({"choices": [{"message": {"content": content}}]})

    language_model.reply = reply
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KG_CACHE", str(tmp_path / "cache"))
    (tmp_path / "both.jsonl").write_text(f"{json.dumps(GOOD)}\n{json.dumps(BAD)}\n", encoding="utf-8")
    (tmp_path / "good.jsonl").write_text(json.dumps(GOOD), encoding="utf-8")
    return lambda *words: app.run([words[0], f"{words[1]}.jsonl", "--extractor", "llm", *words[2:]])


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_a_build_with_a_paper_that_fails_ends_with_an_issue(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("build", "both", "-o", "out", "--yes") == 0
    told = lines(capsys)
    assert told[0].startswith("2 papers for test-model at http://127.0.0.1:")
    assert told[1].startswith("2 papers, 2 entities, 3 facts, 0 results in out")
    assert told[2:] == [
        "warning: bad: test-model gave no answer that can be read "
        "(JSONDecodeError: Expecting value: line 1 column 15 (char 14))",
        LEFT_OUT,
    ]
    assert (tmp_path / "out" / "graph.ttl").is_file()
    assert app.run(["check", "--graph", "out"]) == 0
    assert run("build", "both", "-o", "out", "--yes", "--strict") == 3


def test_what_was_answered_is_not_paid_for_again(
    run: Run, language_model, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("extract", "good", "--yes") == 0
    first = capsys.readouterr()
    assert run("extract", "good") == 0
    again = capsys.readouterr()
    assert (again.out, again.err.splitlines()) == (first.out, [LEFT_OUT])
    assert len(language_model.requests) == 1
    for name, value in (
        ("KG_LLM_MODEL", "another"),
        ("KG_LLM_URL", language_model.url.replace("127.0.0.1", "localhost")),
    ):
        monkeypatch.setenv(name, value)
        assert run("extract", "good", "--yes") == 0
    assert len(language_model.requests) == 3


def test_a_paper_that_failed_is_asked_for_again(run: Run, language_model, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert run("extract", "both", "--yes") == 0
    assert lines(capsys)[-3].startswith("1 paper for test-model")
    assert len(language_model.requests) == 1 + 2 * 4


def test_without_a_terminal_nothing_is_spent(run: Run, language_model, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build", "good", "-o", "out") == 2
    estimate, error = lines(capsys)
    assert estimate.startswith("1 paper for test-model")
    assert error == "kg: no one is here to agree to that: give --yes to agree beforehand"
    assert language_model.requests == []


@pytest.mark.parametrize(("answer", "code", "asked"), [("y\n", 0, 1), ("n\n", 2, 0), ("\n", 2, 0), ("", 130, 0)])
def test_on_a_terminal_it_asks(
    run: Run, language_model, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, asked: int
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert run("extract", "good") == code
    assert "1 paper for test-model" in screen.getvalue()
    assert "Go on? [y/N]" in screen.getvalue()
    assert len(language_model.requests) == asked


@pytest.mark.parametrize(
    ("name", "value", "code", "said"),
    [
        ("KG_LLM_URL", "http://127.0.0.1:9/v1", 3, "start its server, or set KG_LLM_URL"),
        ("KG_LLM_MODEL", "", 2, "set KG_LLM_URL (like http://localhost:8000/v1) and KG_LLM_MODEL"),
    ],
)
def test_a_server_that_is_not_there_or_not_set_ends_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    name: str, value: str, code: int, said: str,
) -> None:  # fmt: skip
    monkeypatch.setenv(name, value)
    assert run("build", "good", "-o", "out", "--yes") == code
    error = lines(capsys)[-1]
    assert error.startswith("kg: ")
    assert said in error


def test_processes_end_as_one_does(
    run: Run, language_model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = [GOOD, {**GOOD, "id": "other", "title": None}]
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, two)), encoding="utf-8")
    printed = []
    for jobs in ("1", "2"):
        assert run("extract", "two", "--yes", "--jobs", jobs, "--cache", jobs) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""
    language_model.replies((401, {}, "no key"))
    assert run("extract", "two", "--yes", "--jobs", "2", "--cache", "none") == 3
    assert lines(capsys)[-1] == f"kg: {language_model.url} answered 401 (no key): set KG_LLM_KEY"
