"""A measured figure, its bar, and the table of them."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table; `bar` is the most the value may be, `note` says how to read it."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """`met`, `missed`, or nothing when there is no bar."""
        if self.bar is None:
            return ""
        return "met" if self.value <= self.bar else "missed"


def number(value: float) -> str:
    """Write a value with the digits that mean something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(figures: Iterable[Figure]) -> str:
    """Lay the figures out in columns, for a terminal."""
    head = ("what", "value", "bar", "", "")
    lines = [head, *(_cells(each) for each in figures)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        f"{what:<{widths[0]}}  {value:>{widths[1]}}  {bar:>{widths[2]}}  {verdict:<{widths[3]}}  {note}".rstrip()
        for what, value, bar, verdict, note in lines
    )


def _cells(figure: Figure) -> tuple[str, str, str, str, str]:
    value = f"{number(figure.value)} {figure.unit}".strip()
    bar = "" if figure.bar is None else f"<= {number(figure.bar)}"
    return figure.name, value, bar, figure.verdict, figure.note


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
