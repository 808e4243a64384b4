"""What is wrong with the form of a request, by the name of the input. Pure."""

from collections.abc import Mapping
from datetime import date, timedelta

from admin_app.features.solidary.asking.request_form import (
    AT_A_TIME,
    CHOSEN_RETURN,
    DATE_CHOICES,
    DAYS_AHEAD,
    LASTING_CHOICES,
    ON_A_DAY,
    RETURN_CHOICES,
    SLOT_OF,
    TIME_CHOICES,
    UNTIL_A_DAY,
    Held,
    Lines,
    days_of,
    period,
)
from admin_app.features.solidary.week import DAYS, is_clock_time, minutes

WRONG = "asking.wrong"


def wrong_times(held: Held, today: date | None, slots: Mapping[str, str] | None = None) -> dict[str, str]:
    """What is wrong with the days and times of a form, by input name: `required`, or the key of a message.

    Nothing lies before `today`; None leaves that out, for a record whose day has passed. A cell of a line is
    `<rank>.<name>`, counted from 0. `slots` are those of the structure, `HH:mm` by name.
    """
    return _wrong_regular(held, today) if held.on("regular") else _wrong_punctual(held, today, slots or {})


def _wrong_punctual(held: Held, today: date | None, slots: Mapping[str, str]) -> dict[str, str]:
    choice, clock, back = (held.text(f"punctual{name}Choice") for name in ("OutwardDate", "OutwardTime", "ReturnDate"))
    found: dict[str, str] = {}
    if choice not in DATE_CHOICES:
        found["punctualOutwardDateChoice"] = "required"
    if choice == ON_A_DAY:
        found |= _wrong_day(held, "outwardDate", today)
    if clock not in TIME_CHOICES:
        found["punctualOutwardTimeChoice"] = "required"
    if clock == AT_A_TIME:
        found |= _wrong_time("outwardTime", held.text("outwardTime"))
    if back not in RETURN_CHOICES:
        found["punctualReturnDateChoice"] = "required"
    if back == CHOSEN_RETURN and choice in DAYS_AHEAD:
        found["punctualReturnDateChoice"] = f"{WRONG}.return_needs_a_day"
    elif back == CHOSEN_RETURN:
        found |= _wrong_return(held, clock, slots)
    return found


def _wrong_return(held: Held, clock: str, slots: Mapping[str, str]) -> dict[str, str]:
    """The way back is not before the way there."""
    out, back = held.day("outwardDate"), held.day("returnDate")
    found = _wrong_day(held, "returnDate", None) | _wrong_time("returnTime", held.text("returnTime"))
    if found or out is None or back is None:
        return found
    if back < out:
        return {"returnDate": f"{WRONG}.return_before"}
    leaves = held.text("outwardTime") if clock == AT_A_TIME else slots.get(f"{SLOT_OF.get(clock, '')}MinTime", "")
    early = back == out and is_clock_time(leaves) and minutes(held.text("returnTime")) <= minutes(leaves)
    return {"returnTime": f"{WRONG}.return_before"} if early else {}


def _wrong_regular(held: Held, today: date | None) -> dict[str, str]:
    found = _wrong_day(held, "fromDate", None)
    choice = held.text("regularDateChoice")
    if choice not in LASTING_CHOICES:
        found["regularDateChoice"] = "required"
    if choice == UNTIL_A_DAY:
        found |= _wrong_day(held, "toDate", today)
    first, last = period(held)
    if first and last and last < first:
        found["toDate"] = f"{WRONG}.ends_before"
    found |= _wrong_lines(held.lines)
    if not found and first and last and not _some_day(held.lines, first, last):
        found["regularSchedules"] = f"{WRONG}.no_day_in_period"
    return found


def _wrong_lines(lines: Lines) -> dict[str, str]:
    """A day in one line only, one day and one time at least in each, an outward time somewhere."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for rank, line in enumerate(lines):
        days, out, back = days_of(line), line.get("outwardTime", "").strip(), line.get("returnTime", "").strip()
        if not days:
            found[f"{rank}.days"] = f"{WRONG}.no_day"
        elif taken & set(days):
            found[f"{rank}.days"] = f"{WRONG}.day_twice"
        taken |= set(days)
        for name, text in (("outwardTime", out), ("returnTime", back)):
            found |= _wrong_time(f"{rank}.{name}", text) if text else {}
        if not out and not back:
            found[f"{rank}.outwardTime"] = "required"
        elif is_clock_time(out) and is_clock_time(back) and minutes(back) <= minutes(out):
            found[f"{rank}.returnTime"] = f"{WRONG}.return_before"
    if not lines or (not found and not any(line.get("outwardTime", "").strip() for line in lines)):
        found["regularSchedules"] = f"{WRONG}.no_outward"
    return found


def _some_day(lines: Lines, first: date, last: date) -> bool:
    """Whether one of the days of the week lies in the period."""
    reach = min((last - first).days, 6)
    within = {DAYS[(first + timedelta(days=ahead)).weekday()] for ahead in range(reach + 1)}
    return any(within & set(days_of(line)) for line in lines)


def _wrong_day(held: Held, name: str, today: date | None) -> dict[str, str]:
    text, day = held.text(name), held.day(name)
    if not text:
        return {name: "required"}
    if day is None:
        return {name: "date"}
    return {name: f"{WRONG}.past"} if today and day < today else {}


def _wrong_time(name: str, text: str) -> dict[str, str]:
    if not text:
        return {name: "required"}
    return {} if is_clock_time(text) else {name: "time"}
