"""What the edition of a request will do: change it in place, or close it and open another one. Pure.

The server duplicates a record and closes it (status 6) whenever its days, times or places change, and at any change
where it was created as punctual; the drivers that were retained and what was written to them stay with the old one,
and every driver who matches is texted again (traps 26 and 27; solidary.yaml, update_solidary). Nothing of the server
says so before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from admin_app.features.solidary.asking.request_form import TIMES
from admin_app.features.solidary.file.shaping import drivers_of, retained
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.kit.values import Address
from admin_app.kit.words.languages import LOCALES

NOTHING, WRONG, IN_PLACE, REPLACED = ("nothing", "wrong", "in_place", "replaced")
"""What becomes of the request; of a form in which something is wrong nobody can say."""
PUNCTUAL, WHEN, WHERE = REASONS = ("punctual", "when", "where")
"""Why it is replaced: it was created as punctual, its days or times change, its places change."""
ENDS = ("origin", "destination")
STANDING = ("name", "telephone", "status", "contacted", "answer", "settled")
"""What is told of a driver who stays behind: how they stand to the request is said as the file says it (shaping.py)."""
Line = Mapping[str, str]
"""A sentence of the recap: its `kind`, and a text in each language."""


@dataclass(frozen=True)
class Consequences:
    """What an edition will do."""

    fate: str = NOTHING
    reason: str = ""
    differences: list[dict[str, str]] = field(default_factory=list)
    """What differs: `kind`, and before and after in each language (`before_fr`, `after_en`), a line a sentence."""
    wrong: str = ""
    """The first input of the form in which something is wrong."""


@dataclass(frozen=True)
class LeftBehind:
    """What a replaced request keeps for itself."""

    drivers: list[dict[str, str]] = field(default_factory=list)
    """Those retained, by STANDING."""
    messages: int = 0


def reason_of(record: SolidaryRecord, body: Mapping[str, Any]) -> str:
    """Why these changes replace the record; empty where they change it in place."""
    if not body:
        return ""
    if any(name in body for name in TIMES):
        return WHEN
    if body.get("destinationAny") is True or any(_differs(getattr(record, name), body.get(name)) for name in ENDS):
        return WHERE
    choices = (
        record.punctual_outward_date_choice,
        record.punctual_outward_time_choice,
        record.punctual_return_date_choice,
    )
    return PUNCTUAL if any(choices) else ""


def _differs(stored: Address | None, sent: Mapping[str, Any] | None) -> bool:
    """Whether an address that is sent is another one: the server compares the keys that are sent."""
    if not sent:
        return False
    known = stored.to_api() if stored else {}
    return any(value != known.get(name) for name, value in sent.items())


def consequences(
    record: SolidaryRecord, body: Mapping[str, Any], before: list[dict[str, str]], after: list[dict[str, str]]
) -> Consequences:
    """What these changes do, told by what is said of the request before and after."""
    if not body:
        return Consequences()
    reason = reason_of(record, body)
    return Consequences(REPLACED if reason else IN_PLACE, reason, differences(before, after))


def differences(before: list[dict[str, str]], after: list[dict[str, str]]) -> list[dict[str, str]]:
    """The kinds of sentence that differ, in the order in which they are said, each with its texts."""
    kinds = dict.fromkeys(line["kind"] for line in (*before, *after))
    rows: list[dict[str, str]] = []
    for kind in kinds:
        old, new = ([line for line in lines if line["kind"] == kind] for lines in (before, after))
        if old != new:
            texts = {"kind": kind}
            for name, own, other in (("before", old, new), ("after", new, old)):
                only = [line for line in own if line not in other]
                texts |= {f"{name}_{locale}": "\n".join(line[locale] for line in only) for locale in LOCALES}
            rows.append(texts)
    return rows


def left_behind(record: SolidaryRecord) -> LeftBehind:
    """What stays with the request when another takes its place.

    A driver who was retained both ways has two threads (trap 44): he is told once, by the one he was written to in.
    """
    drivers = [{name: each[name] for name in STANDING} for each in retained(drivers_of(record), {})]
    messages = {
        (str(each.get("date")), str(each.get("posterId")), str(each.get("text")))
        for thread in record.solutions.threads.values()
        for each in thread
    }
    return LeftBehind(drivers, len(messages))
