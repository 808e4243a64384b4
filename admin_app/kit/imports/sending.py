"""Sending the lines of an import, part by part, and writing down what became of each (upstream/session.yaml).

The server treats a file before it answers, for hours if need be, and nothing can stop it: parts of a hundred lines
give progress, a Cancel that works, and answers that no proxy cuts off.
"""

from collections.abc import Iterator, Sequence

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NetworkError, ServerError
from admin_app.kit.imports.declare import KEPT, TEXTS, Intake, Verdict, verdicts
from admin_app.kit.imports.sheet import Entry
from admin_app.kit.transfer import csv
from admin_app.kit.words.locale import say

PART = 100
"""Lines per call."""
PATIENCE = 900
"""Seconds the server may take for one part: it creates accounts, finds addresses and writes to people."""
Outcome = tuple[int, str, str]
"""Number of a line, what became of it, detail."""


class Interrupted(Exception):
    """A part went wrong; `outcomes` are known all the same, `error` says why."""

    def __init__(self, outcomes: list[Outcome], error: ApiError) -> None:
        super().__init__(error.kind)
        self.outcomes = outcomes
        self.error = error


def parts(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The lines that can be sent, in parts."""
    fit = [entry for entry in entries if not entry.faults and entry.outcome in KEPT]
    return [fit[start : start + PART] for start in range(0, len(fit), PART)]


async def deliver(api: Api, intake: Intake, filename: str, part: Sequence[Entry]) -> list[Outcome]:
    """Send one part. A refusal of some lines takes nothing of the others, so these go again without them."""
    outcomes: list[Outcome] = []
    rest = list(part)
    while rest:
        try:
            found = await _sent(api, intake, filename, rest)
        except (NetworkError, ServerError, MalformedAnswer) as error:
            unsure = [(entry.number, "uncertain", "") for entry in rest]
            raise Interrupted(outcomes + unsure, error) from None
        except ApiError as error:
            raise Interrupted(outcomes, error) from None
        told = {each.line: each for each in found if each.line is not None}
        outcomes += [(rest[line].number, each.kind, each.text) for line, each in told.items()]
        if not any(each.kind == "refused" for each in found):
            unplaced = [(entry.number, "uncertain", "") for at, entry in enumerate(rest) if at not in told]
            return outcomes + unplaced
        if not told:
            return outcomes + [(entry.number, "refused", found[0].text) for entry in rest]
        rest = [entry for at, entry in enumerate(rest) if at not in told]
    return outcomes


async def _sent(api: Api, intake: Intake, filename: str, entries: Sequence[Entry]) -> list[Verdict]:
    rows = [entry.cells for entry in entries]
    fields = {"filename": filename, "columnHeadersFirstLine": "false"}
    files = {"file": (filename, csv.for_api(rows), "text/csv")}
    return verdicts(intake, rows, await api.upload(intake.endpoint, fields, files, seconds=PATIENCE))


# --- files to keep -------------------------------------------------------------


def labels(intake: Intake, locale: str) -> list[str]:
    """What the columns are called."""
    return [say(f"{intake.key}.fields.{column.name}", locale) for column in intake.columns]


def template(intake: Intake, locale: str) -> bytes:
    """An empty file with the names of the columns and one line to follow."""
    return csv.for_people([labels(intake, locale), [column.example for column in intake.columns]], locale)


def refused_lines(intake: Intake, locale: str, entries: Sequence[Entry]) -> bytes:
    """The lines that are not there yet, as they would be imported again."""
    return csv.for_people([labels(intake, locale), *(entry.cells for entry in entries)], locale)


def report(intake: Intake, locale: str, entries: Sequence[Entry]) -> bytes:
    """What became of every line, in the person's language."""
    head = [say(f"imports.report.{name}", locale) for name in ("line", "label", "outcome", "detail")]
    return csv.for_people([head, *_report_rows(intake, locale, entries)], locale)


def _report_rows(intake: Intake, locale: str, entries: Sequence[Entry]) -> Iterator[list[csv.Cell]]:
    for entry in entries:
        outcome = say(f"imports.outcomes.{entry.outcome or 'unsent'}", locale)
        yield [entry.number, label_of(intake, entry), outcome, detail_of(intake, entry, locale)]


def label_of(intake: Intake, entry: Entry) -> str:
    """What a line is called."""
    fits = len(entry.cells) == len(intake.columns)
    return intake.label(intake.named(entry.cells)) if fits else " ".join(entry.cells[:2])


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
