"""What of a record its page shows, as texts: no more of anybody than the page needs (solidary.yaml, Solidary). Pure."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pydantic.alias_generators import to_camel

from admin_app.features.solidary.drivers.journey import RETURN, WAYS
from admin_app.features.solidary.drivers.wording import day_ranges
from admin_app.features.solidary.file.next_step import (
    action_of,
    answer_of,
    has_agreed,
    has_refused,
    next_step,
    urgency,
    was_contacted,
)
from admin_app.features.solidary.record import Entry, SolidaryRecord, as_typed
from admin_app.features.solidary.statuses import CREATED
from admin_app.kit.declare.fields import text_of
from admin_app.kit.values import Address, age_of, uploaded
from admin_app.kit.words import phones
from admin_app.kit.words.catalogue import LOCALES
from admin_app.shared.people.names import name_in, whole_name

Texts = dict[str, str]
TOLD = (
    *("id", "status", "user_id", "email", "avatar", "subject", "structure", "structure_id", "created_date"),
    *("last_action", "last_action_date", "frequency", "outward_time", "return_time"),
    *("part_of_day", "hours_later"),
)
"""What of a record is told as it is."""
AGREED, REFUSED = "agreed", "refused"
"""What a driver answered, be it on the platform or on the telephone."""


@dataclass(frozen=True)
class Shown:
    """A record as the page has it: each part under the name of the state's variable."""

    shown: Texts
    needs: list[str]
    schedules: list[Texts]
    drivers: list[Texts]
    diary: list[Texts]
    step: Texts


def shown(item: Mapping[str, Any], now: dt.datetime) -> Shown:
    """What the page shows of an answer."""
    record = SolidaryRecord.of(item)
    return Shown(
        _facts(record, now),
        [str(each.get("label") or "") for each in record.needs if each.get("label")],
        [_schedule(each) for each in record.schedules] if record.regular else [],
        drivers_of(record),
        _diary(record),
        _step(record, now),
    )


def _step(record: SolidaryRecord, now: dt.datetime) -> Texts:
    """What is next: its sentence, where it is done, and the entry that notes it."""
    step = next_step(record, now)
    action = action_of(step, record)
    told = {"key": step.key, "name": step.name, "place": step.place}
    return {**told, "action": action, "user": step.user, "created": _yes(str(record.status) == CREATED)}


def thread(record: SolidaryRecord, solution: str) -> list[Texts]:
    """The messages of a solution, the oldest first: who wrote each, in whose name, and when."""
    items = record.solutions.threads.get(solution, [])
    return sorted((_message(each, record) for each in items), key=lambda each: each["date"])


def _facts(record: SolidaryRecord, now: dt.datetime) -> Texts:
    """Who, what, from where to where and when; what is not known is empty."""
    waits, left = urgency(record, now)
    return {
        **{to_camel(name): text_of(getattr(record, name)) for name in TOLD},
        "waits": waits,
        "left": str(left),
        "age": text_of(age_of(record.birth_date, now.date())),
        "progression": f"{record.progression:g}",
        "name": record.name,
        "telephone": phones.phone_text(record.telephone),
        "dialled": phones.bare(record.telephone),
        "birthDate": record.birth_date,
        "home": _place(record.home_address),
        "operator": whole_name(record.operator_given_name, record.operator_family_name),
        "replaces": text_of(record.solidary_id),
        "replacedBy": text_of(record.solidary_child_id),
        **_journey(record),
    }


def _journey(record: SolidaryRecord) -> Texts:
    """Dates without their hour, times at the clock they were said at."""
    return {
        "origin": _place(record.origin),
        "destination": "" if record.destination_any else _place(record.destination),
        "any": _yes(record.destination_any),
        "roundTrip": _yes(record.round_trip),
        "fromDate": record.from_date,
        "firstRide": record.first_ride[0] if record.first_ride[0] != record.from_date else "",
        "toDate": record.to_date,
        "returnDate": record.return_date,
        "outwardMin": record.outward_min_time,
        "outwardMax": record.outward_max_time,
        "distance": "" if record.distance is None or record.destination_any else f"{record.distance:g}",
    }


def _schedule(line: Any) -> Texts:
    """One line of a week, its days in each language."""
    return {
        **{f"days_{locale}": day_ranges(line.days, locale) for locale in LOCALES},
        "outward": line.outward_time,
        "return": line.return_time,
    }


def drivers_of(record: SolidaryRecord) -> list[Texts]:
    """The solutions of a record, each as a driver."""
    return [_driver(each, record) for each in record.solutions.drivers]


def _driver(driver: Mapping[str, Any], record: SolidaryRecord) -> Texts:
    """A solution, as the sheet, the diary and the box one writes in name its driver.

    Who was retained both ways is there twice, each with a thread of its own (trap 44). `contacted` says that he was
    written to here, or that the diary tells of it, `answer` what he answered by that (next_step.py), `settled` that he
    answered by either: `agreed` or `refused`.
    """
    telephone = str(driver.get("telephone") or "")
    return {
        "id": text_of(driver.get("id")),
        "userId": text_of(driver.get("userId")),
        "name": name_in(driver),
        "avatar": uploaded(driver.get("avatar")) or "",
        "type": str(driver.get("type") or ""),
        "telephone": phones.phone_text(telephone),
        "dialled": phones.bare(telephone),
        "status": str(driver.get("status") or 0),
        "contacted": _yes(was_contacted(driver, record.diary)),
        "answer": answer_of(driver, record.diary),
        "settled": _settled(driver, record),
    }


def retained(drivers: Sequence[Texts], ways: Mapping[str, str]) -> list[Texts]:
    """The drivers that were retained, one line a person: `ways` is which way each solution is of, where that is known.

    `outward` and `return` are the status of each ask, `status` that of one whose way is not known. `contacted` is
    `some` where he was written to about one of two ways alone; `id` is the solution that is written to. `settled` is
    empty where one of two ways is open still, or is answered otherwise; `drivesBack` says that the way back is agreed.
    """
    people: dict[str, list[Texts]] = {}
    for each in drivers:
        people.setdefault(each["userId"], []).append(each)
    return [_person(solutions, ways) for solutions in people.values()]


def _person(solutions: list[Texts], ways: Mapping[str, str]) -> Texts:
    one = next((each for each in solutions if each["contacted"]), solutions[0])
    told, settled = ({each[name] for each in solutions} for name in ("contacted", "settled"))
    standing = {ways[each["id"]]: each["status"] for each in solutions if each["id"] in ways}
    contacted = "some" if len(told) > 1 else told.pop()
    answered = "" if len(settled) > 1 else settled.pop()
    back = any(ways.get(each["id"]) == RETURN and each["settled"] == AGREED for each in solutions)
    told_of_both = {"contacted": contacted, "settled": answered, "drivesBack": _yes(back)}
    return {**one, **dict.fromkeys(WAYS, ""), **standing, **told_of_both}


def _settled(driver: Mapping[str, Any], record: SolidaryRecord) -> str:
    """Whether a driver agreed or refused, on the platform or by what the diary says; empty while that is open."""
    if has_refused(driver, record.diary):
        return REFUSED
    return AGREED if has_agreed(driver, record.diary) else ""


def _diary(record: SolidaryRecord) -> list[Texts]:
    """The entries, newest first; the progress is told by those that changed it alone."""
    entries = [_entry(each, record) for each in record.diary]
    for one, former in pairwise([*entries, {"progression": "0"}]):
        if one["progression"] == former["progression"]:
            one["progression"] = ""
    return entries


def _entry(entry: Entry, record: SolidaryRecord) -> Texts:
    """An entry of the diary, with author and time as the server says them."""
    about = whole_name(entry.given_name, entry.family_name)
    return {
        "action": entry.action,
        "comment": entry.comment,
        "progression": entry.progression.removesuffix(".00"),
        "author": entry.author,
        "about": "" if entry.user_id == record.user_id else about,
        "date": entry.date or "",
    }


def _message(item: Mapping[str, Any], record: SolidaryRecord) -> Texts:
    poster, delegate = (
        whole_name(item.get(f"{who}GivenName"), item.get(f"{who}FamilyName")) for who in ("poster", "delegate")
    )
    return {
        "author": delegate or poster,
        "behalf": poster if delegate else "",
        "ours": "true" if item.get("posterId") == record.user_id else "",
        "text": as_typed(str(item.get("text") or "")),
        "date": str(item.get("date") or ""),
    }


def _place(address: Address | None) -> str:
    return address.display if address else ""


def _yes(value: bool) -> str:
    return "true" if value else ""
