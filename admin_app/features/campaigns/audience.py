"""Whom a campaign is for, in words: its source, then each of its filters (CAMPAIGN-21).

Filters are those of the list of users, under the names that list gives them; one it does not have is shown as it is
sent. The ids behind a selection are not said by the API, only how many they are.
"""

from collections.abc import Callable, Mapping, Sequence

from admin_app.api.client import Api
from admin_app.features.users.resource import USERS
from admin_app.kit.declare import Filter
from admin_app.kit.lists import last_day
from admin_app.kit.records import autocomplete, place
from admin_app.kit.words import LOCALES, formats
from admin_app.kit.words.locale import say
from admin_app.shared.mail_target import COMMUNITY, SELECTION, MailTarget

Line = dict[str, str]
"""One line in each language: the page turns from one to the other without asking again."""
Names = Mapping[tuple[str, str], str]
"""What the records are called that filters point at, by filter and id."""
FILTERS = {each.param.removesuffix("[]"): each for each in USERS.filters}
MEMBERS = "community_members"
NAMES = {"givenName": "given_name", "familyName": "family_name"}
"""What a typed name is asked as where the search for it finds nobody (SEARCH-10)."""


async def told(api: Api, target: MailTarget | None, community: str) -> list[Line]:
    """The lines that say whom a target means; `community` is the name of its community, if it has one."""
    if target is None:
        return [both(lambda locale: say("campaigns.audience.nobody", locale))]
    of = "community" if target.source == COMMUNITY else "users"
    how = "everyone" if target.everyone else "filtered"
    if target.filter_type == SELECTION:
        how = "chosen" if target.ids else "selection"  # of those it keeps the API says how many they are
    filters = _grouped(target)
    names = await _names(api, filters) if target.source != COMMUNITY else {}
    return [
        both(lambda locale: say(f"campaigns.audience.{how}.{of}", locale, name=community)),
        *(_line(target, name, values, names) for name, values in filters.items()),
    ]


def both(write: Callable[[str], str]) -> Line:
    """A text in each language."""
    return {locale: write(locale) for locale in LOCALES}


def _grouped(target: MailTarget) -> dict[str, list[str]]:
    """The values of each filter, in the order they are kept."""
    found: dict[str, list[str]] = {}
    for name, value in target.filters:
        found.setdefault(name.removesuffix("[]"), []).append(value)
    return found


async def _names(api: Api, filters: Mapping[str, Sequence[str]]) -> Names:
    """The names of the records behind the filters, a call each; their numbers where they cannot be read."""
    return {
        (name, value): await autocomplete.name_of(api, known.target, value)
        for name, values in filters.items()
        if (known := FILTERS.get(name)) and known.kind == "reference" and known.target
        for value in values
    }


def _line(target: MailTarget, name: str, values: Sequence[str], names: Names) -> Line:
    """One filter with all its values."""
    if name == "selected":
        return both(lambda locale: say("campaigns.audience.selected", locale, len(values[0].split(","))))
    if target.source == COMMUNITY and name == "status":
        return both(lambda locale: _said(say(f"{MEMBERS}.fields.status", locale), _statuses(values, locale), locale))
    if target.source != COMMUNITY and name in NAMES:
        return both(lambda locale: _said(say(f"{USERS.key}.fields.{NAMES[name]}", locale), values, locale))
    known = FILTERS.get(name.replace("[strictly_before]", "[before]"))
    if known is None or target.source == COMMUNITY:
        return both(lambda locale: _said(name, values, locale))
    label = f"{USERS.key}.filters.{known.label}"
    said = [last_day(each) for each in values] if name != known.param.removesuffix("[]") else values
    return both(lambda locale: _said(say(label, locale), [_value(known, each, names, locale) for each in said], locale))


def _said(label: str, values: Sequence[str], locale: str) -> str:
    return say("campaigns.audience.filter", locale, label=label, value=", ".join(values))


def _statuses(values: Sequence[str], locale: str) -> list[str]:
    known = {value: say(f"{MEMBERS}.status.{value}", locale) for value in ("0", "1", "2", "3")}
    return [known.get(each, each) for each in values]


def _value(known: Filter, value: str, names: Names, locale: str) -> str:
    """One value as the filter bar shows it."""
    if known.kind == "choice" and value in known.values:
        return say(f"{known.choices}.{value}", locale)
    if known.kind == "date":
        return formats.date(value, locale)
    if known.kind == "place":
        return place(value).get("name") or value
    return names.get((known.param.removesuffix("[]"), value), value)
