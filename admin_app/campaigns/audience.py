"""Whom a campaign is for, in words: its source, then each of its filters (CAMPAIGN-21).

Filters are those of the list of users, under the names that list gives them; one it does not have is shown as it is
sent. The ids behind a selection are not said by the API, only how many they are.
"""

from collections.abc import Sequence

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Filter
from admin_app.kit.records import proposals
from admin_app.kit.records.addresses import place
from admin_app.kit.words import formats
from admin_app.kit.words.locale import say
from admin_app.mail_target import COMMUNITY, SELECTION, MailTarget
from admin_app.users.resource import USERS

FILTERS = {each.param.removesuffix("[]"): each for each in USERS.filters}
MEMBER_STATUS = "community_members.status"


async def told(api: Api, target: MailTarget | None, community: str, locale: str) -> list[str]:
    """The lines that say whom a target means; `community` is the name of its community, if it has one."""
    if target is None:
        return [say("campaigns.audience.nobody", locale)]
    of = "community" if target.source == COMMUNITY else "users"
    how = "selection" if target.filter_type == SELECTION else "everyone" if target.everyone else "filtered"
    lines = [say(f"campaigns.audience.{how}.{of}", locale, name=community)]
    names = dict.fromkeys(name.removesuffix("[]") for name, _ in target.filters)
    for name in names:
        values = [value for each, value in target.filters if each.removesuffix("[]") == name]
        lines.append(await _line(api, target, name, values, locale))
    return lines


async def _line(api: Api, target: MailTarget, name: str, values: Sequence[str], locale: str) -> str:
    """One filter with all its values."""
    if name == "selected":
        return say("campaigns.audience.selected", locale, len(values[0].split(",")))
    if target.source == COMMUNITY and name == "status":
        label, shown = "community_members.fields.status", [say(f"{MEMBER_STATUS}.{each}", locale) for each in values]
        return _said(say(label, locale), shown, locale)
    known = FILTERS.get(name)
    if known is None:
        return _said(name, values, locale)
    return _said(
        say(f"{USERS.key}.filters.{known.label}", locale),
        [await _value(api, known, each, locale) for each in values],
        locale,
    )


def _said(label: str, values: Sequence[str], locale: str) -> str:
    return say("campaigns.audience.filter", locale, label=label, value=", ".join(values))


async def _value(api: Api, known: Filter, value: str, locale: str) -> str:
    """One value as the filter bar shows it; a record is called by its name, where it can be read."""
    if known.kind == "choice" and value in known.values:
        return say(f"{known.choices}.{value}", locale)
    if known.kind == "date":
        return formats.date(value, locale)
    if known.kind == "place":
        return place(value).get("name") or value
    if known.kind == "reference" and known.target:
        return await proposals.name_of(api, known.target, value)
    return value
