"""A request as it is stored, what a submission of its form would change of it, and what is carried to another's form.

What was typed in the form of a request that somebody replaced meanwhile is laid over the form of the new one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from admin_app.features.solidary.asking import request_form
from admin_app.features.solidary.asking.recap import whole_recap
from admin_app.features.solidary.asking.request_form import SCHEDULES, Choices, Lines, RequestForm
from admin_app.features.solidary.asking.validation import (
    identity_problems,
    journey_problems,
    needs_problems,
    start_problems,
    time_problems,
    typed_problems,
)
from admin_app.features.solidary.edition.consequences import WRONG, Consequences, consequences, reason_of
from admin_app.features.solidary.record import FLEXIBLE, SolidaryRecord
from admin_app.kit.forms import Submission

CELLS = ("days", "outwardTime", "returnTime")
"""What a line of the week holds."""
DAYS = ("outwardDate", "toDate", "punctualOutwardDateChoice", "regularDateChoice", "fromDate")
"""The inputs that say which days: one that has passed may stay as it is."""
NEVER_EMPTIED = tuple(name for name in request_form.IDENTITY if name != "newsSubscription")
"""What of a person cannot be emptied: the server takes no null for it (update_solidary_beneficiary)."""
MAY_BE_UNKNOWN = frozenset((name, "required") for name in request_form.IDENTITY)
"""What is not known of a person keeps nobody from changing the journey."""


@dataclass(frozen=True)
class StoredRequest:
    """A request, with the form that was filled with it and what its structure offers."""

    record: SolidaryRecord
    form: RequestForm
    choices: Choices
    slots: Mapping[str, str]

    def changes(self, sent: Submission, today: date) -> dict[str, Any]:
        """The keys that are sent: those that differ alone (traps 26 and 27), and what a copy would lose."""
        before, after = (request_form.full_body(form, today, self.record) for form in (self.form, RequestForm.of(sent)))
        changed = request_form.changes(before, after)
        known, person = (request_form.beneficiary(form) for form in (self.form, RequestForm.of(sent)))
        other = {name: value for name, value in person.items() if value != known.get(name)}
        changed |= {"beneficiary": other} if other else {}
        if not reason_of(self.record, changed):
            return changed
        return request_form.replacing_body(changed, after, flexible=self.record.frequency == FLEXIBLE)

    def problems(self, sent: Submission, today: date) -> dict[str, str]:
        """What is wrong, by input name."""
        form = RequestForm.of(sent)
        same_days = all(sent.values.get(name, "") == self.form.texts.get(name, "") for name in DAYS)
        problems = {**journey_problems(form, self.choices), **needs_problems(form, self.choices)}
        problems |= time_problems(form, None if same_days else today, self.slots)
        # A weekly journey that is under way keeps its first day; another one is no day that has passed.
        if form.day("fromDate") != self.form.day("fromDate"):
            problems |= start_problems(form, today)
        problems |= identity_problems(form, today, birth_date=self.form.text("birthDate"), generic_email=True)
        found = typed_problems(sent.problems, [part.name for part in sent.parts])
        typed = {name: text for name, text in found.items() if (name, text) not in MAY_BE_UNKNOWN}
        emptied = [name for name in NEVER_EMPTIED if self.form.text(name) and not form.text(name)]
        return {**problems, **typed, **dict.fromkeys(emptied, "required")}

    def consequences(self, sent: Submission, today: date) -> Consequences:
        """What saving this would do."""
        if wrong := {name.partition(":")[0] for name in self.problems(sent, today)}:
            return Consequences(WRONG, wrong=next((part.name for part in sent.parts if part.name in wrong), ""))
        before, after = (
            whole_recap(form, self.choices, today, self.record) for form in (self.form, RequestForm.of(sent))
        )
        return consequences(self.record, self.changes(sent, today), before, after)


@dataclass(frozen=True)
class CarriedOver:
    """Changes on their way from one form to another; what was not typed is left to the new request."""

    source: str
    target: str
    """The numbers of the requests."""
    values: Mapping[str, str]
    labels: Mapping[str, str]
    lines: Lines
    """The days and times of a weekly journey, all of them where one was changed; else none."""


def carried_over(source: str, target: str, filled: RequestForm, sent: Submission) -> CarriedOver:
    """What a submission changes of what its form was filled with."""
    values = {name: text for name, text in sent.values.items() if _plain(text) != _plain(filled.texts.get(name, ""))}
    labels = {name: text for name, text in sent.labels.items() if name in values}
    lines = sent.lines.get(SCHEDULES, [])
    same = _cells(lines) == _cells(filled.lines)
    return CarriedOver(source, target, values, labels, () if same else tuple(dict(line) for line in lines))


def _plain(text: str) -> str:
    """A switch that is off holds nothing, or says so."""
    return "" if text == "false" else text.strip()


def _cells(lines: Lines) -> list[tuple[str, ...]]:
    """What the lines hold that hold anything."""
    cells = (tuple(line.get(name, "").strip() for name in CELLS) for line in lines)
    return [each for each in cells if any(each)]
