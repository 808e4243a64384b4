"""The lines of an import that say what no other may say too, before they are sent and in the report. Pure."""

from collections.abc import Iterable, Sequence

from admin_app.kit.imports.declare import ADDED, DUPLICATE, REPLACED, UPDATED, Intake
from admin_app.kit.imports.entry import Entry


def _said(entry: Entry, since: int = 0) -> list[tuple[int, str]]:
    """What a line says that no other may say too, with its kind; `since` leaves out the first kinds."""
    return [(kind, mark) for kind, mark in enumerate(entry.marks) if mark and kind >= since]


def twins_of(entries: Iterable[Entry], since: int = 0) -> dict[int, int]:
    """The numbers of the lines that say the same as an earlier one, with that of the first that says it."""
    first, found = dict[tuple[int, str], int](), dict[int, int]()
    for entry in entries:
        said = _said(entry, since)
        if earlier := [first[each] for each in said if each in first]:
            found[entry.number] = min(earlier)
        for each in said:
            first.setdefault(each, entry.number)
    return found


def tell_doubles(intake: Intake, lines: Sequence[Entry]) -> None:
    """Tell the lines that found what an earlier line of the file added: the server says that it was there."""
    unchanged = {each.outcome.name for each in intake.answers if each.outcome.unchanged}
    known = {each.number: each for each in lines if each.outcome in {ADDED.name, *unchanged}}
    for number, first in twins_of(known.values()).items():
        entry = known[number]
        if entry.outcome in unchanged and known[first].outcome == ADDED.name:
            entry.outcome, entry.detail, entry.found = DUPLICATE.name, str(first), ""


def tell_replaced(intake: Intake, lines: Sequence[Entry]) -> None:
    """Tell the lines whose record a later one overwrote; what became of that record is said of the later one."""
    latest = dict[tuple[int, str], Entry]()
    for entry in lines:
        if entry.outcome not in {ADDED.name, UPDATED.name}:
            continue
        for said in _said(entry, len(intake.same)):
            if entry.outcome == UPDATED.name and (former := latest.get(said)):
                entry.outcome = former.outcome
                former.outcome, former.detail, former.found = REPLACED.name, str(entry.number), ""
            latest[said] = entry
