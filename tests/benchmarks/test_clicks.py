"""Clicks that come in turns, and what is made of them."""

from typing import Any, cast

from benchmarks import clicks
from benchmarks.browser import Target


class Pressed(clicks.Turns):
    """A list whose clicks take what it is told."""

    def __init__(self, name: str, order: list[str], took: float) -> None:
        super().__init__(Target(name, "", None), cast("Any", None), cast("Any", None))
        self.order, self.took = order, took

    def click(self, gesture: clicks.Gesture = "script") -> None:
        self.order.append(self.target.name)
        self.present.append(self.took / 2)
        self.painted.append(self.took)
        for values in self.work.values():
            values.append(1)


def test_clicks_come_in_turns_and_the_first_do_not_count() -> None:
    order = list[str]()
    ours, theirs = Pressed("ours", order, 60), Pressed("theirs", order, 100)
    clicks.take([ours, theirs], 3)
    assert order == ["ours", "theirs"] * (clicks.WARM_UP + 3)
    assert len(ours.painted) == len(ours.present) == len(theirs.work["TaskDuration"]) == 3


def test_the_goal_is_half_of_the_others_time() -> None:
    ours, theirs = Pressed("ours", [], 60), Pressed("theirs", [], 100)
    clicks.take([ours, theirs], 3)
    painted, present, *_ = clicks.compared([ours, theirs], clicks.PACE)
    assert (painted.value, painted.other, painted.goal, painted.verdict) == (60, 100, 50, "missed")
    assert (present.value, present.other, present.goal) == (30, 50, None)
    assert painted.note == "median of 3, p90 60 and 100"


def test_alone_there_is_nothing_to_beat() -> None:
    ours = Pressed("ours", [], 60)
    clicks.take([ours], 2)
    assert all(figure.other is None and figure.goal is None for figure in clicks.compared([ours], clicks.PACE))
