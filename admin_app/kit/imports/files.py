"""The files an import hands out, and the words of a line: what it is called, what is wrong with it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from admin_app.kit.imports.column_matching import Names, names_of
from admin_app.kit.imports.declare import UNSENT, Intake
from admin_app.kit.imports.result_parser import TEXTS
from admin_app.kit.imports.rules import DEGREES, fault
from admin_app.kit.imports.staging_table import Entry
from admin_app.kit.transfer import csv
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say

SAMPLE = 60
"""Characters shown of what a column holds."""


def names(intake: Intake) -> Names:
    """What a file may call the columns, in any of our languages."""
    return names_of(intake, [labels(intake, locale) for locale in LOCALES])


def labels(intake: Intake, locale: str) -> list[str]:
    """What the columns are called."""
    return [say(f"{intake.key}.fields.{column.name}", locale) for column in intake.columns]


def template(intake: Intake, locale: str) -> bytes:
    """An empty file with the names of the columns and one line to follow."""
    return csv.for_people([labels(intake, locale), [column.example for column in intake.columns]], locale)


def refused_lines(intake: Intake, locale: str, entries: Sequence[Entry]) -> bytes:
    """The lines that are not there yet, as they would be imported again."""
    lines = ([_cell(intake, at, text) for at, text in enumerate(entry.cells)] for entry in entries)
    return csv.for_people([labels(intake, locale), *lines], locale)


def _cell(intake: Intake, at: int, text: str) -> csv.Cell:
    """A cell as it came; degrees are numbers, or those west of Greenwich would be taken for formulas."""
    column = intake.columns[at]
    degrees = text and column.rule in DEGREES and not fault(column, text)
    return Decimal(text) if degrees else text


def report(intake: Intake, locale: str, entries: Sequence[Entry]) -> bytes:
    """What became of every line, in the person's language."""
    head = [say(f"imports.report.{name}", locale) for name in ("line", "label", "outcome", "detail")]
    return csv.for_people([head, *_report_rows(intake, locale, entries)], locale)


def _report_rows(intake: Intake, locale: str, entries: Sequence[Entry]) -> Iterator[list[csv.Cell]]:
    for entry in entries:
        outcome = say(f"imports.outcomes.{entry.outcome or UNSENT.name}", locale)
        yield [entry.number, label_of(intake, entry), outcome, detail_of(intake, entry, locale)]


def label_of(intake: Intake, entry: Entry) -> str:
    """What a line is called."""
    return intake.label(intake.named(entry.cells))


def detail_of(intake: Intake, entry: Entry, locale: str) -> str:
    """Why a line is not there, in the person's language where the server's words are known."""
    if entry.outcome:
        known = entry.detail in {*TEXTS.values(), "width"}
        return say(f"imports.faults.{entry.detail}", locale) if known else entry.detail
    return " · ".join(_fault_of(intake, at, name, locale) for at, name in entry.faults.items())


def _fault_of(intake: Intake, at: str, name: str, locale: str) -> str:
    fault = say(f"imports.faults.{name}", locale)
    if not at.isdigit():
        return fault
    column = say(f"{intake.key}.fields.{intake.columns[int(at)].name}", locale)
    return say("imports.fault_of", locale, column=column, fault=fault)
