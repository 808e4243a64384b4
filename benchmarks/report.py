"""A measured figure, what it is held against, and the table of them."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NOISE = 0.1
"""Share of a value that two runs differ by without a reason."""
_BLOCKS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    `goal` is the most the value may be, the least when `at_least` is set; `other` is the same figure of whom ours is
    held against, where it has one; `note` says how to read them.
    """

    name: str
    value: float
    unit: str
    goal: float | None = None
    note: str = ""
    other: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """`met`, `missed`, or nothing when there is no goal."""
        if self.goal is None:
            return ""
        return "met" if (self.value >= self.goal if self.at_least else self.value <= self.goal) else "missed"

    @property
    def ratio(self) -> float | None:
        """Ours for one of theirs, where both are there."""
        return self.value / self.other if self.other else None


def number(value: float) -> str:
    """Write a value with the digits that mean something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(figures: Iterable[Figure], ours: str = "value", other: str = "other") -> str:
    """Lay the figures out in columns, for a terminal; `ours` and `other` head their values."""
    return columns([("what", ours, other, "ratio", "goal", "", ""), *(_cells(each) for each in figures)])


def columns(lines: Sequence[Sequence[str]]) -> str:
    """Lay cells out, a head above: the first to the left, numbers to the right; a column of nothing is left out."""
    kept = [at for at in range(len(lines[0])) if at == 0 or any(line[at] for line in lines[1:])]
    widths = {at: max(len(line[at]) for line in lines) for at in kept}
    return "\n".join(
        "  ".join(
            f"{line[at]:>{widths[at]}}" if lines[0][at] and at else f"{line[at]:<{widths[at]}}" for at in kept
        ).rstrip()
        for line in lines
    )


def _cells(figure: Figure) -> tuple[str, ...]:
    goal = "" if figure.goal is None else f"{'>=' if figure.at_least else '<='} {number(figure.goal)}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    theirs = "" if figure.other is None else _with_unit(figure.other, figure.unit)
    return figure.name, _with_unit(figure.value, figure.unit), theirs, ratio, goal, figure.verdict, figure.note


def _with_unit(value: float, unit: str) -> str:
    return f"{number(value)} {unit}".strip()


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def spread(values: Sequence[float]) -> str:
    """Say how the values lie around their median."""
    return f"n={len(values)}, p10 {number(quantile(values, 0.1))}, p90 {number(quantile(values, 0.9))}"


def median(values: Sequence[float]) -> float:
    """Return the middle value."""
    return statistics.median(values)


def curve(values: Sequence[float]) -> str:
    """Draw how a figure grows from step to step, from zero up; nothing when it is flat."""
    if is_flat(values):
        return ""
    top = max(values) or 1
    return "".join(_BLOCKS[min(len(_BLOCKS) - 1, int(max(each, 0) / top * len(_BLOCKS)))] for each in values)


def is_flat(values: Sequence[float]) -> bool:
    """Tell whether the values differ by no more than noise."""
    return max(values) - min(values) <= NOISE * max(abs(each) for each in values)
