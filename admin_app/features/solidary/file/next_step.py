"""What to do next with a request, told from the record alone. Pure; a proposal, which shuts nothing (SOLIDARY-11)."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.features.solidary import statuses
from admin_app.features.solidary.record import Entry, SolidaryRecord
from admin_app.shared.people.names import name_in

SILENT_AFTER = dt.timedelta(days=3)
"""How long an answer is waited for before the driver is called again."""
_PLACES = {
    "replaced": "chain",
    "take": "diary",
    "search": "finder",
    "choose": "finder",
    "contact": "drivers",
    "wait": "drivers",
    "remind": "drivers",
    "refused": "finder",
    "link": "diary",
    "travel": "diary",
    "close": "diary",
}


CONTACTS = frozenset(f"solidary_{how}_{by}" for how in ("contact", "reminder") for by in ("sms", "message", "call"))
"""The entries that tell that a driver was reached for: the server itself counts messages alone."""
REFUSAL, ONGOING, LINK = "solidary_carpool_refusal", "solidary_carpool_ongoing", "solidary_link"
"""The entries that tell what a driver answered, and that the two were brought together."""
_PRECISIONS = "solidary_more_infos"
_BEGUN = 25
"""The progress of a request that was taken into account, whatever its status (x-status-machine)."""
ACTIONS = {
    "take": "71",
    "contact": "72",
    "remind": "73",
    "link": "49",
    "travel": "52",
    "close": "56",
}
"""The action that notes that a step was done (x-solidary-actions): by telephone, where there are several."""
CLOSES_REGULAR = "57"
SOON = dt.timedelta(hours=72)
"""How long before it a departure is told in hours."""
OVER = ("close", "closed")
"""The steps of a request whose trip is past: nobody is looked for any more."""
NEAR = dt.timedelta(days=14)
"""How long before it a departure without a driver waits for somebody."""


@dataclass(frozen=True)
class Step:
    """What is next: `key` names the sentence (`solidary_file.next.<key>`), `place` where on the screen it is done."""

    key: str
    name: str = ""
    """The driver it is about."""
    user: str = ""
    """The driver's user id, which an entry about it names."""

    @property
    def place(self) -> str:
        """`drivers`, `finder`, `diary`, `chain`, or empty where nothing is left to do."""
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
    accepted = next((each for each in drivers if has_agreed(each, record.diary)), None)
    if status == statuses.FOLLOW_UP:
        return Step("travel", name_in(accepted) if accepted else "")
    if accepted:
        is_linked = answer_of(accepted, record.diary) in (LINK, ONGOING)
        return _about("travel" if is_linked else "link", accepted)
    open_to = [each for each in drivers if not has_refused(each, record.diary)]
    if drivers and not open_to:
        return Step("refused")
    untold = [each for each in open_to if not was_contacted(each, record.diary)]
    asked = [each for each in open_to if each not in untold]
    if asked:
        return _about("remind" if _silent(record, now) else "wait", asked[0])
    if untold:
        return _about("contact", untold[0])
    if not _is_taken(record):
        return Step("take")
    return Step("choose" if _is_matched(record) else "search")


def action_of(step: Step, record: SolidaryRecord) -> str:
    """The action that notes that a step was done; empty where none does."""
    return CLOSES_REGULAR if step.key == "close" and record.regular else ACTIONS.get(step.key, "")


def urgency(record: SolidaryRecord, now: dt.datetime) -> tuple[str, int]:
    """Why a request waits for somebody: `solidary_file.waits.<key>` and how many hours or days; empty for nothing."""
    if str(record.status) in (statuses.EDITED, statuses.CLOSED):
        return "", 0
    if _is_over(record, now.date()):
        return "over", 0
    if str(record.status) != statuses.FOLLOW_UP and not any(
        has_agreed(each, record.diary) for each in record.solutions.drivers
    ):
        return _departure(record, now)
    return "", 0


def _departure(record: SolidaryRecord, now: dt.datetime) -> tuple[str, int]:
    """How soon a request departs for which nobody drives."""
    if not record.from_date:
        return ("", 0) if _is_taken(record) else ("new", 0)
    first, hour = record.first_ride
    day, clock = dt.date.fromisoformat(first), dt.time.fromisoformat(hour or "00:00")
    left = dt.datetime.combine(day, clock, now.tzinfo) - now
    if left <= dt.timedelta():
        return "running", 0
    if hour and left <= SOON:
        return "hours", max(1, round(left / dt.timedelta(hours=1)))
    if left <= NEAR:
        return "days", (day - now.date()).days
    return ("", 0) if _is_taken(record) else ("new", 0)


def was_contacted(driver: Mapping[str, Any], diary: Sequence[Entry]) -> bool:
    """Whether a driver was written to, or the diary says that somebody called."""
    return bool(driver.get("contacted")) or any(each.action in CONTACTS for each in _entries(driver, diary))


def has_agreed(driver: Mapping[str, Any], diary: Sequence[Entry]) -> bool:
    """Whether a driver accepted, on the platform or on the telephone."""
    answer = answer_of(driver, diary)
    return answer == ONGOING or (str(driver.get("status")) == statuses.ACCEPTED and answer != REFUSAL)


def has_refused(driver: Mapping[str, Any], diary: Sequence[Entry]) -> bool:
    """Whether a driver refused, on the platform or on the telephone, or the ask is closed."""
    closed = str(driver.get("status")) in (statuses.REFUSED, statuses.ASK_CLOSED)
    return closed or answer_of(driver, diary) == REFUSAL


def answer_of(driver: Mapping[str, Any], diary: Sequence[Entry]) -> str:
    """The newest entry that tells what a driver answered: REFUSAL, ONGOING or LINK; empty for none."""
    told = (each.action for each in _entries(driver, diary))
    return next((each for each in told if each in (REFUSAL, ONGOING, LINK)), "")


def _entries(driver: Mapping[str, Any], diary: Sequence[Entry]) -> list[Entry]:
    return [each for each in diary if each.user_id is not None and each.user_id == driver.get("userId")]


def _is_taken(record: SolidaryRecord) -> bool:
    """Whether somebody took it into account: asking for precisions brings the progress to 25 and leaves the status."""
    noted = any(each.action.startswith(_PRECISIONS) for each in record.diary)
    return str(record.status) != statuses.CREATED or record.progression >= _BEGUN or noted


def _about(key: str, driver: Mapping[str, Any]) -> Step:
    return Step(key, name_in(driver), user=str(driver.get("userId") or ""))


def _is_over(record: SolidaryRecord, today: dt.date) -> bool:
    """Whether the last day of travel is past."""
    last = record.to_date or record.return_date or record.from_date
    return bool(last) and last < today.isoformat()


def _silent(record: SolidaryRecord, now: dt.datetime) -> bool:
    """Whether nothing was noted for some days."""
    try:
        last = dt.datetime.fromisoformat(record.last_action_date or "")
    except ValueError:
        return False
    return now.replace(tzinfo=None) - last.replace(tzinfo=None) > SILENT_AFTER


def _is_matched(record: SolidaryRecord) -> bool:
    """Whether anybody else could drive, whichever way."""
    retained = {each.get("userId") for each in record.solutions.drivers}
    people = {each.get("carpoolerId") for each in (*record.carpools.outward, *record.carpools.return_)}
    people |= {each.get("volunteerId") for each in (*record.transporters.outward, *record.transporters.return_)}
    return bool(people - retained - {None})
