"""What is offered for some lines once their import is over, one record after the other."""

from collections.abc import Mapping, Sequence

from admin_app.api.client import Api
from admin_app.api.errors import Invalid, Refused
from admin_app.kit.imports.declare import Follow, Outcome
from admin_app.kit.imports.sending import Settled
from admin_app.kit.imports.staging_table import Entry


def wanted(follow: Follow, entries: Sequence[Entry]) -> list[Entry]:
    """The lines it is offered for: those whose record is known."""
    return [entry for entry in entries if entry.outcome == follow.outcome.name and entry.found]


async def one(api: Api, follow: Follow, entry: Entry, cells: Mapping[str, str]) -> Settled:
    """Do it for one line; what the API refuses is said of that line, and stops nothing."""
    try:
        await api.create(follow.endpoint, follow.body(cells, entry.found))
    except Invalid as error:
        there = any(each.property_path == follow.unique for each in error.violations)
        return _settled(entry, follow.already) if there else _settled(entry, follow.failed, error.text)
    except Refused as error:
        return _settled(entry, follow.failed, error.text)
    return _settled(entry, follow.done)


def _settled(entry: Entry, outcome: Outcome, detail: str | None = "") -> Settled:
    return entry.number, outcome.name, detail or "", ""
