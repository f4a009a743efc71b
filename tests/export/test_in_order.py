from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kg.export.in_order import in_order

LINE = st.binary(max_size=4).map(lambda words: words.replace(b"\n", b"") + b"\n")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(LINE, max_size=12), st.integers(1, 5))
@example([], 1)
@example([b"b\n", b"a\n", b"a\n"], 3)
def test_lines_are_sorted_however_few_are_held(tmp_path: Path, lines: list[bytes], at_once: int) -> None:
    assert list(in_order(iter(lines), tmp_path, at_once)) == sorted(lines)
    assert not list(tmp_path.iterdir())


def test_no_more_are_taken_than_are_held_before_they_wait_in_a_file(tmp_path: Path) -> None:
    lines = (b"%06d\n" % (number * 7919 % 10_007) for number in range(10_000))
    found = list(in_order(lines, tmp_path, 100))
    assert found == sorted(found) and len(set(found)) == 10_000
