"""Records that lines name: a file says "Aire de covoiturage", the server wants the number of that type.

A short list is read whole, and offered; of a long one the names that come in the file are looked up.
"""

from collections.abc import Collection

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Target
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.records import autocomplete
from admin_app.kit.words.folding import folded

MOST = 50
"""Names of a long list that are looked up, one call each."""
Options = list[dict[str, str]]


async def listed(api: Api, intake: Intake, permissions: Collection[str]) -> dict[str, Options]:
    """The records of the short lists, by the place of their column: `value` and `label` of each."""
    found = dict[str, Options]()
    for at, column in enumerate(intake.columns):
        if column.listed and column.record and column.record.readable(permissions):
            found[str(at)] = await autocomplete.whole(api, column.record, "", "")
    return found


async def learn(api: Api, intake: Intake, sheet: Sheet, permissions: Collection[str]) -> None:
    """Ask for the records that the lines name, and write their numbers where a name means one record."""
    for at, options in (await listed(api, intake, permissions)).items():
        sheet.learn(int(at), options)
    for at, column in enumerate(intake.columns):
        if column.record and not column.listed and column.record.readable(permissions):
            for name in sheet.unresolved(at)[:MOST]:
                sheet.learn(at, await meant(api, column.record, name))
    sheet.resolve()


async def meant(api: Api, target: Target, name: str) -> Options:
    """The records of exactly this name, as far as a search shows them."""
    return [each for each in await autocomplete.records(api, target, name) if folded(each["label"]) == folded(name)]
