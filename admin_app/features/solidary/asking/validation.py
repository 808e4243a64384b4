"""What is wrong with the form of a request, by the name of the input: the name of a message of the kit, as `required`,
or the key of one of `asking.wrong`. Pure.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, date, datetime, time

from admin_app.features.solidary.asking import request_form as codes
from admin_app.features.solidary.asking.request_form import (
    SCHEDULES,
    SLOT_OF,
    Choices,
    Lines,
    RequestForm,
    days_of,
    first_ride,
    period,
)
from admin_app.features.solidary.criteria import LONGEST, Criterion
from admin_app.features.solidary.week import is_clock_time, minutes
from admin_app.kit.clock import CLOCK
from admin_app.kit.forms.submission import name_of
from admin_app.kit.values import Point, age, point_of

WRONG = "asking.wrong"
YOUNGEST, OLDEST = 18, 120
"""Years of whoever may ask for a journey."""
Problems = dict[str, str]
JUDGED = frozenset(
    (
        *("regular", "destinationAny", SCHEDULES, "fromDate", "regularDateChoice", "toDate"),
        *("punctualOutwardDateChoice", "outwardDate", "punctualOutwardTimeChoice", "outwardTime"),
        *("punctualReturnDateChoice", "returnDate", "returnTime"),
    )
)
"""What is required where it is asked alone: once, or every week. That is said here."""


def typed_problems(found: Mapping[str, str], inputs: Collection[str]) -> Problems:
    """What the kit found in some inputs of a form, but for what this module says is required."""
    of = {name: name.partition(":")[0] for name in found}
    return {
        name: text
        for name, text in found.items()
        if of[name] in inputs and not (text == "required" and of[name] in JUDGED)
    }


# --- who, and what they prove -----------------------------------------------------------


def identity_problems(form: RequestForm, today: date, *, birth_date: str | None, generic_email: bool) -> Problems:
    """What is wrong with who it is for.

    `birth_date` is that of somebody who has an account, None for somebody new: a date that stays is not held against
    them. An e-mail can be left out by who has one, and where a generic one can be made.
    """
    problems: Problems = {}
    day = form.day("birthDate")
    if day and day.isoformat() != birth_date:
        problems |= {} if YOUNGEST <= age(day, today) <= OLDEST else {"birthDate": f"{WRONG}.age"}
    if birth_date is None and not generic_email and not form.text("email"):
        problems["email"] = f"{WRONG}.email_needed"
    return problems


def needed_now(criterion: Criterion) -> bool:
    """Whether a request cannot be created without this criterion (SOLIDARY-17).

    A file keeps nobody on the telephone: the API takes it afterwards, and the file of the request says what lacks.
    """
    return criterion.mandatory and criterion.kind != "file"


def proof_problems(criteria: Iterable[Criterion], proofs: Mapping[str, str]) -> Problems:
    """The mandatory criteria that nothing answers, and answers that cannot be sent; `proofs` are texts by input."""
    problems: Problems = {}
    for criterion in criteria:
        name = criterion.name
        text = proofs.get(name, "").strip()
        if needed_now(criterion) and not text:
            problems[name] = "required"
        elif criterion.kind != "file" and len(text) > LONGEST:
            problems[name] = f"{WRONG}.too_long"
        elif criterion.choices and text and text not in {choice.value for choice in criterion.choices}:
            problems[name] = "choice"
    return problems


# --- why and where ----------------------------------------------------------------------


def journey_problems(form: RequestForm, choices: Choices) -> Problems:
    """What is wrong with why, from where and to where."""
    ends = ("origin",) if form.on("destinationAny") else ("origin", "destination")
    problems = {name: "address" for name in ends if form.text(name) and not _has_a_point(form.text(name))}
    if len(ends) == 2 and not problems and _same_place(*(form.text(name) for name in ends)):
        problems["destination"] = f"{WRONG}.same_place"
    subject = form.text("subject")
    if subject != codes.OTHER and subject not in _values(choices, "subject"):
        problems["subject"] = "choice" if subject else "required"
    return problems


def _same_place(one: str, other: str) -> bool:
    """Whether two addresses are one place: a journey between them would be one to any destination (SOLIDARY-10)."""
    return _point(one) is not None and _point(one) == _point(other)


def _point(text: str) -> Point | None:
    try:
        address = json.loads(text)
    except ValueError:
        return None
    return point_of(address) if isinstance(address, dict) else None


def _has_a_point(text: str) -> bool:
    """Whether an address has a latitude and a longitude: the server fails without."""
    try:
        address = json.loads(text)
    except ValueError:
        return True  # no address at all: that is said already
    return isinstance(address, dict) and bool(address.get("latitude")) and bool(address.get("longitude"))


def _values(choices: Choices, name: str) -> set[str]:
    return {each["value"] for each in choices.get(name, [])}


# --- when, and with what help -----------------------------------------------------------


def needs_problems(form: RequestForm, choices: Choices) -> Problems:
    """A need that the structure does not offer was not chosen here."""
    chosen = {each for each in form.text("needs").split(",") if each}
    return {} if chosen <= _values(choices, "needs") else {"needs": "choice"}


def start_problems(form: RequestForm, today: date) -> Problems:
    """What is wrong with the first day of a new weekly journey: it has not passed."""
    day = form.day("fromDate")
    return {"fromDate": f"{WRONG}.past"} if form.on("regular") and day and day < today else {}


def time_problems(form: RequestForm, today: date | None, slots: Mapping[str, str] | None = None) -> Problems:
    """What is wrong with days and times; a cell of a line by its full name.

    Nothing lies before `today`; None leaves that out, for a record whose day has passed. `slots` are those of the
    structure, `HH:mm` by name.
    """
    return _regular_problems(form, today) if form.on("regular") else _punctual_problems(form, today, slots or {})


def _punctual_problems(form: RequestForm, today: date | None, slots: Mapping[str, str]) -> Problems:
    choice, clock, back = form.punctual_choices
    problems: Problems = {}
    if choice not in codes.DATE_CHOICES:
        problems["punctualOutwardDateChoice"] = "required"
    if choice == codes.ON_A_DAY:
        problems |= _day_problem(form, "outwardDate", today)
    if clock not in codes.TIME_CHOICES:
        problems["punctualOutwardTimeChoice"] = "required"
    if clock == codes.AT_A_TIME:
        day = form.day("outwardDate") if choice == codes.ON_A_DAY else None
        problems |= _time_problem("outwardTime", form.text("outwardTime"), day)
    if back not in codes.RETURN_CHOICES:
        problems["punctualReturnDateChoice"] = "required"
    if back == codes.CHOSEN_RETURN and choice in codes.DAYS_AHEAD:
        problems["punctualReturnDateChoice"] = f"{WRONG}.return_needs_a_day"
    elif back == codes.CHOSEN_RETURN:
        problems |= _return_problems(form, clock, slots)
    return problems


def _return_problems(form: RequestForm, clock: str, slots: Mapping[str, str]) -> Problems:
    """The way back is not before the way there."""
    out, back = form.day("outwardDate"), form.day("returnDate")
    problems = _day_problem(form, "returnDate", None) | _time_problem("returnTime", form.text("returnTime"), back)
    if problems or out is None or back is None:
        return problems
    if back < out:
        return {"returnDate": f"{WRONG}.return_before"}
    at_a_time = clock == codes.AT_A_TIME
    leaves = form.text("outwardTime") if at_a_time else slots.get(f"{SLOT_OF.get(clock, '')}MinTime", "")
    early = back == out and is_clock_time(leaves) and minutes(form.text("returnTime")) <= minutes(leaves)
    return {"returnTime": f"{WRONG}.return_before"} if early else {}


def _regular_problems(form: RequestForm, today: date | None) -> Problems:
    problems = _day_problem(form, "fromDate", None)
    choice = form.text("regularDateChoice")
    if choice not in codes.LASTING_CHOICES:
        problems["regularDateChoice"] = "required"
    if choice == codes.UNTIL_A_DAY:
        problems |= _day_problem(form, "toDate", today)
    first, last = period(form)
    if first and last and last < first:
        problems["toDate"] = f"{WRONG}.ends_before"
    problems |= _line_problems(form.lines)
    if not problems and first and last and first_ride(form) is None:
        problems[SCHEDULES] = f"{WRONG}.no_day_in_period"
    return problems


def _line_problems(lines: Lines) -> Problems:
    """A day in one line only, one day and one time at least in each, an outward time somewhere."""
    problems: Problems = {}
    taken: set[str] = set()
    for line in lines:
        days, out, back = days_of(line), line.get("outwardTime", "").strip(), line.get("returnTime", "").strip()
        cell = {name: name_of(SCHEDULES, line["key"], name) for name in ("days", "outwardTime", "returnTime")}
        if not days:
            problems[cell["days"]] = f"{WRONG}.no_day"
        elif taken & set(days):
            problems[cell["days"]] = f"{WRONG}.day_twice"
        taken |= set(days)
        for name, text in (("outwardTime", out), ("returnTime", back)):
            problems |= _time_problem(cell[name], text) if text else {}
        if not out and not back:
            problems[cell["outwardTime"]] = "required"
        elif is_clock_time(out) and is_clock_time(back) and minutes(back) <= minutes(out):
            problems[cell["returnTime"]] = f"{WRONG}.return_before"
    if not lines or (not problems and not any(line.get("outwardTime", "").strip() for line in lines)):
        problems[SCHEDULES] = f"{WRONG}.no_outward"
    return problems


def _day_problem(form: RequestForm, name: str, today: date | None) -> Problems:
    text, day = form.text(name), form.day(name)
    if not text:
        return {name: "required"}
    if day is None:
        return {name: "date"}
    return {name: f"{WRONG}.past"} if today and day < today else {}


def _time_problem(name: str, text: str, day: date | None = None) -> Problems:
    if not text:
        return {name: "required"}
    if not is_clock_time(text):
        return {name: "time"}
    moment = datetime.combine(day, time.fromisoformat(text), CLOCK) if day else None
    # In spring the clock jumps over an hour: it comes back from the world's as another one.
    skipped = moment and moment.astimezone(UTC).astimezone(CLOCK).time() != moment.time()
    return {name: f"{WRONG}.no_such_time"} if skipped else {}
