"""What a page shows of the lines of an import, as the values of its state; and the words of a line."""

from collections import Counter
from dataclasses import replace
from typing import Any

from admin_app.kit.declare.fields import text_of
from admin_app.kit.imports.declare import DUPLICATE, REPLACED, UNSENT, Intake
from admin_app.kit.imports.entry import Entry
from admin_app.kit.imports.result_parser import TEXTS
from admin_app.kit.imports.rules import read_birth
from admin_app.kit.imports.sending import followed
from admin_app.kit.imports.staging import StagingTable
from admin_app.kit.parts.dates import fault_words
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say

SAMPLE = 60
"""Characters shown of what a column holds."""


def page_of(table: StagingTable, view: str, page: int, size: int) -> dict[str, Any]:
    """A page of the lines of a view, and where it is."""
    entries = table.view(view)
    pages = max(1, -(-len(entries) // size))
    page = min(max(1, page), pages)
    rows = [row_of(table, entry) for entry in entries[(page - 1) * size : page * size]]
    return {"lines": rows, "shown": len(entries), "pages": pages, "page": page}


def same_lines(table: StagingTable, lines: list[dict[str, str]], view: str) -> dict[str, Any]:
    """The lines that are shown, as they are now: they stay, even those that the view should no longer hold."""
    known = {str(entry.number): entry for entry in table.entries}
    rows = [row_of(table, known[each["line"]]) for each in lines if each["line"] in known]
    return {"lines": rows, "shown": len(table.view(view))}


def row_of(table: StagingTable, entry: Entry) -> dict[str, str]:
    """A line as texts: `line`, the cells `c0`, `c1`..., their faults `e0`..., what became of the line.

    Only what is wrong with it has an `e`, with its words by language (`e0_fr`); only what refers to a known record an
    `n`.
    """
    row = {"line": str(entry.number), "label": label_of(table.intake, entry), "beyond": entry.beyond}
    row |= {"faulty": "yes" if entry.faults else "", "remark": entry.remark, "twin": text_of(entry.twin)}
    row |= {"outlook": entry.outlook, "found": entry.found, "outcome": entry.outcome or UNSENT.name}
    before = replace(entry, outcome=entry.was, detail=entry.why) if entry.was else None
    row["was"] = entry.was
    for locale in LOCALES:
        row[f"detail_{locale}"] = detail_of(table.intake, entry, locale)
        row[f"why_{locale}"] = detail_of(table.intake, before, locale) if before else ""
    row |= {f"e{at}": name for at, name in entry.faults.items()}
    for at, (column, text) in enumerate(zip(table.intake.columns, entry.cells, strict=True)):
        row[f"c{at}"] = text
        if wrong := entry.faults.get(str(at)):
            row |= {f"e{at}_{locale}": _words(wrong, text, locale) for locale in LOCALES}
        if name := table.names.get(column.name, {}).get(text):
            row[f"n{at}"] = name
    return row


def counts_of(table: StagingTable, stage: str) -> dict[str, Any]:
    """How many lines there are, by what is known of them; and their places on a map."""
    outlooks = dict(Counter(entry.outlook for entry in table.entries if entry.outlook))
    outcomes = dict(Counter(entry.outcome or UNSENT.name for entry in table.entries))
    gone = table.removed[-1] if table.removed else []
    return {
        "total": len(table.entries),
        "removed": len(gone),
        "removed_line": str(gone[0].number) if gone else "",
        "faulty": len(table.view("faults")),
        "doubts": len(table.view("doubts")),
        "missing": len(table.left()),
        "uncertain": len(table.view("uncertain")),
        "followed": len(followed(table.intake.follow, table.entries)) if stage == "report" else 0,
        "outlooks": outlooks,
        "unforeseen": sum(not entry.outlook and not entry.faults for entry in table.entries) if outlooks else 0,
        "outcomes": outcomes,
        "remarks": table.remarks(),
        "places": [_mark(table, entry, tone) for entry, tone in table.places()],
    }


def _mark(table: StagingTable, entry: Entry, tone: str) -> list[str]:
    """A mark of a map (kit/parts/map.py): number of the line, latitude, longitude, what it is called, tone."""
    latitude, longitude = entry.spot or (0.0, 0.0)
    label = f"{entry.number} · {label_of(table.intake, entry)}"
    return [str(entry.number), f"{latitude:.6f}", f"{longitude:.6f}", label, tone]


def columns_of(table: StagingTable) -> dict[str, Any]:
    """What each column of the file fills, and which of ours none does."""
    fields = table.matching.fields
    blank = [""] * len(fields)
    names = [each.strip() for each in (table.header.cells if table.header else [])] + blank
    samples = table.samples() + blank
    required = (each.name for each in table.intake.columns if each.required)
    return {
        "about": table.about,
        "encodings": table.encodings,
        "headed": table.header is not None,
        "named": table.matching.named,
        "columns": [
            {
                "at": str(at),
                "number": str(at + 1),
                "name": names[at],
                "field": name,
                "sample": samples[at][:SAMPLE],
            }
            for at, name in enumerate(fields)
        ],
        "lacking": [name for name in required if name not in fields],
        "matched": sum(map(bool, fields)),
    }


def label_of(intake: Intake, entry: Entry) -> str:
    """What a line is called."""
    return intake.label(intake.named(entry.cells))


def detail_of(intake: Intake, entry: Entry, locale: str) -> str:
    """Why a line is not there, in the person's language where the server's words are known."""
    if entry.outcome == DUPLICATE.name:
        return say("imports.twin_of", locale, line=entry.detail)
    if entry.outcome == REPLACED.name:
        return say("imports.replaced_by", locale, line=entry.detail)
    if entry.outcome:
        known = entry.detail in {*TEXTS.values(), "width"}
        return say(f"imports.faults.{entry.detail}", locale) if known else entry.detail
    return " · ".join(_fault_of(intake, entry, at, name, locale) for at, name in entry.faults.items())


def _fault_of(intake: Intake, entry: Entry, at: str, name: str, locale: str) -> str:
    if not at.isdigit():
        return _words(name, "", locale)
    fault = _words(name, entry.cells[int(at)], locale)
    column = say(f"{intake.key}.fields.{intake.columns[int(at)].name}", locale)
    return say("imports.fault_of", locale, column=column, fault=fault)


def _words(name: str, text: str, locale: str) -> str:
    """What is wrong with a cell; a day that there cannot be is told as forms tell it."""
    if name == "date" and (reading := read_birth(text)).fault not in ("", "form"):
        return fault_words(reading, locale)
    fault, _, numbers = name.partition(" ")
    return say(f"imports.faults.{fault}", locale, numbers=numbers)
