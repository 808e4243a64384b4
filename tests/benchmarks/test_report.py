"""The table of the figures, and what is worked out for it."""

import pytest

from benchmarks.report import Figure, columns, curve, is_flat, quantile, table


@pytest.mark.parametrize(
    ("value", "goal", "at_least", "verdict"),
    [
        (3, None, False, ""),
        (3, 3, False, "met"),
        (3.1, 3, False, "missed"),
        (95, 95, True, "met"),
        (94, 95, True, "missed"),
    ],
)
def test_a_goal_is_met_or_missed(value: float, goal: float | None, at_least: bool, verdict: str) -> None:
    assert Figure("x", value, "", goal, at_least=at_least).verdict == verdict


def test_ours_stand_beside_theirs() -> None:
    figures = [
        Figure("click", 64.04, "ms", 60.5, "n=40", other=121),
        Figure("score", 96, "", 90, other=80, at_least=True),
        Figure("memory", 101.4, "kB", 100),
    ]
    assert table(figures, "ours", "theirs").splitlines() == [
        "what      ours  theirs  ratio     goal",
        "click    64 ms  121 ms   0.53  <= 60.5  missed  n=40",
        "score       96      80   1.20    >= 90  met",
        "memory  101 kB                  <= 100  missed",
    ]


def test_a_column_of_nothing_is_left_out() -> None:
    assert table([Figure("pages", 2, "")]) == "what   value\npages      2"
    assert columns([("a", "b", "c"), ("1", "", "3")]) == "a  c\n1  3"


def test_a_ratio_needs_another() -> None:
    assert Figure("x", 1, "").ratio is None
    assert Figure("x", 1, "", other=0).ratio is None
    assert Figure("x", 1, "", other=4).ratio == 0.25


def test_a_curve_is_drawn_where_it_is_not_flat() -> None:
    assert is_flat([100, 105, 95.0])
    assert not is_flat([100, 120])
    assert curve([100, 105]) == ""
    assert curve([0, 50, 100]) == "▁▅█"


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.5, 6), (0.9, 10), (1, 10)])
def test_a_quantile_is_one_of_the_values(share: float, value: float) -> None:
    assert quantile(range(10, 0, -1), share) == value
