"""A form of a request as it is submitted: what the structure offers in it, what it holds, what is wrong with it."""

import json
from collections.abc import Mapping
from datetime import date, datetime

from admin_app.features.solidary.asking.request_form import OTHER, Held
from admin_app.features.solidary.asking.shaping import FREE_SUBJECT
from admin_app.features.solidary.asking.validation import WRONG, wrong_times
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.week import SLOTS
from admin_app.kit.forms.formset import name_of
from admin_app.kit.forms.submission import Submission
from admin_app.kit.values import CLOCK

SCHEDULES = "regularSchedules"
YOUNGEST, OLDEST = 18, 120
"""Years of whoever may ask for a journey."""
Choices = dict[str, list[dict[str, str]]]


def today() -> date:
    """The day it is for those who answer the telephone."""
    return datetime.now(CLOCK).date()


def offered(structure: Structure) -> Choices:
    """What a form offers of a structure, by input: subjects, needs, and the times of its three slots in their order."""
    return {
        "subject": [{"value": str(each.id), "label": each.label} for each in structure.subjects],
        "needs": [{"value": str(each.id), "label": each.label} for each in structure.needs],
        "slots": [
            {"value": slot, "label": f"{structure.slots[f'{slot}MinTime']}–{structure.slots[f'{slot}MaxTime']}"}
            for slot in SLOTS
        ],
    }


def held(sent: Submission) -> Held:
    """What was submitted, as shaping.py takes it."""
    return Held(sent.values, sent.lines.get(SCHEDULES, []))


def wrong_journey(sent: Submission, choices: Choices) -> dict[str, str]:
    """What is wrong with why, from where and to where, by input name: the name of a message, or its key."""
    values = sent.values
    found = {name: "address" for name in ("origin", "destination") if values.get(name) and not _located(values[name])}
    if values.get("destinationAny") == "true":
        found.pop("destination", None)
    subject = values.get("subject", "")
    if subject == OTHER:
        return found if values.get(FREE_SUBJECT, "").strip() else {**found, FREE_SUBJECT: "required"}
    if subject not in _values(choices, "subject"):
        found["subject"] = "choice" if subject else "required"
    return found


def wrong_needs(sent: Submission, choices: Choices) -> dict[str, str]:
    """A need that the structure does not offer was not chosen here."""
    chosen = {each for each in sent.values.get("needs", "").split(",") if each}
    return {} if chosen <= _values(choices, "needs") else {"needs": "choice"}


def wrong_when(sent: Submission, today: date | None, slots: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with days and times, a cell of a line by its full name; see `checking.wrong_times`."""
    lines = sent.lines.get(SCHEDULES, [])
    found: dict[str, str] = {}
    for name, wrong in wrong_times(held(sent), today, slots).items():
        rank, _, cell = name.partition(".")
        found[name_of(SCHEDULES, lines[int(rank)]["key"], cell) if cell else name] = wrong
    return found


def wrong_start(sent: Submission, today: date) -> dict[str, str]:
    """What is wrong with the first day of a new weekly journey: it has not passed."""
    day = held(sent).day("fromDate")
    return {"fromDate": f"{WRONG}.past"} if held(sent).on("regular") and day and day < today else {}


def wrong_identity(sent: Submission, today: date, *, known: str | None, generic: bool) -> dict[str, str]:
    """What is wrong with who it is for.

    `known` is the birth date of somebody who has an account, None for somebody new: a date that stays is not held
    against them. An e-mail can be left out by who has one, and where a `generic` one can be made.
    """
    found: dict[str, str] = {}
    day = held(sent).day("birthDate")
    if day and day.isoformat() != known:
        years = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        found |= {} if YOUNGEST <= years <= OLDEST else {"birthDate": f"{WRONG}.age"}
    if known is None and not generic and not sent.values.get("email", "").strip():
        found["email"] = f"{WRONG}.email_needed"
    return found


def _values(choices: Choices, name: str) -> set[str]:
    return {each["value"] for each in choices.get(name, [])}


def _located(text: str) -> bool:
    """Whether an address has a point: the server fails without one."""
    try:
        read = json.loads(text)
    except ValueError:
        return True  # no address at all: that is said already
    return isinstance(read, dict) and bool(read.get("latitude")) and bool(read.get("longitude"))
