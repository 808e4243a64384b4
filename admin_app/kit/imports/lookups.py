"""Records that lines name: a file says "Aire de covoiturage", the server wants the number of that type.

A short list is read whole, and offered; of a long one the names that come in the file are looked up.
"""

from collections.abc import Collection, Mapping

from admin_app.api.client import Api
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.records import autocomplete
from admin_app.kit.words.formats import folded

MOST = 50
"""Names of a long list that are looked up, one call each."""
Options = list[dict[str, str]]
"""Records: `value` and `label` of each."""


async def listed(api: Api, intake: Intake, permissions: Collection[str]) -> dict[str, Options]:
    """The records of the short lists, by column."""
    return {
        column.name: await meant(api, column, "")
        for column in intake.columns
        if column.listed and column.record and column.record.readable(permissions)
    }


async def named(
    api: Api, intake: Intake, permissions: Collection[str], names: Mapping[str, list[str]]
) -> dict[str, Options]:
    """The records that lines name, by column; `names` are those that come in the file."""
    found = await listed(api, intake, permissions)
    for column in intake.columns:
        if column.record and not column.listed and column.record.readable(permissions):
            each = [await meant(api, column, name) for name in names[column.name][:MOST]]
            found[column.name] = [option for options in each for option in options]
    return found


async def meant(api: Api, column: SheetColumn, name: str) -> Options:
    """The records that a column may mean: a short list is read whole, of a long one those of exactly this name, as far
    as a search shows them."""
    if column.record is None:
        return []
    if column.listed:
        return await autocomplete.whole(api, column.record, "", "")
    return [
        each for each in await autocomplete.named(api, column.record, name) if folded(each["label"]) == folded(name)
    ]
