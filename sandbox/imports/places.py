"""Addresses of imported lines: as they are when they have coordinates, otherwise found by a small geocoder."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sandbox.context import Context
from sandbox.fields import decimal
from sandbox.folding import fold, words
from sandbox.geography import Commune, Spot, communes, streets_of, territory_links
from sandbox.rows import address_row
from sandbox.tables import address_territories, addresses

Columns = dict[str, Any]
BLANK: Mapping[str, None] = dict.fromkeys(column.name for column in addresses.c)
LENGTHS = {"house_number": 45, "street_address": 255, "postal_code": 15, "address_locality": 100}
LENGTHS |= {"address_country": 100}


def too_long(values: Mapping[str, Any], lengths: Mapping[str, int]) -> str | None:
    """The text of the database's refusal of the first value that does not fit."""
    for column, length in lengths.items():
        if len(values.get(column) or "") > length:
            return f"SQLSTATE[22001]: String data, right truncated: Data too long for column '{column}' at row 1"
    return None


def placed(values: Mapping[str, str], latitude: str, longitude: str) -> Columns | None:
    """The columns of an address, None when there is nothing to store."""
    given = {column: values.get(column) or None for column in LENGTHS}
    if latitude and longitude:
        degrees = {"latitude": decimal(latitude), "longitude": decimal(longitude)}
        return {**BLANK, **given, "street": given["street_address"], **degrees}
    return _geocoded(given)


def _geocoded(given: Mapping[str, str | None]) -> Columns | None:
    """The first place found in the town that is named; nothing when no town is known by that code or name."""
    town = _town(given["postal_code"] or "", given["address_locality"] or "")
    if town is None or fold(given["address_country"]) not in (None, "france", "fr"):
        return None
    wanted = set(words(given["street_address"] or ""))
    street = next((spot for spot in streets_of(town) if wanted and wanted == set(words(spot.name))), None)
    name, house = given["street_address"], given["house_number"]
    spot = street or Spot(name or "", town, town.latitude, town.longitude)
    row = address_row(0, town, spot.latitude, spot.longitude, name, house)
    return {**BLANK, **row}


@cache
def _towns() -> dict[str, Commune]:
    """Towns by postal code and by folded name; the first of the file wins."""
    found: dict[str, Commune] = {}
    for commune in communes():
        for key in (f"{commune.postal_code} {fold(commune.name)}", fold(commune.name) or "", commune.postal_code):
            found.setdefault(key, commune)
    return found


def _town(postal_code: str, locality: str) -> Commune | None:
    name = fold(locality) or ""
    keys = (f"{postal_code} {name}", name, postal_code)
    return next((_towns()[key] for key in keys if key in _towns()), None)


def store(ctx: Context, rows: Sequence[Columns]) -> None:
    """Write addresses that have their ids, and the territories they lie in."""
    ctx.database.insert_all(addresses, rows)
    ctx.database.insert_all(address_territories, territory_links(rows))
