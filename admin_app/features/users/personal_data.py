"""What the platform holds of one person, gathered from the calls the operator may make (GDPR art. 15).

Each source that could not be read is named with the reason: an answer to the person must not look more complete than it
is. Left out are keys that open something (consent tokens, the public address of a document that waits) and the names of
the staff who decided: they are not data of that person.
"""

import asyncio
import csv
import io
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, MissingPermission, SessionEnded
from admin_app.api.query import Query, item
from admin_app.features.users.communities import memberships
from admin_app.kit.declare import text_of
from admin_app.settings import get_settings
from admin_app.shared.people.proofs import concerned

Json = dict[str, Any]
Fetch = Callable[[Api, Json], Awaitable[Any]]
WITHHELD = frozenset({"parentalConsentToken", "parentalConsentUuid", "fileName", "validator", "ownership"})
AD_COLUMNS = ("Annonce ", "Date de validité d'annonce", "Rôle Conducteur Annonce ", "Rôle Passager Annonce 1")
"""Columns of the fuller export that say something of the ads. The passenger roles of ads 2 and 3 repeat the first's,
and a birth date that is missing reads as today's (users.yaml, export_users): those are left out."""
MAX_ADS = 1_000_000
"""Bytes of that export: it holds one person."""
NAMESAKES = 100


class SwitchedOffHere(ApiError):
    """The module of a source is not in use in this deployment."""

    kind = "module_off"


@dataclass(frozen=True)
class Holding:
    """One place where data of a person are; `fetch` answers None, or nothing, where there are none."""

    key: str
    permission: str
    fetch: Fetch
    flag: str | None = None


@dataclass(frozen=True)
class Gathered:
    """What was read, by source, and why the rest was not."""

    data: Mapping[str, Any]
    problems: Mapping[str, ApiError]


async def _communities(api: Api, user: Json) -> Any:
    return await memberships(api, text_of(user["id"]), {"givenName": user.get("givenName") or ""})


async def _owned(api: Api, user: Json) -> Any:
    """Names of the events and communities the person answers for; they came with the account."""
    return {kind: names for entry in user.get("ownership") or [] for kind, names in entry.items() if names}


async def _ads(api: Api, user: Json) -> Any:
    """The ads, of which only the export of the person knows."""
    content = bytearray()
    async with api.stream("admin/users/export", [("selected", text_of(user["id"])), ("exportType", "1")]) as chunks:
        async for chunk in chunks:
            content += chunk
            if len(content) > MAX_ADS:
                raise MalformedAnswer(cause="size")
    row = next(csv.DictReader(io.StringIO(content.decode("utf-8", "replace").lstrip("\n"))), {})
    return {name: value for name, value in row.items() if value and name.startswith(AD_COLUMNS)}


async def _territory(api: Api, user: Json) -> Any:
    if not concerned(user):
        return None
    answer = await api.call_get(item("admin/users", user["id"], "rzpTerritoryStatus"))
    return {"rzpTerritoryStatus": answer.get("rzpTerritoryStatus")}


def _solidary(endpoint: str, param: str) -> Fetch:
    async def fetch(api: Api, user: Json) -> Any:
        """Found by e-mail, and kept only if it is the same account."""
        query = Query(1, NAMESAKES, filters={param: user.get("email")})
        found = (await api.list(endpoint, query)).items if user.get("email") else []
        whole = [await api.get(endpoint, each["id"]) for each in found if each.get("email") == user.get("email")]
        return [each for each in whole if each.get("userId") == user["id"]]

    return fetch


async def _records(api: Api, user: Json) -> Any:
    """The solidary records asked for, found by name and kept only if they are this account's."""
    names = {"givenName": user.get("givenName"), "familyName": user.get("familyName")}
    found = (await api.list("admin/solidaries", Query(1, NAMESAKES, filters=names))).items
    return [each for each in found if each.get("adminuserId") == user["id"]]


SOURCES = (
    Holding("owned", "user_read", _owned),
    Holding("communities", "community_list", _communities, "community"),
    Holding("ads", "admin_user_export_all", _ads),
    Holding("territory", "user_read", _territory, "hitchhiking"),
    Holding("beneficiary", "solidary_beneficiary_list", _solidary("admin/solidary_beneficiaries", "email"), "solidary"),
    Holding(
        "volunteer",
        "solidary_volunteer_list",
        _solidary("admin/solidary_volunteers", "user.email"),
        "solidary_transport",
    ),
    Holding("solidary", "solidary_list", _records, "solidary"),
)


async def gather(api: Api, user: Json, permissions: list[str]) -> Gathered:
    """Everything that may be read of a person whose account was read already."""
    found = await asyncio.gather(*(_read(source, api, user, permissions) for source in SOURCES))
    read = {"account": user} | dict(zip((source.key for source in SOURCES), found, strict=True))
    return Gathered(
        {key: plain(value) for key, value in read.items() if not isinstance(value, ApiError)},
        {key: value for key, value in read.items() if isinstance(value, ApiError)},
    )


async def _read(source: Holding, api: Api, user: Json, permissions: list[str]) -> Any:
    """What a source holds, or why it was not read; the end of a session ends the whole."""
    try:
        if not get_settings().flag(source.flag):
            raise SwitchedOffHere
        if source.permission not in permissions:
            raise MissingPermission(source.permission)
        return await source.fetch(api, user)
    except SessionEnded:
        raise
    except ApiError as error:
        return error


def plain(value: Any) -> Any:
    """A value without what is withheld, without the server's own keys and without nulls, at any depth."""
    if isinstance(value, Mapping):
        kept = {key: plain(item) for key, item in value.items() if key not in WITHHELD and not key.startswith("@")}
        return {key: item for key, item in kept.items() if item is not None}
    return [plain(item) for item in value] if isinstance(value, list) else value
