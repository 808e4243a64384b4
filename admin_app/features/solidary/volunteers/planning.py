"""The next thirty days of a volunteer: when they are free, and which open requests of the structures begin then.

What is asked of a volunteer, and what they accepted, is told by no list: it is in each request alone, and reading a
request looks for drivers again and may text them (trap 31). So nothing is read one by one, and the page says so. Pure.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from admin_app.features.solidary.desk.request_row import RequestRow
from admin_app.features.solidary.week import DAYS, SLOTS, flag

AHEAD = 30
"""Days that are planned, today among them."""
Rows = list[dict[str, str]]


def free_days(item: Mapping[str, Any], today: dt.date) -> Rows:
    """A row per day on which somebody is free: `date`, `day`, `week` (of the year) where a new one begins, and for
    each slot `true` or nothing."""
    rows, week = [], ""
    for date in (today + dt.timedelta(days=ahead) for ahead in range(AHEAD)):
        day = DAYS[date.weekday()]
        free = {slot: "true" if item.get(flag(slot, day)) is True else "" for slot in SLOTS}
        if any(free.values()):
            number = str(date.isocalendar().week)
            rows.append({"date": date.isoformat(), "day": day, "week": number if number != week else "", **free})
            week = number
    return rows


def requests_by_day(rows: Iterable[RequestRow], dates: Collection[str]) -> dict[str, Rows]:
    """By date, the open requests that begin then, those that wait longest first: `id`, `subject`, `journey`, `name`."""
    by_day: dict[str, list[RequestRow]] = {}
    for row in rows:
        if row.open and row.from_date in dates:
            by_day.setdefault(row.from_date, []).append(row)
    return {
        date: [
            {"id": str(each.id), "subject": each.subject, "journey": each.journey, "name": each.name}
            for each in sorted(there, key=lambda each: (each.progression, each.id))
        ]
        for date, there in by_day.items()
    }
