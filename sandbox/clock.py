"""Time: one reference date for the demo data, and the date formats of the contract (session.yaml, dates)."""

import os
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


def recorded(day: str) -> datetime:
    """The instant from which seeded dates count, of a day such as `2026-11-02`; SystemExit with one line otherwise."""
    try:
        return datetime.combine(date.fromisoformat(day), time(9), UTC)
    except ValueError:
        raise SystemExit(f"sandbox: SANDBOX_TODAY: a day such as 2026-11-02 is expected, not {day!r}") from None


# The day the demo data was "recorded": every seeded date is relative to it, so a day and a seed always give the same.
REFERENCE = recorded(os.environ.get("SANDBOX_TODAY") or "2026-11-02")
SERVER_ZONE = ZoneInfo("Europe/Paris")
STORED_FORMAT = "%Y-%m-%dT%H:%M:%S"


def now() -> datetime:
    """The real current instant; what is created at run time is dated with it."""
    return datetime.now(UTC)


def stored(moment: datetime) -> str:
    """An instant as it is kept in the database: UTC text, which sorts as it reads."""
    return moment.astimezone(UTC).strftime(STORED_FORMAT)


def read_stored(text: str) -> datetime:
    """The instant that is kept as a text."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def now_stored() -> str:
    """The current instant as it is kept in the database."""
    return stored(now())


@lru_cache(maxsize=50_000)
def instant(text: str) -> str:
    """A stored instant as the API sends it: RFC 3339 with the server's offset (session.yaml, dates)."""
    return read_stored(text).astimezone(SERVER_ZONE).isoformat(timespec="seconds")


@lru_cache(maxsize=50_000)
def midnight(text: str) -> str:
    """A stored date as the API sends it: a midnight date-time (users.yaml, birthDate)."""
    day = date.fromisoformat(text)
    moment = datetime(day.year, day.month, day.day, tzinfo=SERVER_ZONE)
    # Before 1911 Paris was 9 min 21 s ahead; RFC 3339 offsets have no seconds.
    return moment.isoformat(timespec="seconds")[:25]


@lru_cache(maxsize=50_000)
def wall(text: str) -> str:
    """A stored wall-clock time as the API sends it: with the server's offset, which means nothing."""
    return datetime.fromisoformat(text).replace(tzinfo=SERVER_ZONE).isoformat(timespec="seconds")


def parse(text: str) -> datetime | None:
    """An instant read from what a caller sent, None when it is no date; without offset it is the server's time."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=SERVER_ZONE)


def days_before(days: float) -> datetime:
    """The instant so many days before the reference date."""
    return REFERENCE - timedelta(days=days)
