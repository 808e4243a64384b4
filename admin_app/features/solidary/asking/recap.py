"""What a request says so far, in sentences to be read back to whoever calls, in each language (SOLIDARY-19)."""

from collections.abc import Callable, Iterable
from datetime import date

from babel.lists import format_list

from admin_app.features.solidary.asking.request_form import (
    AT_A_TIME,
    CHOSEN_RETURN,
    DAYS_AHEAD,
    ON_A_DAY,
    OTHER,
    RETURN_CHOICES,
    SLOT_OF,
    Choices,
    RequestForm,
    days_of,
    first_ride,
    period,
    window,
)
from admin_app.features.solidary.record import Row, SolidaryRecord
from admin_app.features.solidary.week import SLOTS, day_names, is_clock_time
from admin_app.kit.values import Address
from admin_app.kit.words import LOCALES, formats, message, phones
from admin_app.kit.words.locale import say
from admin_app.shared.people.names import whole_name

PREFIX = "asking.recap"
LONGEST = 200
"""Characters of one text that are read back."""
Line = dict[str, str]
"""A sentence in each language, and its `kind`."""
Write = Callable[[str], str]


def recap(form: RequestForm, choices: Choices, today: date, stored: SolidaryRecord | None = None) -> list[Line]:
    """Every sentence that can be said already, in the order of the form; of the record that is edited, its own days."""
    when = _every_week(form, stored) if form.on("regular") else _once(form, choices, today, stored)
    return [*_who(form), *_why(form, choices), *_where(form), *when, *_needs(form, choices)]


def whole_recap(form: RequestForm, choices: Choices, today: date, stored: SolidaryRecord) -> list[Line]:
    """The recap, and what it leaves out of the person: nobody reads that back to a caller, but it can be edited."""
    lines = [*recap(form, choices, today, stored)]
    if email := form.text("email"):
        lines.append({"kind": "email", **dict.fromkeys(LOCALES, email)})
    if code := form.text("gender"):
        lines.append({"kind": "gender", **_in_each(f"users.gender.{code}")})
    answer = "yes" if form.on("newsSubscription") else "no"
    return [*lines, {"kind": "news", **_in_each(f"kit.words.{answer}")}]


def _in_each(key: str) -> Line:
    return {locale: message(key, locale) for locale in LOCALES}


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
    return lambda locale: formats.spoken_date(day, locale)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _address(text: str) -> Address | None:
    """An address of the form; None for none."""
    try:
        return Address.model_validate_json(text) if text else None
    except ValueError:
        return None


def _is_town(where: Address) -> bool:
    """Whether nothing more is told than the town."""
    return bool(where.address_locality) and where.line in ("", where.address_locality)


def _spoken(where: Address | None) -> str:
    """An address as it is said: the postal code of a town comes after its name; empty for none."""
    if where and _is_town(where):
        code = f" ({where.postal_code})" if where.postal_code else ""
        return _short(f"{where.address_locality}{code}")
    return _short(where.display) if where else ""


def _who(form: RequestForm) -> Iterable[Line]:
    name = _short(whole_name(form.text("givenName"), form.text("familyName")))
    if name:
        yield _line("who", "who", name=name)
    if day := form.day("birthDate"):
        yield _line("who", "born", day=lambda locale: formats.long_date(day.isoformat(), locale))
    if form.text("telephone"):
        yield _line("who", "phone", phone=_short(phones.phone_text(form.text("telephone"))))
    if home := _spoken(_address(form.text("homeAddress"))):
        yield _line("who", "lives", address=home)


def _why(form: RequestForm, choices: Choices) -> Iterable[Line]:
    if subject := subject_of(form, choices):
        yield _line("why", "subject", subject=subject)


def subject_of(form: RequestForm, choices: Choices) -> str:
    """The subject in words."""
    if form.text("subject") == OTHER:
        return _short(form.text("additionalSubject"))
    return next((each["label"] for each in choices.get("subject", []) if each["value"] == form.text("subject")), "")


def _where(form: RequestForm) -> Iterable[Line]:
    origin, destination = (_spoken(_address(form.text(name))) for name in ("origin", "destination"))
    if form.on("destinationAny"):
        yield _line("where", "from_any", origin=origin) if origin else _line("where", "any")
    elif origin and destination:
        yield _line("where", "from_to", origin=origin, destination=destination)
    elif origin or destination:
        yield _line("where", "from" if origin else "to", place=origin or destination)


def _once(form: RequestForm, choices: Choices, today: date, stored: SolidaryRecord | None) -> Iterable[Line]:
    clock = _clock(form, choices)
    choice = form.text("punctualOutwardDateChoice")
    first, last = window(choice, today, stored)
    if choice == ON_A_DAY and (day := form.day("outwardDate")):
        yield _line("when", "leaves_on", day=_day(day), clock=clock)
    elif choice in DAYS_AHEAD:
        days = {name: _day(date.fromisoformat(each)) for name, each in (("first", first), ("last", last))}
        yield _line("when", "leaves_within", clock=clock, **days)
    yield from _back(form)


def _clock(form: RequestForm, choices: Choices) -> Write:
    """When in the day: at a time, within a slot that is written out, or not known yet."""
    choice, at = form.text("punctualOutwardTimeChoice"), form.text("outwardTime")
    if choice == AT_A_TIME and is_clock_time(at):
        return lambda locale: say(f"{PREFIX}.at", locale, time=at)
    slots = choices.get("slots", [])
    if choice in SLOT_OF and slots:
        slot = slots[SLOTS.index(SLOT_OF[choice])]["label"]
        return lambda locale: say(f"{PREFIX}.slot.{choice}", locale, slot=slot)
    return lambda locale: say(f"{PREFIX}.sometime", locale)


def _back(form: RequestForm) -> Iterable[Line]:
    choice = form.text("punctualReturnDateChoice")
    day, at = form.day("returnDate"), form.text("returnTime")
    if choice == CHOSEN_RETURN and day and is_clock_time(at):
        yield _line("back", "back_on", day=_day(day), time=at)
    elif choice in RETURN_CHOICES[:-1]:
        yield _line("back", f"back.{choice}")
    elif not choice and form.text("punctualOutwardTimeChoice"):
        yield _line("open", "back_open")


def _every_week(form: RequestForm, stored: SolidaryRecord | None) -> Iterable[Line]:
    for line in form.lines:
        days, times = days_of(line), (line.get(name, "") for name in ("outwardTime", "returnTime"))
        out, back = (time if is_clock_time(time) else "" for time in times)
        if not days or not (out or back):
            continue
        name = "weekly_both" if out and back else "weekly_out" if out else "weekly_back"
        yield _line("when", name, days=_days(days), out=out, back=back)
    first, last = period(form, stored)
    if first and last:
        yield _line("when", "period", first=_day(first), last=_day(last))
    if ride := ride_line(form):
        yield ride


def ride_line(form: RequestForm) -> Line:
    """When the first journey of a week is that begins on none of its days; empty for others."""
    ride = first_ride(form) if form.on("regular") else None
    return _line("when", "first_ride", day=_day(ride)) if ride and ride != form.day("fromDate") else {}


def _days(days: list[str]) -> Write:
    return lambda locale: format_list(day_names(days, locale), locale=locale)


def _needs(form: RequestForm, choices: Choices) -> Iterable[Line]:
    chosen = form.text("needs").split(",")
    labels = [each["label"] for each in choices.get("needs", []) if each["value"] in chosen]
    labels += [_short(form.text("additionalNeed"))] if form.text("additionalNeed") else []
    if labels:
        yield _line("needs", "needs", needs=" ; ".join(labels))


def double_line(row: Row) -> Line:
    """A request that is there already, in each language."""
    day = _day(date.fromisoformat(row.from_date))
    return _line("double", "double", day=day, number=str(row.id), subject=_short(row.subject))
