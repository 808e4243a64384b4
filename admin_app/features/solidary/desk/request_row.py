"""A request as the desk keeps it: a line of the API's list, made small and ready to be looked through. Pure.

The API filters by names and progression alone (solidary.yaml, list_solidaries), so the desk reads all open requests
and looks for itself: thousands of them are kept, and each is folded once.
"""

import datetime as dt
import functools
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.features.solidary.record import Row, plain
from admin_app.kit.clock import CLOCK
from admin_app.kit.values import Point, point_of, whole
from admin_app.kit.words import folded_words, phones
from admin_app.kit.words.formats import ANYWHERE, journey
from admin_app.shared.people.names import whole_name
from admin_app.shared.people.similarity import phone_key

CODE = f"+{phones.HOME_CODE}"
_PLAIN = re.compile(r"0\d{9}", re.ASCII)
"""Most numbers, and those that need no rule of other countries."""
ENDED = 100
"""The progression of a closed request (solidary.yaml, x-status-machine)."""
DAY = len("2026-03-26")


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One request. Texts are as the API sends them, empty for null."""

    id: int
    status: str
    progression: int
    subject: str
    user_id: int
    """The beneficiary, as a user; 0 where the API tells nobody."""
    given_name: str
    family_name: str
    telephone: str
    last_action: str
    last_action_date: str
    origin: str
    """The town, or what else the address says."""
    destination: str
    """The same; ANYWHERE where any does."""
    proposal_type: str
    from_date: str
    """The first day of travel, `2026-03-26`; empty where there is none."""
    acted: float
    """When the last action was, in seconds; 0 where nothing says."""
    dialled: str
    """The telephone as `dialled` writes it."""
    words: str
    """Names, subject and towns, folded, between spaces."""
    start: Point | None = None
    """Where it begins; None where that is not known."""
    end: Point | None = None
    """Where it leads, alike; None where any destination does."""

    @property
    def open(self) -> bool:
        """Whether there is still something to do."""
        return self.progression < ENDED

    @property
    def round_trip(self) -> bool:
        """Whether they come back, too."""
        return self.proposal_type == "roundtrip"

    @property
    def journey(self) -> str:
        """From where to where, and whether back; empty where neither is known."""
        return journey(self.origin, self.destination, back=self.round_trip)

    @property
    def way(self) -> str:
        """The journey, or what it is for where that is not known."""
        return self.journey or self.subject

    @property
    def name(self) -> str:
        """What the person is called."""
        return whole_name(self.given_name, self.family_name)


def row_of(item: Mapping[str, Any]) -> RequestRow:
    """A line of the API's list."""
    given = plain(item)

    def text(name: str) -> str:
        value = given.get(name)
        return "" if value is None else sys.intern(str(value))

    origin, destination = town(given.get("origin")), town(given.get("destination"))
    start, end = point_of(given.get("origin")), point_of(given.get("destination"))
    if origin and (origin, start) == (destination, end) and _is_anywhere(item):
        destination, end = ANYWHERE, None
    looked = (text("givenName"), text("familyName"), text("subject"), origin, destination)
    return RequestRow(
        id=int(given["id"]),
        status=text("status"),
        progression=percent(given.get("progression")),
        subject=text("subject"),
        user_id=whole(given.get("userId"), 0),
        given_name=text("givenName"),
        family_name=text("familyName"),
        telephone=text("telephone"),
        last_action=text("lastAction"),
        last_action_date=text("lastActionDate"),
        origin=origin,
        destination=destination,
        proposal_type=text("proposalType"),
        from_date=text("fromDate")[:DAY],
        acted=moment(text("lastActionDate")),
        dialled=dialled(text("telephone")),
        words=f" {' '.join(spaced(part) for part in looked if part)} ",
        start=start,
        end=end,
    )


def _is_anywhere(item: Mapping[str, Any]) -> bool:
    """Whether any destination does (SOLIDARY-10): the whole model is made of the few lines that may say so."""
    try:
        return Row.of(item).destination_any
    except ValueError:  # pydantic's too
        return False


def percent(value: Any) -> int:
    """How far a request is; 0 for what is no number."""
    try:
        return round(float(value or 0))
    except (OverflowError, TypeError, ValueError):
        return 0


def town(address: Any) -> str:
    """The town of an address of the API; else its name, or its postal code."""
    if not isinstance(address, Mapping):
        return ""
    names = ("addressLocality", "name", "streetAddress", "postalCode")
    return next((str(address[name]) for name in names if address.get(name)), "")


def moment(text: str) -> float:
    """An instant of the API in seconds; a time without an offset is France's, what is none is 0."""
    try:
        instant = dt.datetime.fromisoformat(text)
    except ValueError:
        return 0
    return (instant if instant.tzinfo else instant.replace(tzinfo=CLOCK)).timestamp()


@functools.lru_cache(maxsize=50_000)
def dialled(text: str) -> str:
    """The digits of a number as one dials them: 0612345678, however it is spelt, and of a part of it what there is."""
    digits = phones.bare(text)
    if _PLAIN.fullmatch(digits):
        return digits
    key = phone_key(text)
    return f"0{key[len(CODE) :]}" if key.startswith(CODE) else key


@functools.lru_cache(maxsize=50_000)
def spaced(text: str) -> str:
    """The folded words of a text, between spaces."""
    return " ".join(folded_words(text))
