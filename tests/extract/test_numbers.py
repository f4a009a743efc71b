from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import numbers


def quantities(text: str) -> list[tuple[str, str | None, str | None]]:
    return [
        (text[q.start : q.end], None if q.number is None else str(q.number), q.unit)
        for q in numbers.find(text, 0, len(text))
    ]


@pytest.mark.parametrize(
    ("text", "value", "number", "unit"),
    [
        ("an average improvement of 19.7\\% on the", "19.7\\%", "19.7", "%"),
        ("ViTL attains up to 8.6\\% with", "up to 8.6\\%", "8.6", "%"),
        ("achieving over 5% gains across benchmarks", "over 5%", "5", "%"),
        ("exhibit nearly 90\\% overlap", "nearly 90\\%", "90", "%"),
        ("within only a 1\\% accuracy drop", "within only a 1\\%", "1", "%"),
        ("enabling $>3 \\times$ inference speedup", "$>3 \\times$", "3", "x"),
        ("up to $2.5\\times$ end-to-end acceleration", "up to $2.5\\times$", "2.5", "x"),
        ("(a 10.9$\\times$ speedup)", "10.9$\\times$", "10.9", "x"),
        ("by more than $20$% and", "more than $20$%", "20", "%"),
        ("achieves 63.3 percent mIoU", "63.3 percent", "63.3", "%"),
        ("in $\\sim400$ ms, in static", "$\\sim400$ ms", "400", "ms"),
        ("attains 81.2 F1", "81.2", "81.2", None),
        ("a marginal 0.04 perplexity increase", "0.04", "0.04", None),
        ("an approximation ratio of $.677$!", "$.677$", "0.677", None),
        ("by up to +57.25 percentage points", "up to +57.25 percentage points", "57.25", "points"),
        ("tasks by 10.36 accuracy points", "10.36 accuracy points", "10.36", "points"),
        ("by a factor of up to two orders of magnitude.", "up to two orders of magnitude", "2", "orders of magnitude"),
        ("with fifty times fewer items", "fifty times", "50", "x"),
        ("is over twice as fast", "over twice as fast", "2", "x"),
        ("precision down to 8-bit within", "8-bit", "8", "bit"),
        ("in just 200 H100 GPU hours, it", "200 H100 GPU hours", "200", "h"),
        ("with 1,034 multiple-choice pairs", "1,034", "1034", None),
        ("editing nearly **40x faster** than", "40x", "40", "x"),
        ("attack achieves close to 100% adversarial", "close to 100%", "100", "%"),
        ("by a minimum of 15% on tasks", "minimum of 15%", "15", "%"),
        ("leakage rate to 0.063% $\\pm$ 0.075% with", "0.063% $\\pm$ 0.075%", "0.063", "%"),
        ("an F1 score of 0.54±0.15.", "0.54±0.15", "0.54", None),
        ("motions up to 2m/s within", "up to 2m/s", "2", "m/s"),
        ("a turning rate of 1.6 rad/s.", "1.6 rad/s", "1.6", "rad/s"),
        ("a top speed of 90km/h.", "90km/h", "90", "km/h"),
        ("turning left and right (up to 40 degree/sec) with", "up to 40 degree/sec", "40", "deg/s"),
        ("a 24.73° error in", "24.73°", "24.73", "deg"),
        ("power consumption of 3.1 W, which", "3.1 W", "3.1", "W"),
    ],
)
def test_a_number_with_its_qualifier_and_unit(text: str, value: str, number: str, unit: str | None) -> None:
    assert quantities(text) == [(value, number, unit)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("boosts performance by 2–7x.", "2–7x"),
        ("5% to 20% accuracy improvements", "5% to 20%"),
        ("with CV ranging from 26.02% to 58.03%.", "26.02% to 58.03%"),
        ("in pass@1 of 3 to 6 points", "3 to 6 points"),
        ("speedups of $2.16\\times$$\\sim$$2.62\\times$ over", "$2.16\\times$$\\sim$$2.62\\times$"),
        ("by 2.9% ～ 24.6% across", "2.9% ～ 24.6%"),
    ],
)
def test_a_range_is_one_quantity_without_a_number(text: str, value: str) -> None:
    assert [(found, number) for found, number, _ in quantities(text)] == [(value, None)]


def test_a_change_is_two_quantities() -> None:
    assert quantities("latency from 73ms to 6.7ms (a 10.9$\\times$ speedup)") == [
        ("73ms", "73", "ms"),
        ("6.7ms", "6.7", "ms"),
        ("10.9$\\times$", "10.9", "x"),
    ]
    assert quantities("from 9%-36% to within 5% across") == [("9%-36%", None, "%"), ("within 5%", "5", "%")]


@pytest.mark.parametrize(
    "text",
    [
        "Qwen3-VL-8B and ResNet-18 and GPT-4",
        "over 5.6M instances and 80k samples",
        "with 1.7B active parameters",
        "a $128 \\times 128$ systolic array",
        "ImageNet 256$\\times$256 generation",
        "from $O(N)$ to $O(\\sqrt{N})$",
        "in $n^{4/5}$ steps",
        "mAP@0.5:0.95",
    ],
)
def test_names_counts_sizes_and_formulas_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


def test_a_sign_is_kept_apart() -> None:
    text = "48.1% AP (+1.6%/+1.4%)"
    assert [(q.number, q.signed) for q in numbers.find(text, 0, len(text))] == [
        (Decimal("48.1"), ""),
        (Decimal("1.6"), "+"),
        (Decimal("1.4"), "+"),
    ]


@given(st.text(alphabet="0123456789.,%x+-$\\ to frmupa~–*{}", max_size=80), st.integers(0, 40), st.integers(0, 80))
def test_quantities_lie_in_the_range_in_order(text: str, start: int, end: int) -> None:
    start, end = min(start, len(text)), max(min(start, len(text)), min(end, len(text)))
    found = numbers.find(text, start, end)
    assert all(0 <= q.start < q.end <= len(text) for q in found)
    assert [q.end for q in found] == sorted(q.end for q in found)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert numbers.find(text, 0, len(text)) == numbers.find(text, 0, len(text))
