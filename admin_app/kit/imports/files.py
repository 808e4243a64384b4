"""The files an import hands out, and what its columns are called there and in files people bring."""

from collections.abc import Sequence
from decimal import Decimal

from admin_app.kit.imports import line_view
from admin_app.kit.imports.column_matching import Names, names_of
from admin_app.kit.imports.declare import UNSENT, Intake
from admin_app.kit.imports.entry import Entry
from admin_app.kit.imports.rules import DEGREES, fault
from admin_app.kit.transfer import csv
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say


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
    rows: list[Sequence[csv.Cell]] = [head]
    for entry in entries:
        outcome = say(f"imports.outcomes.{entry.outcome or UNSENT.name}", locale)
        label, detail = line_view.label_of(intake, entry), line_view.detail_of(intake, entry, locale)
        rows.append([entry.number, label, outcome, detail])
    return csv.for_people(rows, locale)
