from __future__ import annotations

import pytest

from kg.cli.terminal import Bar, Lines


def test_a_line_now_and_then_says_how_fast_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter(range(1000))
    lines = Lines(clock=lambda: next(seconds))
    lines.step("extract", 100)
    for _ in range(45):
        lines.advance()
    said = "extract: 20 of 100, 1.0/s, 0:01:20 left\nextract: 40 of 100, 1.0/s, 0:01:00 left\n"
    assert capsys.readouterr().err == said
    lines.step("read")
    for _ in range(20):
        lines.advance()
    assert capsys.readouterr().err == "read: 20, 1.0/s\n"


def test_a_step_that_is_soon_done_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines(clock=lambda: 0.0)
    lines.step("extract", 2)
    lines.advance()
    lines.advance()
    assert capsys.readouterr().err == ""


def test_the_bar_counts_and_is_gone_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with Bar() as bar:
        bar.step("extract", 3)
        bar.advance()
        bar.advance()
        bar._bar.refresh()
        shown = capsys.readouterr().err
    assert "extract" in shown
    assert "2/3" in shown
