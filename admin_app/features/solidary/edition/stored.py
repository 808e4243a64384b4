"""A request as it is stored, and what a submission of its form would change of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from admin_app.features.solidary.asking import shaping
from admin_app.features.solidary.asking.recap import whole_recap
from admin_app.features.solidary.asking.request_form import Choices, RequestForm
from admin_app.features.solidary.asking.validation import (
    identity_problems,
    journey_problems,
    needs_problems,
    time_problems,
)
from admin_app.features.solidary.edition.consequences import WRONG, Consequences, consequences, reason_of
from admin_app.features.solidary.record import FLEXIBLE, SolidaryRecord
from admin_app.kit.forms import Submission

DAYS = ("outwardDate", "toDate", "punctualOutwardDateChoice", "regularDateChoice", "fromDate")
"""The inputs that say which days: one that has passed may stay as it is."""
NEVER_EMPTIED = tuple(name for name in shaping.IDENTITY if name != "newsSubscription")
"""What of a person cannot be emptied: the server takes no null for it (update_solidary_beneficiary)."""
MAY_BE_UNKNOWN = frozenset((name, "required") for name in shaping.IDENTITY)
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
        before, after = (shaping.full_body(form, today, self.record) for form in (self.form, RequestForm.of(sent)))
        changed = shaping.changes(before, after)
        known, person = (shaping.beneficiary(form) for form in (self.form, RequestForm.of(sent)))
        other = {name: value for name, value in person.items() if value != known.get(name)}
        changed |= {"beneficiary": other} if other else {}
        if not reason_of(self.record, changed):
            return changed
        return shaping.replacing_body(changed, after, flexible=self.record.frequency == FLEXIBLE)

    def problems(self, sent: Submission, today: date) -> dict[str, str]:
        """What is wrong, by input name."""
        form = RequestForm.of(sent)
        same_days = all(sent.values.get(name, "") == self.form.texts.get(name, "") for name in DAYS)
        problems = {**journey_problems(form, self.choices), **needs_problems(form, self.choices)}
        problems |= time_problems(form, None if same_days else today, self.slots)
        problems |= identity_problems(form, today, birth_date=self.form.text("birthDate"), generic_email=True)
        typed = {name: text for name, text in sent.problems.items() if (name, text) not in MAY_BE_UNKNOWN}
        emptied = [name for name in NEVER_EMPTIED if self.form.text(name) and not form.text(name)]
        return {**problems, **typed, **dict.fromkeys(emptied, "required")}

    def consequences(self, sent: Submission, today: date) -> Consequences:
        """What saving this would do."""
        if self.problems(sent, today):
            return Consequences(WRONG)
        before, after = (whole_recap(form, self.choices, today) for form in (self.form, RequestForm.of(sent)))
        return consequences(self.record, self.changes(sent, today), before, after)
