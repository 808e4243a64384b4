"""What to do next with a request, told from the record alone. Pure; a proposal, which shuts nothing (SOLIDARY-11)."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from admin_app.features.solidary import statuses
from admin_app.features.solidary.record import SolidaryRecord

SILENT_AFTER = dt.timedelta(days=3)
"""How long an answer is waited for before the driver is called again."""
_PLACES = {
    "replaced": "chain",
    "take": "diary",
    "search": "drivers",
    "choose": "drivers",
    "contact": "drivers",
    "wait": "drivers",
    "remind": "drivers",
    "refused": "drivers",
    "link": "diary",
    "travel": "diary",
    "close": "diary",
}


@dataclass(frozen=True)
class Step:
    """What is next: `key` names the sentence (`solidary_file.next.<key>`), `place` where on the screen it is done."""

    key: str
    name: str = ""
    """The driver it is about."""
    count: int = 0
    """How many drivers there are to choose from."""

    @property
    def place(self) -> str:
        """`drivers`, `diary`, `chain`, or empty where nothing is left to do."""
        return _PLACES.get(self.key, "")


def next_step(record: SolidaryRecord, now: dt.datetime) -> Step:
    """The next step of a request at a moment; `now` is at the clock the API's dates are at."""
    status = str(record.status)
    if status == statuses.EDITED:
        return Step("replaced" if record.solidary_child_id else "hidden")
    if status == statuses.CLOSED:
        return Step("closed")
    if _is_over(record, now.date()):
        return Step("close")
    drivers = record.solutions.drivers
    accepted = _first(drivers, statuses.ACCEPTED)
    if status == statuses.FOLLOW_UP:
        return Step("travel", accepted)
    if accepted:
        return Step("link", accepted)
    open_to = [each for each in drivers if str(each.get("status")) not in (statuses.REFUSED, statuses.ASK_CLOSED)]
    if drivers and not open_to:
        return Step("refused", count=_matching(record))
    untold = [each for each in open_to if not each.get("contacted")]
    asked = [each for each in open_to if each.get("contacted")]
    if asked:
        return Step("remind" if _silent(record, now) else "wait", _name(asked[0]))
    if untold:
        return Step("contact", _name(untold[0]))
    if status == statuses.CREATED:
        return Step("take")
    matching = _matching(record)
    return Step("choose", count=matching) if matching else Step("search")


def _is_over(record: SolidaryRecord, today: dt.date) -> bool:
    """Whether the last day of travel is past."""
    last = (record.to_date or record.return_date or record.from_date or "")[:10]
    return bool(last) and last < today.isoformat()


def _silent(record: SolidaryRecord, now: dt.datetime) -> bool:
    """Whether nothing was noted for some days."""
    try:
        last = dt.datetime.fromisoformat(record.last_action_date or "")
    except ValueError:
        return False
    return now.replace(tzinfo=None) - last.replace(tzinfo=None) > SILENT_AFTER


def _matching(record: SolidaryRecord) -> int:
    """How many people could drive, whichever way."""
    retained = {each.get("userId") for each in record.solutions.drivers}
    people = {each.get("carpoolerId") for each in (*record.carpools.outward, *record.carpools.return_)}
    people |= {each.get("volunteerId") for each in (*record.transporters.outward, *record.transporters.return_)}
    return len(people - retained - {None})


def _first(drivers: list[dict[str, Any]], status: str) -> str:
    return next((_name(each) for each in drivers if str(each.get("status")) == status), "")


def _name(driver: dict[str, Any]) -> str:
    return " ".join(str(part) for part in (driver.get("givenName"), driver.get("familyName")) if part)
