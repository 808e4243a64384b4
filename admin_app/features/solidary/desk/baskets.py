"""Today's work: which requests want something done now, and those a person looks for. Pure.

What the list of the API tells decides, and it tells little: the status, the last action and its date, the first day of
travel. It tells neither drivers nor the end of a regular journey, and the baskets say so (solidary.yaml,
SolidaryListItem).
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from admin_app.features.solidary.desk.request_row import RequestRow, dialled, spaced
from admin_app.features.solidary.statuses import CREATED, LOOKING, TAKEN
from admin_app.kit.clock import CLOCK
from admin_app.kit.lists.ordering import in_order
from admin_app.kit.words import numbered

NOW, NEW, SOON, SILENT, IDLE, LEFT, PASSED = BASKETS = ("now", "new", "soon", "silent", "idle", "left", "passed")
"""To be answered now: one of the next three whose day is not past. Not looked at yet; leaves within two days and nobody
drives; asked and no answer; no action for one week, for two; the day has passed and it is not closed."""
TABS = tuple(name for name in BASKETS if name != LEFT)
"""Those with a tab above the list: who had no action for two weeks is among those of one."""
HOURS_AHEAD, SILENT_DAYS, IDLE_DAYS, LEFT_DAYS = 48, 3, 7, 14
UNDRIVEN = (CREATED, TAKEN, LOOKING)
"""The statuses before a carpool is followed up: as far as the list tells, nobody drives yet."""
ASKING = frozenset(
    {
        *(f"solidary_{how}_{by}" for how in ("contact", "reminder") for by in ("sms", "message", "call", "email")),
        "solidary_external_driver_contact",
    }
)
"""The actions after which a driver is to answer (solidary.yaml, x-solidary-actions)."""
OPEN, CLOSED, EVERY = "", "closed", "every"
"""Which requests a list is of; the API gives the closed ones only without `progression`."""
DAY = dt.timedelta(days=1)
Key = Callable[[RequestRow], Any]


def now() -> dt.datetime:
    """The moment, at the clock of France."""
    return dt.datetime.now(CLOCK)


def clock(seconds: float) -> str:
    """The time of the day of an instant, at the clock of France: `10:42`."""
    return dt.datetime.fromtimestamp(seconds, CLOCK).strftime("%H:%M")


def baskets(each: RequestRow, at: dt.datetime) -> frozenset[str]:
    """The baskets an open request is in; none for one that is closed."""
    if not each.open:
        return frozenset()
    since = (at.timestamp() - each.acted) / DAY.total_seconds() if each.acted else 0
    today, ahead = at.date().isoformat(), (at + dt.timedelta(hours=HOURS_AHEAD)).date().isoformat()
    holds = {
        NEW: each.status == CREATED and each.progression == 0,
        SOON: each.status in UNDRIVEN and today <= each.from_date <= ahead,
        SILENT: each.last_action in ASKING and since >= SILENT_DAYS,
        IDLE: since >= IDLE_DAYS,
        LEFT: since >= LEFT_DAYS,
        PASSED: "" < each.from_date < today,
    }
    holds[NOW] = not holds[PASSED] and any(holds[name] for name in (NEW, SOON, SILENT))
    return frozenset(name for name, there in holds.items() if there)


def counts_of(rows: Iterable[RequestRow], at: dt.datetime) -> dict[str, int]:
    """How many requests each basket holds."""
    counts = Counter(name for each in rows for name in baskets(each, at))
    return {name: counts[name] for name in BASKETS}


def filtered(rows: Iterable[RequestRow], filters: Mapping[str, str], at: dt.datetime) -> list[RequestRow]:
    """The requests that all these filters let through, by the names of `FILTERS`; another name lets all through."""
    tests = [FILTERS[name](value, at) for name, value in filters.items() if name in FILTERS]
    return [each for each in rows if all(test(each) for test in tests)]


def _words(value: str, at: dt.datetime) -> Callable[[RequestRow], bool]:
    """Every word begins one of the request's, or the text is its number or part of its telephone."""
    if number := numbered(value):
        return lambda each: number == str(each.id)
    parts, number = [f" {part}" for part in spaced(value).split()], value.strip()
    digits = dialled(value) if not any(char.isalpha() for char in value) else ""

    def holds(each: RequestRow) -> bool:
        if number == str(each.id) or (len(digits) > 3 and digits in each.dialled):
            return True
        return all(part in each.words for part in parts)

    return holds


def _phone(value: str, at: dt.datetime) -> Callable[[RequestRow], bool]:
    digits = dialled(value)
    return lambda each: bool(digits) and digits in each.dialled


def _town(value: str, at: dt.datetime) -> Callable[[RequestRow], bool]:
    wanted = spaced(value)
    return lambda each: wanted in spaced(each.origin) or wanted in spaced(each.destination)


def _subject(value: str, at: dt.datetime) -> Callable[[RequestRow], bool]:
    wanted = spaced(value)
    return lambda each: wanted in spaced(each.subject)


FILTERS: Mapping[str, Callable[[str, dt.datetime], Callable[[RequestRow], bool]]] = {
    "q": _words,
    "basket": lambda value, at: lambda each: value in baskets(each, at),
    "scope": lambda value, at: lambda each: value == EVERY or not each.open,
    "status": lambda value, at: lambda each: each.status == value,
    "subject": _subject,
    "commune": _town,
    "telephone": _phone,
    "fromDate[after]": lambda value, at: lambda each: each.from_date >= value,
    "fromDate[strictly_before]": lambda value, at: lambda each: "" < each.from_date < value,
    "userId": lambda value, at: lambda each: str(each.user_id) == value,
}
"""What lets a request through, by the filter's name in the address."""
ORDERS: Mapping[str, Key] = {
    "id": lambda each: each.id,
    "status": lambda each: each.status,
    "subject": lambda each: spaced(each.subject),
    "givenName": lambda each: spaced(each.given_name),
    "familyName": lambda each: spaced(each.family_name),
    "progression": lambda each: each.progression,
    "lastActionDate": lambda each: each.acted,
    "fromDate": lambda each: each.from_date or None,
}
"""By what requests are put in order: the API accepts an order by the last action and does not follow it."""


def ordered(rows: Iterable[RequestRow], field: str, down: bool) -> list[RequestRow]:
    """The requests in an order; the latest one first where they are equal, those without a day of travel last."""
    latest_first = sorted(rows, key=lambda each: each.id, reverse=True)
    return in_order(latest_first, ORDERS.get(field, ORDERS["id"]), down)
