"""What will become of the lines of an import: the API is asked about many of them at once, before anything is sent."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied
from admin_app.api.query import Query, grouped
from admin_app.kit.declare.fields import text_of
from admin_app.kit.imports.declare import CREATE, DUPLICATE, Intake, Lookup, Outcome
from admin_app.kit.imports.entry import Entry

PER_PAGE = 500
LONGEST = 3000
"""Characters of all the values of one call: web servers refuse addresses of more than 8,000."""
Foretold = tuple[int, str, str]
"""Number of a line, name of what will become of it, id of the record that is already there."""


@dataclass(frozen=True)
class Question:
    """One lookup of some values."""

    lookup: Lookup
    values: tuple[str, ...]


@dataclass
class Findings:
    """What was learnt so far: by lookup, the id behind each value asked about, empty for one that is not there."""

    found: dict[Lookup, dict[str, str]] = field(default_factory=dict)
    denied: set[Lookup] = field(default_factory=set)
    """Lookups this person may not make."""

    def of(self, lookup: Lookup, value: str) -> str | None:
        """The id behind a value, empty when there is none, None when nobody asked."""
        return self.found.get(lookup, {}).get(value)


def questions(intake: Intake, entries: Sequence[Entry]) -> list[Question]:
    """What has to be asked about these lines: each value once, in as few calls as the API allows."""
    lines = [intake.named(entry.cells) for entry in entries]
    return [
        Question(lookup, tuple(group))
        for lookup in intake.lookups
        for group in _groups([*dict.fromkeys(filter(None, map(lookup.of_line, lines)))], lookup.size)
    ]


def _groups(values: Sequence[str], size: int) -> Iterator[list[str]]:
    """Values that fit one call: so many of them, and an address no server cuts off; all of them for a size of 0."""
    group: list[str] = []
    for value in values:
        if size and (len(group) == size or sum(map(len, group)) + len(value) > LONGEST):
            yield group
            group = []
        group.append(value)
    if group:
        yield group


def records(intake: Intake, entries: Sequence[Entry], findings: Findings) -> dict[int, str]:
    """The ids of the records that were found for lines."""
    pairs = ((entry, lookup) for entry in entries for lookup in intake.lookups)
    known = ((each.number, findings.of(lookup, lookup.of_line(intake.named(each.cells)))) for each, lookup in pairs)
    return {number: record_id for number, record_id in known if record_id}


async def ask(api: Api, question: Question, findings: Findings, permissions: Collection[str]) -> None:
    """Ask the API one question, page by page; what this person may not read stays unknown."""
    lookup = question.lookup
    there: dict[str, str] = {}
    if lookup.permission not in permissions:
        findings.denied.add(lookup)
        return
    try:
        async for value, record_id in _answers(api, question):
            there.setdefault(value, record_id)
    except AccessDenied:
        findings.denied.add(lookup)
        return
    known = findings.found.setdefault(lookup, {})
    known.update({value: there.get(value, "") for value in question.values})


async def _answers(api: Api, question: Question):
    filters = grouped(question.lookup.params(question.values))
    read, page = 0, 1
    while True:
        answer = await api.list(question.lookup.endpoint, Query(page, PER_PAGE, filters=filters))
        for item in answer.items:
            yield question.lookup.of_record(item), text_of(item.get("id"))
        read, page = read + len(answer.items), page + 1
        if read >= answer.total or not answer.items:
            return


def outlooks(intake: Intake, asked: Mapping[int, Entry], findings: Findings) -> Iterator[Foretold]:
    """What will become of the lines asked about, as far as it is known."""
    for entry in asked.values():
        if outlook := _outlook(intake, intake.named(entry.cells), findings, entry.twin is not None):
            yield entry.number, outlook[0].name, outlook[1]


def _outlook(intake: Intake, cells: Mapping[str, str], findings: Findings, twice: bool) -> tuple[Outcome, str] | None:
    """The first thing that is known to happen to a line; None while something about it was not asked yet."""
    for lookup in intake.lookups:
        value = lookup.of_line(cells)
        if not value or lookup in findings.denied:
            continue
        record_id = findings.of(lookup, value)
        if record_id is None:
            return None
        outlook = lookup.present if record_id else lookup.absent
        if outlook:
            return outlook, record_id
    return (DUPLICATE if twice else CREATE), ""
