"""A build that is killed at any moment, or has no room: its exports are those of before or the new ones, all whole."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.core.errors import DataError
from kg.run import made, publish
from kg.run.pipeline import Options, build_to
from kg.run.progress import Progress

PLACES = 50
PAPER = '{{"id": "p{0}", "title": "On Net{0}", "abstract": "We propose Net{0}, which outperforms PEER on ImageNet."}}\n'
_CHANGES = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "sqlite3.connect")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks to be killed")


def build(folder: Path, papers: int) -> None:
    text = "".join(map(PAPER.format, range(papers)))
    (folder / f"{papers}.jsonl").write_text(text, encoding="utf-8")
    build_to(
        folder / "out", [str(folder / f"{papers}.jsonl")], Options("json", "rules", 1, folder / "cache"), Progress()
    )


def files(folder: Path) -> dict[str, bytes]:
    """The files of a build but for the manifest, which says when."""
    names = (path.name for path in (folder / "out").iterdir())
    return {name: (folder / "out" / name).read_bytes() for name in names if name[0] != "." and name != "manifest.json"}


def in_a_process(work: Callable[[], None]) -> int:
    """Does `work` in a copy of this process; how that ended."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def watched(folder: Path, tell: Callable[[], None]) -> None:
    """Calls `tell` before each change of a file in `folder`, from now on to the end of this process."""

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in _CHANGES and str(args[0]).startswith(str(folder)):
            tell()

    sys.addaudithook(hook)


def test_killed_at_fifty_places(tmp_path: Path) -> None:
    before, start = tmp_path / "before", tmp_path / "start"
    before.mkdir()
    build(before, 2)
    old = files(before)
    shutil.copytree(before, start)
    build(before, 3)
    new = files(before)
    assert old != new

    counted = tmp_path / "counted"

    def count() -> None:
        changes: list[None] = []
        watched(tmp_path / "work", lambda: changes.append(None))
        build(tmp_path / "work", 3)
        counted.write_text(str(len(changes)))

    shutil.copytree(start, tmp_path / "work")
    assert in_a_process(count) == 0
    changes = int(counted.read_text())
    assert changes > PLACES
    outcomes = {killed_at(changes * place // PLACES, start, tmp_path / "work", old, new) for place in range(PLACES)}
    assert outcomes == {"old", "new"}


def killed_at(place: int, start: Path, folder: Path, old: dict[str, bytes], new: dict[str, bytes]) -> str:
    """Which exports stand after a build that was killed before its change number `place`."""

    def work() -> None:
        left = iter(range(place))
        watched(folder, lambda: None if next(left, None) is not None else os.kill(os.getpid(), signal.SIGKILL))
        build(folder, 3)

    shutil.rmtree(folder)
    shutil.copytree(start, folder)
    assert in_a_process(work) == -signal.SIGKILL
    publish.finish(folder / "out")
    found = files(folder)
    assert found in (old, new), place
    build(folder, 3)
    assert files(folder) == new, place
    assert {path.name for path in (folder / "out").iterdir()} - {".kg.lock", made.FILE} == {*new, "manifest.json"}
    return "old" if found == old else "new"


def test_no_room_for_a_cache_or_the_exports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path, 2)
    old = files(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "out" / made.FILE).unlink()
    warnings: list[str] = []
    progress = Progress()
    monkeypatch.setattr(progress, "warn", warnings.append)
    monkeypatch.setattr(Path, "write_text", full)
    options = Options("json", "rules", 1, tmp_path / "cache")
    with pytest.raises(DataError, match="No space left on device"):
        build_to(tmp_path / "out", [str(tmp_path / "2.jsonl")], options, progress)
    assert len(warnings) == 1
    assert files(tmp_path) == old


_ON_A_SMALL_DISK = """
folder=$1 kilobytes=$2; shift 2
mount -t tmpfs -o size="$kilobytes"k tmpfs "$folder"/out && cp "$folder"/before/* "$folder"/out || exit 99
"$@"; code=$?
cp -r "$folder"/out "$folder"/after
exit $code
"""


def on_a_small_disk(folder: Path, kilobytes: int, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs `words` where `folder`/out is a disk of that size with the files of `folder`/before; `folder`/after has
    what is there in the end."""
    shutil.rmtree(folder / "after", ignore_errors=True)
    command = ["unshare", "-rm", "sh", "-c", _ON_A_SMALL_DISK, "sh", str(folder), str(kilobytes), *words]
    return subprocess.run(command, capture_output=True, text=True)


def whole(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."}


@pytest.mark.skipif(shutil.which("unshare") is None, reason="mounts a disk")
def test_a_disk_that_is_full_before_the_end(tmp_path: Path) -> None:
    build(tmp_path, 2)
    (tmp_path / "out").rename(tmp_path / "before")
    build(tmp_path, 3)
    if on_a_small_disk(tmp_path, 100_000, "true").returncode == 99:
        pytest.skip("no disk can be mounted here")
    old, new = whole(tmp_path / "before"), files(tmp_path)
    held = sum(4 * -(-len(data) // 4096) for data in old.values())
    words = [sys.executable, "-m", "kg", "build", f"{tmp_path}/3.jsonl", "-o", f"{tmp_path}/out", "--jobs", "1"]
    words += ["--extractor", "rules", "--cache", f"{tmp_path}/cache"]
    for free in (8, 40, 120, 240, 360):
        done = on_a_small_disk(tmp_path, held + free, *words)
        assert done.returncode == 3, free
        assert re.fullmatch(r"kg: .*(No space left on device|disk is full).*\n", done.stderr), free
        assert whole(tmp_path / "after") == old, free
    assert on_a_small_disk(tmp_path, 3 * held, *words).returncode == 0
    assert new.items() <= whole(tmp_path / "after").items()
