"""One filter of a list, and what is made of what a person types there. Pure data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from admin_app.kit.declare.fields import Target

FilterKind = Literal["text", "search", "choice", "date", "number", "reference", "record", "records", "place", "area"]
"""A `record` is one of a list short enough to be offered whole, `records` are any number of them, their ids joined by
commas; a `reference` is searched for. A `search` is the one box that takes whatever a person knows of a record
(`Filter.seeks`)."""
BETWEEN = ","
"""What stands between the ids of several records, in the address and in what the API is asked (API-8)."""


@dataclass(frozen=True)
class Sought:
    """What a typed text is taken for, and what the API is asked for it."""

    kind: str
    """The last part of a label's key, below `Filter.choices`."""
    text: str
    """As it is said back."""
    filters: Mapping[str, Any] | None
    """None where nothing can be asked yet: nobody is found."""
    otherwise: Mapping[str, Any] | None = None
    """What is asked where that finds nobody."""
    instead: str = ""
    """The kind it is taken for then, where that is another."""


def several(text: str) -> tuple[str, ...]:
    """The ids in a text, each once, in their order; what is no id of the API's, 0 among them, is left out."""
    found = (part.strip() for part in text.split(BETWEEN))
    return tuple(dict.fromkeys(part.lstrip("0") for part in found if part.isascii() and part.isdigit() and int(part)))


@dataclass(frozen=True)
class Filter:
    """One filter of a list, sent under the API's own parameter name (`createdDate[after]`)."""

    param: str
    label: str
    """Last part of the label's key, below `<resource>.filters.`."""
    kind: FilterKind = "text"
    choices: str = ""
    values: tuple[str, ...] = ()
    target: Target | None = None
    always: bool = False
    """Shown without opening "more filters"."""
    offered: bool = True
    """Off for one that has no input any more: addresses and views that hold it stay good."""
    seeks: Callable[[str], Sought] | None = None
    """What is asked of the API for a text, where that is more than the text under the filter's own name."""
    example: str = ""
    """The translation key of what stands in it while it is empty; of a menu, the name of its empty choice."""
    hint: bool = False
    """What it does stands below it, in `<resource>.filter_hints.<label>`."""
    flag: str | None = None
    """The setting that must be on for it to be offered."""
    bounds: tuple[int, int] | None = None
    """The least and the greatest number."""
    beside: tuple[str, ...] = ()
    """It means something beside one of these filters alone."""
    tabs: tuple[str, ...] = ()
    """The values that a tab above the rows tells: they have no chip."""
    period: str = ""
    """Last part of the key of a period that this filter begins or ends: two filters, one control and one chip."""
    other: str = ""
    """The parameter of the other end of the period."""
    ends: bool = False
    """Whether it ends the period, its day included."""
    coming: bool = False
    """Whether one looks ahead first: the usual periods begin with those to come."""
