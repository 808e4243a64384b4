"""What the form of a request holds, its codes (SOLIDARY-15), and the days that follow from it. Pure.

A form holds texts by the names a record is read by (`outwardDate`, `toDate`, SOLIDARY-19). Days are `YYYY-MM-DD` and
times `HH:mm`, both wall clock. The lines of a regular journey are `days` (`mon,thu`), `outwardTime`, `returnTime`.
"""

import calendar
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from admin_app.features.solidary.record import SolidaryRecord
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.week import DAYS, SLOTS
from admin_app.kit.declare.fields import Input
from admin_app.kit.forms import submission
from admin_app.kit.forms.formset import Lines as FormsetLines
from admin_app.kit.forms.submission import Submission
from admin_app.kit.values import CLOCK, Address

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


@dataclass(frozen=True)
class RequestForm:
    """What the form of a request holds."""

    texts: Mapping[str, str]
    lines: Lines = field(default_factory=tuple)

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


def today() -> date:
    """The day it is for those who answer the telephone."""
    return datetime.now(CLOCK).date()


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
        return day_of(stored.outward_date or stored.from_date), day_of(stored.to_date)
    return today.isoformat(), (today + timedelta(days=DAYS_AHEAD[choice])).isoformat()


def days_of(line: Mapping[str, str]) -> list[str]:
    """The days of a line, in the order of the week."""
    chosen = line.get("days", "").split(",")
    return [day for day in DAYS if day in chosen]


def period(form: RequestForm) -> tuple[date | None, date | None]:
    """The first and the last day of a regular journey; None for what is not known yet."""
    first, choice = form.day("fromDate"), form.text("regularDateChoice")
    if first is None:
        return None, None
    if choice == A_WEEK:
        return first, first + timedelta(days=7)
    if choice == A_MONTH:
        return first, a_month_after(first)
    return first, form.day("toDate") if choice == UNTIL_A_DAY else None


def a_month_after(day: date) -> date:
    """The same day of the next month, or its last one."""
    year, month = day.year + day.month // 12, day.month % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def day_of(value: object) -> str:
    """The day of a date-time of the API, which comes as its midnight."""
    return str(value or "")[:10]


def address_text(address: Address | None) -> str:
    """An address as its input holds it, which is JSON; empty for none."""
    return json.dumps(address.to_api(), ensure_ascii=False) if address else ""
