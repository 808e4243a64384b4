"""When people of an office work: Monday to Friday, from 8 to 18 h in France, and never after the reference date."""

from datetime import UTC, date, datetime, time, timedelta

from sandbox.clock import REFERENCE, SERVER_ZONE

MONDAY = date(2001, 1, 1)
OPENS, HOURS = 8, 10
DAY = HOURS * 60


def worked(moment: datetime) -> int:
    """The minutes of work that were over at a moment, so that they can be counted with."""
    local = moment.astimezone(SERVER_ZONE)
    week, day = divmod((local.date() - MONDAY).days, 7)
    into = min(max((local.hour - OPENS) * 60 + local.minute, 0), DAY - 1)
    return (week * 5 + min(day, 4)) * DAY + (into if day < 5 else DAY - 1)


def at_work(minutes: int) -> datetime:
    """The moment when so many minutes of work were over."""
    days, into = divmod(minutes, DAY)
    week, day = divmod(days, 5)
    local = datetime.combine(MONDAY + timedelta(weeks=week, days=day), time(OPENS + into // 60, into % 60))
    return local.replace(tzinfo=SERVER_ZONE).astimezone(UTC)


def by_staff(moment: datetime, after: datetime | None = None) -> datetime:
    """When somebody at work would have done what a draw put at any hour, after what it answers to.

    Saturdays and Sundays are those Fridays.
    """
    local = moment.astimezone(SERVER_ZONE)
    day = local.date() - timedelta(days=max(local.weekday() - 4, 0))
    into = (local.hour * 60 + local.minute) * HOURS // 24
    done = worked(datetime.combine(day, time(OPENS), SERVER_ZONE) + timedelta(minutes=into))
    if after:
        done = max(done, worked(after) + 20)
    return at_work(min(done, worked(REFERENCE)))
