"""The calls that send the lines of an import, and what became of each line by their answers (session.yaml).

The server treats a file before it answers, for hours if need be, and nothing can stop it: parts of a hundred lines
give progress, a Cancel that works, and answers that no proxy cuts off.
"""

from collections.abc import Mapping, Sequence

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, MalformedAnswer, NetworkError, Refused, ServerError, Unreached
from admin_app.kit.imports.declare import REFUSED, UNCERTAIN, Follow, Intake, Outcome
from admin_app.kit.imports.entry import Entry
from admin_app.kit.imports.result_parser import Verdict, verdicts
from admin_app.kit.transfer import csv

PART = 100
"""Lines per call."""
PATIENCE = 900
"""Seconds the server may take for one part: it creates accounts, finds addresses and writes to people."""
Settled = tuple[int, str, str, str]
"""Number of a line, name of what became of it, detail, id of its record where it was told."""


class Interrupted(Exception):
    """A part went wrong; `outcomes` are known all the same, `error` says why."""

    def __init__(self, outcomes: list[Settled], error: ApiError) -> None:
        super().__init__(error.kind)
        self.outcomes = outcomes
        self.error = error


def parts(intake: Intake, entries: Sequence[Entry]) -> list[list[Entry]]:
    """The lines that can be sent, in parts."""
    fit = [entry for entry in entries if not entry.faults and entry.outcome in intake.missing]
    return [fit[start : start + PART] for start in range(0, len(fit), PART)]


def uncertain(part: Sequence[Entry]) -> list[Settled]:
    """What is known of lines while they are being sent: the process may end before the answer comes."""
    return _all(part, UNCERTAIN)


async def deliver(api: Api, intake: Intake, filename: str, part: Sequence[Entry]) -> list[Settled]:
    """Send one part. A refusal of some lines takes nothing of the others, so these go again without them."""
    settled: list[Settled] = []
    rest = list(part)
    while rest:
        try:
            answered = await _sent(api, intake, filename, rest)
        except ApiError as error:
            lost = isinstance(error, NetworkError | ServerError | MalformedAnswer) and not isinstance(error, Unreached)
            left = _all(rest, UNCERTAIN) if lost else [(entry.number, "", "", "") for entry in rest]
            raise Interrupted(settled + left, error) from None
        placed = {each.line: each for each in answered if each.line is not None}
        settled += [(rest[line].number, each.outcome.name, each.text, each.found) for line, each in placed.items()]
        rest = [entry for at, entry in enumerate(rest) if at not in placed]
        if all(each.outcome is not REFUSED for each in answered):
            return settled + _all(rest, UNCERTAIN)
        if not placed:
            return settled + _all(rest, REFUSED, answered[0].text)
    return settled


def _all(entries: Sequence[Entry], outcome: Outcome, detail: str = "") -> list[Settled]:
    return [(entry.number, outcome.name, detail, "") for entry in entries]


async def _sent(api: Api, intake: Intake, filename: str, entries: Sequence[Entry]) -> list[Verdict]:
    rows = [entry.cells for entry in entries]
    fields = {"filename": filename, "columnHeadersFirstLine": "false"}
    files = {"file": (filename, csv.for_api(rows), "text/csv")}
    return verdicts(intake, rows, await api.upload(intake.endpoint, fields, files, seconds=PATIENCE))


def followed(follow: Follow | None, entries: Sequence[Entry]) -> list[Entry]:
    """The lines for which something is offered once the import is over: those whose record is known."""
    return [each for each in entries if follow and each.outcome == follow.outcome.name and each.found]


async def follow_up(api: Api, follow: Follow, entry: Entry, cells: Mapping[str, str]) -> list[Settled]:
    """Do what is offered for one line; what the API refuses is said of that line, and stops nothing."""
    try:
        await api.create(follow.endpoint, follow.body(cells, entry.found))
    except Invalid as error:
        there = any(each.property_path == follow.unique for each in error.violations)
        return _all([entry], follow.already) if there else _all([entry], follow.failed, error.text or "")
    except Refused as error:
        return _all([entry], follow.failed, error.text or "")
    return _all([entry], follow.done)
