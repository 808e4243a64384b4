"""What a request says so far, in sentences to be read back to whoever calls, in each language (SOLIDARY-19)."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from babel.dates import format_date, get_day_names
from babel.lists import format_list

from admin_app.features.solidary.asking.request_form import (
    AT_A_TIME,
    CHOSEN_RETURN,
    DAYS_AHEAD,
    ON_A_DAY,
    OTHER,
    RETURN_CHOICES,
    SLOT_OF,
    Held,
    days_of,
    period,
    window,
)
from admin_app.features.solidary.asking.submitted_form import Choices
from admin_app.features.solidary.record import Row
from admin_app.features.solidary.statuses import CLOSED
from admin_app.features.solidary.week import DAYS, SLOTS, is_clock_time
from admin_app.kit.values import Address
from admin_app.kit.words import phones
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say

PREFIX = "asking.recap"
LONGEST = 200
"""Characters of one text that are read back."""
Line = dict[str, str]
"""A sentence in each language, and its `kind`."""
Write = Callable[[str], str]


def recap(held: Held, choices: Choices, today: date) -> list[Line]:
    """Every sentence that can be said already, in the order of the form."""
    when = _every_week(held) if held.on("regular") else _once(held, choices, today)
    return [*_who(held), *_why(held, choices), *_where(held), *when, *_needs(held, choices)]


def _line(kind: str, name: str, /, **values: Write | str) -> Line:
    """One sentence; what is written otherwise in each language is given as a function."""
    texts = {
        locale: say(
            f"{PREFIX}.{name}",
            locale,
            **{key: each if isinstance(each, str) else each(locale) for key, each in values.items()},
        )
        for locale in LOCALES
    }
    return {"kind": kind, **texts}


def _day(day: date) -> Write:
    return lambda locale: format_date(day, "EEEE d MMMM y", locale=locale)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def address(text: str) -> str:
    """An address of the form on one line; empty for none."""
    try:
        return _short(Address.model_validate_json(text).display) if text else ""
    except ValueError:
        return ""


def _who(held: Held) -> Iterable[Line]:
    name = _short(" ".join(filter(None, (held.text("givenName"), held.text("familyName")))))
    if name:
        yield _line("who", "who", name=name)
    if day := held.day("birthDate"):
        yield _line("who", "born", day=lambda locale: format_date(day, "d MMMM y", locale=locale))
    if held.text("telephone"):
        yield _line("who", "phone", phone=_short(phones.shown(held.text("telephone"))))
    if home := address(held.text("homeAddress")):
        yield _line("who", "lives", address=home)


def _why(held: Held, choices: Choices) -> Iterable[Line]:
    if subject := subject_of(held, choices):
        yield _line("why", "subject", subject=subject)


def subject_of(held: Held, choices: Choices) -> str:
    """The subject in words."""
    if held.text("subject") == OTHER:
        return _short(held.text("additionalSubject"))
    return next((each["label"] for each in choices.get("subject", []) if each["value"] == held.text("subject")), "")


def _where(held: Held) -> Iterable[Line]:
    origin, destination = address(held.text("origin")), address(held.text("destination"))
    if held.on("destinationAny"):
        yield _line("where", "from_any", origin=origin) if origin else _line("where", "any")
    elif origin and destination:
        yield _line("where", "from_to", origin=origin, destination=destination)
    elif origin or destination:
        yield _line("where", "from" if origin else "to", place=origin or destination)


def _once(held: Held, choices: Choices, today: date) -> Iterable[Line]:
    clock = _clock(held, choices)
    choice = held.text("punctualOutwardDateChoice")
    first, last = window(choice, today)
    if choice == ON_A_DAY and (day := held.day("outwardDate")):
        yield _line("when", "leaves_on", day=_day(day), clock=clock)
    elif choice in DAYS_AHEAD:
        days = {name: _day(date.fromisoformat(each)) for name, each in (("first", first), ("last", last))}
        yield _line("when", "leaves_within", clock=clock, **days)
    yield from _back(held)


def _clock(held: Held, choices: Choices) -> Write:
    """When in the day: at a time, within a slot that is written out, or not known yet."""
    choice, at = held.text("punctualOutwardTimeChoice"), held.text("outwardTime")
    if choice == AT_A_TIME and is_clock_time(at):
        return lambda locale: say(f"{PREFIX}.at", locale, time=at)
    slots = choices.get("slots", [])
    if choice in SLOT_OF and slots:
        slot = slots[SLOTS.index(SLOT_OF[choice])]["label"]
        return lambda locale: say(f"{PREFIX}.slot.{choice}", locale, slot=slot)
    return lambda locale: say(f"{PREFIX}.sometime", locale)


def _back(held: Held) -> Iterable[Line]:
    choice = held.text("punctualReturnDateChoice")
    day, at = held.day("returnDate"), held.text("returnTime")
    if choice == CHOSEN_RETURN and day and is_clock_time(at):
        yield _line("back", "back_on", day=_day(day), time=at)
    elif choice in RETURN_CHOICES[:-1]:
        yield _line("back", f"back.{choice}")
    elif not choice and held.text("punctualOutwardTimeChoice"):
        yield _line("open", "back_open")


def _every_week(held: Held) -> Iterable[Line]:
    for line in held.lines:
        days, out, back = days_of(line), line.get("outwardTime", ""), line.get("returnTime", "")
        if not days or not (is_clock_time(out) or is_clock_time(back)):
            continue
        name = "weekly_both" if out and back else "weekly_out" if out else "weekly_back"
        yield _line("when", name, days=_days(days), out=out, back=back)
    first, last = period(held)
    if first and last:
        yield _line("when", "period", first=_day(first), last=_day(last))


def _days(days: list[str]) -> Write:
    ranks = [DAYS.index(day) for day in days]
    return lambda locale: format_list([get_day_names("wide", locale=locale)[rank] for rank in ranks], locale=locale)


def _needs(held: Held, choices: Choices) -> Iterable[Line]:
    chosen = held.text("needs").split(",")
    labels = [each["label"] for each in choices.get("needs", []) if each["value"] in chosen]
    labels += [_short(held.text("additionalNeed"))] if held.text("additionalNeed") else []
    if labels:
        yield _line("needs", "needs", needs=" ; ".join(labels))


# --- the same person at the same time --------------------------------------------------


def doubles(past: Iterable[Row], held: Held, today: date) -> list[Row]:
    """The open requests of the person that begin on a day of this one: the list tells no more of when they are."""
    days = _span(held, today)
    return [row for row in past if days and str(row.status) != CLOSED and days[0] <= row.day <= days[1]]


def _span(held: Held, today: date) -> tuple[str, str] | None:
    if held.on("regular"):
        first, last = period(held)
        return (first.isoformat(), (last or first + timedelta(days=7)).isoformat()) if first else None
    if held.text("punctualOutwardDateChoice") in DAYS_AHEAD:
        return window(held.text("punctualOutwardDateChoice"), today)
    day = held.day("outwardDate")
    return (day.isoformat(), day.isoformat()) if day else None


def told(row: Row) -> Line:
    """A request that is there already, in each language."""
    day = _day(date.fromisoformat(row.day))
    return _line("double", "double", day=day, number=str(row.id), subject=_short(row.subject))
