"""Postal and geographic addresses, as nested in users, communities, events and relay points (session.yaml, Address)."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Row

from sandbox.context import Context
from sandbox.fields import Field, Kind, check_lengths, of_table, read_body, written
from sandbox.geography import territory_links
from sandbox.tables import address_territories, addresses

FIELDS = (
    *of_table(addresses, "houseNumber", "street", "streetAddress", "postalCode", "subLocality"),
    *of_table(addresses, "addressLocality", "localAdmin", "county", "macroCounty", "region", "macroRegion"),
    *of_table(addresses, "addressCountry", "countryCode"),
    Field("latitude", Kind.DECIMAL),
    Field("longitude", Kind.DECIMAL),
    *of_table(addresses, "name", "home"),
)
# What upstream puts in the answer of a user's creation or update instead of the real id (users.yaml).
PLACEHOLDER = 999_999_999_999


def shaped(row: Row[Any], shown_id: int | None = None) -> dict[str, Any]:
    """An address as the API sends it: no plain id, two lines to display."""
    values = row._mapping
    address: dict[str, Any] = {"@id": f"/addresses/{shown_id or row.id}", "@type": "Address"}
    address.update({field.name: values[field.column] for field in FIELDS})
    address["displayLabel"] = _label(values)
    address["icon"] = None
    return address


def _label(values: Mapping[Any, Any]) -> list[str]:
    first = ("name", "house_number", "street", "postal_code", "address_locality")
    second = ("region", "macro_region", "address_country")
    return [", ".join(values[part] for part in parts if values[part]) for parts in (first, second)]


def by_id(ctx: Context, ids: Iterable[int | None]) -> dict[int, Row[Any]]:
    """The addresses with these ids."""
    return ctx.database.by_id(addresses, ids)


def home_of(ctx: Context, user: Row[Any]) -> dict[str, Any] | None:
    """The home of a user as the API sends it."""
    row = ctx.database.get(addresses, user.home_address_id)
    return shaped(row) if row else None


def checked(sent: Any) -> dict[str, Any]:
    """The values of an address that was sent, every field present: what is missing becomes null (trap 7)."""
    values = read_body(FIELDS, sent)
    check_lengths(FIELDS, values)
    complete = {field.name: values.get(field.name) for field in FIELDS}
    complete["street"] = complete["street"] or complete["streetAddress"]
    return written(FIELDS, complete)


def stored(ctx: Context, columns: dict[str, Any], previous: int | None) -> int:
    """Store a whole address in place of the previous one; its territories follow. Answers its id."""
    if previous is not None:
        ctx.database.delete(address_territories, address_id=previous)
        ctx.database.change(addresses, previous, **columns)
    address_id = previous or ctx.database.insert(addresses, **columns)
    place = {"id": address_id, "postal_code": columns.get("postal_code")}
    ctx.database.insert_all(address_territories, territory_links([place]))
    return address_id
