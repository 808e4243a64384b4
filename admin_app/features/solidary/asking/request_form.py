"""What the form of a request holds, its codes (SOLIDARY-15), and what it sends (SOLIDARY-5 to SOLIDARY-8). Pure.

A form holds texts by the names a record is read by (`outwardDate`, `toDate`, SOLIDARY-19). Days are `YYYY-MM-DD` and
times `HH:mm`, both wall clock. The lines of a regular journey are `days` (`mon,thu`), `outwardTime`, `returnTime`.

The server is written to under other names (x-read-to-write, x-create-recipes, trap 33). What is sent is made of a form
with which nothing is wrong (validation.py); the way back, from a record to its form, is from_record.py.
"""

import calendar
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from admin_app.features.solidary.criteria import Criterion
from admin_app.features.solidary.record import Row, SolidaryRecord, day_of
from admin_app.features.solidary.statuses import CLOSED
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.week import DAYS, SLOTS
from admin_app.kit.declare.fields import Input
from admin_app.kit.forms import submission
from admin_app.kit.forms.submission import Lines as FormsetLines
from admin_app.kit.forms.submission import Submission
from admin_app.kit.values import Address
from admin_app.kit.words import phones

SCHEDULES = "regularSchedules"
"""The input that holds the lines of a regular journey."""
MOST = 200_000
"""Characters of a form that are looked at while it is typed in."""

OTHER = "9999"
"""The subject that stands for a free text: it never reaches the server (SOLIDARY-6, trap 33)."""
ON_A_DAY, IN_A_WEEK, IN_A_FORTNIGHT, IN_A_MONTH = DATE_CHOICES = ("1", "2", "3", "4")
"""`punctualOutwardDateChoice` (SOLIDARY-15)."""
DAYS_AHEAD: Mapping[str, int] = {IN_A_WEEK: 7, IN_A_FORTNIGHT: 15, IN_A_MONTH: 30}
"""How wide the window of each choice is."""
AT_A_TIME, MORNING, AFTERNOON, EVENING = TIME_CHOICES = ("1", "2", "3", "4")
"""`punctualOutwardTimeChoice`: a time, or one of the structure's slots."""
SLOT_OF: Mapping[str, str] = {MORNING: "m", AFTERNOON: "a", EVENING: "e"}
NO_RETURN, AN_HOUR_LATER, TWO_HOURS_LATER, THREE_HOURS_LATER, CHOSEN_RETURN = RETURN_CHOICES = ("1", "2", "3", "4", "5")
"""`punctualReturnDateChoice`; the last one goes with a given day only: the server refuses it else."""
A_WEEK, A_MONTH, UNTIL_A_DAY = LASTING_CHOICES = ("1", "2", "3")
"""`regularDateChoice`; the server only keeps it, the days are computed here."""
Lines = Sequence[Mapping[str, str]]
Choices = dict[str, list[dict[str, str]]]
"""What a structure offers, by input: a `value` and a `label` each."""
SUBJECT, FREE_SUBJECT = "adminsubject", "additionalSubject"
FREE_NEED = "additionalNeed"
TIMES = (
    "regular",
    *("punctualOutwardDateChoice", "punctualOutwardMinDate", "punctualOutwardMaxDate"),
    *("punctualOutwardTimeChoice", "punctualOutwardMinTime"),
    *("punctualReturnDateChoice", "punctualReturnDate", "punctualReturnTime"),
    *("regularSchedules", "regularDateChoice", "regularMinDate", "regularMaxDate"),
)
"""The keys that say when: of these all are sent, or none (update_solidary, x-notes)."""
NOT_WRITTEN = frozenset({"name", "home"})
"""Keys of an address that records do not have (solidary.yaml, AddressInput)."""
IDENTITY = ("givenName", "familyName", "email", "telephone", "gender", "birthDate", "newsSubscription", "homeAddress")
"""What a beneficiary has (SOLIDARY-20)."""
Body = dict[str, Any]


@dataclass(frozen=True)
class RequestForm:
    """What the form of a request holds."""

    texts: Mapping[str, str]
    lines: Lines = ()

    @classmethod
    def of(cls, sent: Submission) -> "RequestForm":
        """What was submitted."""
        return cls(sent.values, sent.lines.get(SCHEDULES, []))

    def text(self, name: str) -> str:
        """What one input holds, without the blanks around it."""
        return self.texts.get(name, "").strip()

    def on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.text(name) == "true"

    def day(self, name: str) -> date | None:
        """The day of an input; None for what is none."""
        try:
            return date.fromisoformat(self.text(name)[:10])
        except ValueError:
            return None

    @property
    def punctual_choices(self) -> tuple[str, str, str]:
        """The codes of the outward day, of the outward time and of the return."""
        outward, clock, back = (f"punctual{name}Choice" for name in ("OutwardDate", "OutwardTime", "ReturnDate"))
        return self.text(outward), self.text(clock), self.text(back)


def typed_so_far(
    parts: Iterable[Input], data: Mapping[str, Any], stored: FormsetLines | None = None
) -> Submission | None:
    """What a form holds while it is typed in; None for more than anybody types."""
    if sum(len(str(text)) for text in data.values()) > MOST:
        return None
    return submission.read(parts, [(str(name), str(text)) for name, text in data.items()], stored)


def choices_of(structure: Structure) -> Choices:
    """What a form offers of a structure: subjects, needs, and the times of its three slots in their order."""
    return {
        "subject": [{"value": str(each.id), "label": each.label} for each in structure.subjects],
        "needs": [{"value": str(each.id), "label": each.label} for each in structure.needs],
        "slots": [
            {"value": slot, "label": f"{structure.slots[f'{slot}MinTime']}–{structure.slots[f'{slot}MaxTime']}"}
            for slot in SLOTS
        ],
    }


def window(choice: str, today: date, stored: SolidaryRecord | None = None) -> tuple[str, str]:
    """The first and the last day of a choice; empty ones for a given day, which is typed."""
    if choice not in DAYS_AHEAD:
        return "", ""
    if stored and str(stored.punctual_outward_date_choice) == choice and stored.to_date:
        return stored.outward_date or stored.from_date, stored.to_date
    return today.isoformat(), (today + timedelta(days=DAYS_AHEAD[choice])).isoformat()


def days_of(line: Mapping[str, str]) -> list[str]:
    """The days of a line, in the order of the week."""
    chosen = line.get("days", "").split(",")
    return [day for day in DAYS if day in chosen]


def period(form: RequestForm, stored: SolidaryRecord | None = None) -> tuple[date | None, date | None]:
    """The first and the last day of a regular journey; None for what is not known yet.

    A `stored` one that begins on the same day, for as long, ends on the day it was given.
    """
    first, choice = form.day("fromDate"), form.text("regularDateChoice")
    if first is None:
        return None, None
    same = stored and (stored.from_date, str(stored.regular_date_choice)) == (first.isoformat(), choice)
    if stored and same and stored.to_date and choice != UNTIL_A_DAY:
        return first, date.fromisoformat(stored.to_date)
    if choice == A_WEEK:
        return first, first + timedelta(days=7)
    if choice == A_MONTH:
        return first, a_month_after(first)
    return first, form.day("toDate") if choice == UNTIL_A_DAY else None


def first_ride(form: RequestForm) -> date | None:
    """The first day of a regular journey that is one of its days of the week; None while that is not known."""
    first, last = period(form)
    days = {day for line in form.lines for day in days_of(line)}
    if first is None or last is None:
        return None
    each = (first + timedelta(days=ahead) for ahead in range(min((last - first).days, 6) + 1))
    return next((day for day in each if DAYS[day.weekday()] in days), None)


def doubles(past: Iterable[Row], form: RequestForm, today: date) -> list[Row]:
    """The open requests of the person that begin on a day of this one: the list tells no more of when they are."""
    days = _span(form, today)
    return [row for row in past if days and str(row.status) != CLOSED and days[0] <= row.from_date <= days[1]]


def _span(form: RequestForm, today: date) -> tuple[str, str] | None:
    """The first and the last day on which a journey may begin."""
    if form.on("regular"):
        first, last = period(form)
        return (first.isoformat(), (last or first + timedelta(days=7)).isoformat()) if first else None
    if form.text("punctualOutwardDateChoice") in DAYS_AHEAD:
        return window(form.text("punctualOutwardDateChoice"), today)
    day = form.day("outwardDate")
    return (day.isoformat(), day.isoformat()) if day else None


def a_month_after(day: date) -> date:
    """The same day of the next month, or its last one."""
    year, month = day.year + day.month // 12, day.month % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def address_text(address: Address | None) -> str:
    """An address as its input holds it, which is JSON; empty for none."""
    return json.dumps(address.to_api(), ensure_ascii=False) if address else ""


# --- what is sent ---------------------------------------------------------------------


def full_body(form: RequestForm, today: date, stored: SolidaryRecord | None = None) -> Body:
    """Where, when, why and with what help, as an edition would write all of it; see `changes`.

    `stored` is the record that is edited: a window or a period whose choice stays keeps its days.
    """
    return {**_ends(form), **_times(form, today, stored), **_subject(form), **_needs(form)}


def creation_body(
    form: RequestForm, today: date, structure_id: int, beneficiary: Body, proofs: Sequence[Body] = ()
) -> Body:
    """A new record (create_solidary): what is left empty is not sent; files follow one by one, with its id."""
    body = {name: value for name, value in full_body(form, today).items() if value not in (None, [])}
    given = {"proofs": list(proofs)} if proofs else {}
    return {"beneficiary": beneficiary, "structure": structure_id, **body, **given}


def changes(before: Body, after: Body) -> Body:
    """The keys of an edition: only what differs (traps 26 and 27), and of the times all or nothing."""
    changed = {name: value for name, value in after.items() if name not in TIMES and value != before.get(name)}
    if {name: before.get(name) for name in TIMES} != {name: after.get(name) for name in TIMES}:
        changed |= {name: after[name] for name in TIMES if name in after}
    return changed


def replacing_body(changed: Body, after: Body, *, flexible: bool) -> Body:
    """The keys of an edition that replaces the record, with what its copy would lose: any destination (trap 41), and of
    a flexible journey every choice, day and time (trap 42)."""
    again = ("destinationAny", *(TIMES if flexible else ()))
    return {**changed, **{name: after[name] for name in again if name in after}}


def _ends(form: RequestForm) -> Body:
    """Origin and destination; any destination is said, and never a false one, which would replace the record too."""
    ends = {"origin": place(form.text("origin"))}
    if form.on("destinationAny"):
        return {**ends, "destinationAny": True}
    return {**ends, "destination": place(form.text("destination"))}


def place(text: str) -> Body | None:
    """An address of the form, which is JSON, as records take it: whole, without an id; None where there is none."""
    if not text:
        return None
    return _whole(Address.model_validate_json(text))


def _whole(address: Address) -> Body:
    """What of an address records have. The name of a place goes where a street does, or it would be lost."""
    if address.name and not address.home:
        address = address.model_copy(
            update={"house_number": None, "street": address.line, "street_address": address.line}
        )
    return {name: value for name, value in address.to_api().items() if name not in NOT_WRITTEN}


def _subject(form: RequestForm) -> Body:
    """The subject by its id, or the free text; never both, never 9999."""
    if form.text("subject") == OTHER:
        return {FREE_SUBJECT: form.text(FREE_SUBJECT)}
    return {SUBJECT: int(form.text("subject"))}


def _needs(form: RequestForm) -> Body:
    """The needs that are offered, by id, and the free one; null takes that one away in an edition."""
    chosen = sorted(int(each) for each in form.text("needs").split(",") if each)
    return {"needs": chosen, FREE_NEED: form.text(FREE_NEED) or None}


def _times(form: RequestForm, today: date, stored: SolidaryRecord | None) -> Body:
    if form.on("regular"):
        return {"regular": True, **_regular(form, stored)}
    return {"regular": False, **_punctual(form, today, stored)}


def _punctual(form: RequestForm, today: date, stored: SolidaryRecord | None) -> Body:
    """The three choices with what each asks for (punctual-required, punctual-conditional)."""
    choice, clock, back = form.punctual_choices
    sent: Body = {"punctualOutwardDateChoice": int(choice)}
    first, last = window(choice, today, stored)
    if last:
        sent |= {"punctualOutwardMinDate": first, "punctualOutwardMaxDate": last}
    else:
        sent["punctualOutwardMinDate"] = form.text("outwardDate")[:10]
    sent["punctualOutwardTimeChoice"] = int(clock)
    if clock == AT_A_TIME:
        sent["punctualOutwardMinTime"] = form.text("outwardTime")
    sent["punctualReturnDateChoice"] = int(back)
    if back == CHOSEN_RETURN:
        sent |= {"punctualReturnDate": form.text("returnDate")[:10], "punctualReturnTime": form.text("returnTime")}
    return sent


def _regular(form: RequestForm, stored: SolidaryRecord | None) -> Body:
    """Flags by weekday with their times (SOLIDARY-5), and the period, whose two ends are always sent."""
    first, last = period(form, stored)
    return {
        "regularSchedules": [_schedule(line) for line in form.lines],
        "regularDateChoice": int(form.text("regularDateChoice")),
        "regularMinDate": first.isoformat() if first else "",
        "regularMaxDate": last.isoformat() if last else "",
    }


def _schedule(line: Mapping[str, str]) -> Body:
    days = days_of(line)
    clocks = {name: line.get(name, "").strip() or None for name in ("outwardTime", "returnTime")}
    return {**{day: day in days for day in DAYS}, **clocks}


# --- who it is for, and what they prove ------------------------------------------------


def beneficiary(form: RequestForm, user_id: int | None = None, known: Mapping[str, Any] | None = None) -> Body:
    """A new person; or one by the id of the user, not of the solidary user, with what differs from what is `known`.

    An empty e-mail is not sent: the server makes one of the structure's (new-beneficiary).
    """
    sent: Body = {name: form.text(name) for name in ("givenName", "familyName", "email", "telephone")}
    sent["telephone"] = phones.bare(sent["telephone"])
    sent["gender"] = int(form.text("gender")) if form.text("gender") else None
    sent["birthDate"] = form.text("birthDate")[:10]
    sent["newsSubscription"] = form.on("newsSubscription")
    sent["homeAddress"] = place(form.text("homeAddress"))
    sent = {name: value for name, value in sent.items() if value not in (None, "")}
    if user_id is None:
        return sent
    before = {**(known or {}), "birthDate": day_of((known or {}).get("birthDate"))}
    before["telephone"] = phones.bare(str(before.get("telephone") or ""))
    before["newsSubscription"] = bool(before.get("newsSubscription"))
    if before.get("homeAddress"):
        before["homeAddress"] = _whole(Address.model_validate(before["homeAddress"]))
    return {"id": user_id, **{name: value for name, value in sent.items() if value != before.get(name)}}


def proofs(asked: Iterable[Criterion], values: Mapping[str, str], given: Mapping[str, str] | None = None) -> list[Body]:
    """What is proven, one entry for each criterion that is no file (x-create-recipes, proofs).

    `values` are texts by input: `true` for a ticked box, else a text or the accepted value of an option. A creation
    adds to the proofs somebody gave before (trap 29): those that are `given` already are not sent again.
    """
    sent: list[Body] = []
    for each in asked:
        if each.id is None or each.kind == "file":
            continue
        text = values.get(each.name, "").strip()
        if given is not None and (each.name in given or not text) and text == given.get(each.name, ""):
            continue
        sent.append({"id": each.id, "value": text == "true" if each.kind == "checkbox" else text or None})
    return sent
