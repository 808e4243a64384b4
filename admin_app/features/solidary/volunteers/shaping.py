"""A week as it is typed and sent (VOLUNTEER-3, trap 34)."""

from collections.abc import Mapping
from typing import Any

from admin_app.features.solidary.week import BOUNDS, FLAGS, RANGE_TIMES, SLOT_TIMES, SLOTS, sent, shown

Texts = Mapping[str, str]
"""Times as `HH:mm`, by the API's name; empty or absent for none."""
Week = Mapping[str, Any]
"""The 21 flags as booleans and the six times as `HH:mm`, by the API's name; None for a time that is not set."""


def as_sent(changes: Week) -> dict[str, Any]:
    """Changes as the API wants them: no flag and no time is null, ever (trap 34)."""
    return {
        name: sent(value) if name in SLOT_TIMES else value
        for name, value in changes.items()
        if value is not None and name in (*FLAGS, *SLOT_TIMES)
    }


def ranges_of(structure: Mapping[str, Any]) -> dict[str, str]:
    """How wide a structure lets slots be: `HH:mm` by the name of the slot's bound, where it says so."""
    pairs = zip(SLOT_TIMES, RANGE_TIMES, strict=True)
    return {time: text for time, limit in pairs if (text := shown(structure.get(limit)))}


def problems(before: Texts, after: Texts, ranges: Texts) -> dict[str, str]:
    """What is wrong with times, by name; those that nobody has changed may be as they are.

    A time that was set cannot be taken away: for the API nothing stands for none (trap 34).
    """
    changed = {name for name in SLOT_TIMES if after.get(name, "") != before.get(name, "")}
    wrong: dict[str, str] = {}
    for slot in SLOTS:
        first, last = (f"{slot}{bound}Time" for bound in BOUNDS)
        if {first, last} & changed and after.get(first) and after.get(last) and after[last] <= after[first]:
            wrong[last] = "volunteers.wrong.order"
        lowest, highest = ranges.get(first, ""), ranges.get(last, "")
        for name in {first, last} & changed:
            if not after.get(name):
                wrong[name] = "required"
            elif (lowest and after[name] < lowest) or (highest and after[name] > highest):
                wrong[name] = "volunteers.wrong.range"
    return wrong
