"""The next thirty days of a volunteer: when they are free, and which open requests begin then within their reach.

What is asked of a volunteer, and what they accepted, is told by no list: it is in each request alone, and reading a
request looks for drivers again and may text them (trap 31). So nothing is read one by one, and the page says so. Pure.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from admin_app.features.solidary.desk.request_row import RequestRow
from admin_app.features.solidary.distance import kilometres
from admin_app.features.solidary.week import DAYS, SLOTS, flag
from admin_app.kit.values import Point, point_of

AHEAD = 30
"""Days that are planned, today among them."""
Rows = list[dict[str, str]]


class Reach(NamedTuple):
    """Where somebody lives, and how many kilometres around it they drive; None for what they never said."""

    home: Point | None = None
    most: float | None = None

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> "Reach":
        """That of a volunteer of the API, whose distance is in metres."""
        most = item.get("maxDistance")
        return cls(point_of(item.get("homeAddress")), most / 1000 if isinstance(most, int) else None)

    def away(self, row: RequestRow) -> float | None:
        """Kilometres from home to where a request begins, as the crow flies."""
        return kilometres(self.home, row.start)

    def holds(self, row: RequestRow) -> bool:
        """Whether a request begins within reach, as far as anybody knows."""
        away = self.away(row)
        return away is None or self.most is None or away <= self.most


def free_days(item: Mapping[str, Any], today: dt.date) -> Rows:
    """A row per day on which somebody is free: `date`, `day`, and for each slot `true` or nothing."""
    rows = []
    for date in (today + dt.timedelta(days=ahead) for ahead in range(AHEAD)):
        day = DAYS[date.weekday()]
        free = {slot: "true" if item.get(flag(slot, day)) is True else "" for slot in SLOTS}
        if any(free.values()):
            rows.append({"date": date.isoformat(), "day": day, **free})
    return rows


def numbered(days: Iterable[Mapping[str, str]]) -> Rows:
    """The same days, with the `week` of the year where a new one begins."""
    rows, week = [], ""
    for day in days:
        number = str(dt.date.fromisoformat(day["date"]).isocalendar().week)
        rows.append({**day, "week": number if number != week else ""})
        week = number
    return rows


def requests_by_day(rows: Iterable[RequestRow], dates: Collection[str], reach: Reach) -> dict[str, Rows]:
    """By date, the open requests that begin then within reach, those that wait longest first: `id`, `subject`,
    `journey`, `name`, and `away`, how many kilometres from home they begin."""
    by_day: dict[str, list[RequestRow]] = {}
    for row in rows:
        if row.open and row.from_date in dates and reach.holds(row):
            by_day.setdefault(row.from_date, []).append(row)
    return {
        date: [_texts(each, reach) for each in sorted(there, key=lambda each: (each.progression, each.id))]
        for date, there in by_day.items()
    }


def _texts(row: RequestRow, reach: Reach) -> dict[str, str]:
    away = reach.away(row)
    texts = {"id": str(row.id), "subject": row.subject, "journey": row.journey, "name": row.name}
    return {**texts, "away": "" if away is None else str(round(away))}
