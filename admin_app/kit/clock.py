"""The clock of the people who run the platform, whatever that of the machine is."""

import datetime as dt
from zoneinfo import ZoneInfo

CLOCK = ZoneInfo("Europe/Paris")
"""The same for a page, a file and two colleagues."""


def today() -> dt.date:
    """The day it is there."""
    return dt.datetime.now(CLOCK).date()


def at_home(moment: str) -> str:
    """A moment that we noted ourselves at that clock; the API has no part in it. ValueError for what is none."""
    return dt.datetime.fromisoformat(moment).astimezone(CLOCK).isoformat() if moment else moment
