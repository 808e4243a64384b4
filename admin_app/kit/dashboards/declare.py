"""What a chart is, as a dashboard declares it."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["lines", "bars", "ranked"]
Tone = Literal["full", "middle", "soft", "hollow", "quiet", "waits"]
"""Steps of one colour, from the whole of it to a bare edge (lines take neither `soft` nor `hollow`), grey, and what
waits for somebody here."""
Axis = Literal["period", "category"]


@dataclass(frozen=True)
class Series:
    """One line, or the bars of one colour: `name` is its key in the lines and of its label."""

    name: str
    tone: Tone = "full"


@dataclass(frozen=True)
class Chart:
    """What a chart draws: over periods (`lines`, `bars`), or by category, the biggest first (`ranked`)."""

    name: str
    part: str
    """The source it depends on: its failure is said in place of the chart."""
    kind: Kind
    series: tuple[Series, ...]
    table_only: tuple[Series, ...] = ()
    """Series that stand in the table alone: drawn, they would flatten the others or make bars too thin."""
    axis: Axis = "period"
    choices: str = ""
    """Prefix of the labels of categories; what has no label there, such as a name, is shown as it is."""
    summary: tuple[str, ...] = ()
    """Numbers the sentence under its title names."""
    stacked: bool = False
    """Bars on top of each other: for parts of a whole."""
    wide: bool = False
    address: str = ""
    """The list behind a category, `{x}` being its code: `/solidaryrecords?status={x}`. What is no code has none.

    `{first}` and `{last}` are the days that are looked at, as in the address of a `Number`.
    """
