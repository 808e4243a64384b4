"""Relay points of the demo data and their types: beside true French towns, named after what is found there."""

from functools import cache
from random import Random
from typing import Any

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import days_before, stored
from sandbox.datafiles import read_toml
from sandbox.geography import Commune, around, communes, icon_names, of
from sandbox.rows import address_row, image_row
from sandbox.seed.bulk import next_id, write
from sandbox.seed.communities import COMMUNITIES
from sandbox.seed.places import draw_commune, write_addresses
from sandbox.tables import addresses, images, relay_point_types, relay_points

PICTURED = 7
"""One in so many has a picture."""


def fill(connection: Connection, count: int) -> None:
    """Write the types, then so many relay points with their addresses and images."""
    _fill_types(connection)
    start = next_id(connection, addresses)
    rows, places = [], []
    for number in range(1, count + 1):
        place, row = _point(number, start + number - 1)
        places.append(place)
        rows.append(row)
    write_addresses(connection, places)
    write(connection, relay_points, rows)
    write(connection, images, [_picture(number) for number in range(1, count + 1, PICTURED)])


def _fill_types(connection: Connection) -> None:
    icons = {name: number for number, (name, _) in enumerate(icon_names(), start=1)}
    types = enumerate(_texts()["types"], start=1)
    rows = [{"id": number, "name": each["name"], "icon_id": icons[each["icon"]]} for number, each in types]
    write(connection, relay_point_types, rows)


@cache
def _texts() -> dict[str, Any]:
    return read_toml("relay_points.toml")


def _point(number: int, address_id: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The address and the row of one relay point: the first ones visit every town, so that a small map is full."""
    draw = Random(number * 6151 + 7)
    towns = _every_town()
    commune = towns[number - 1] if number <= len(towns) else draw_commune(draw)
    types = _texts()["types"]
    kind = draw.choices(range(len(types)), [each["weight"] for each in types])[0]
    place = draw.choice(_texts()["places"])
    name = f"{commune.name} – {place}"
    latitude, longitude = around(commune, draw, 0.02 if number <= len(towns) else 0.12)
    row = _row(number, address_id, kind + 1, name, commune, place, draw)
    address = address_row(address_id, commune, latitude, longitude, street=_street(place), home=None)
    return address, row | {"latitude": round(latitude, 6), "longitude": round(longitude, 6)}


@cache
def _every_town() -> tuple[Commune, ...]:
    return tuple(Random(6151).sample(communes(), len(communes())))


def _street(place: str) -> str:
    return f"Chemin de la {place}" if place in ("gare", "piscine", "caserne des pompiers") else "Rue de la Gare"


def _row(
    number: int, address_id: int, type_id: int, name: str, commune: Commune, place: str, draw: Random
) -> dict[str, Any]:
    spaces = draw.choice((None, 4, 8, 12, 20, 35, 45, 60, 120))
    summary = draw.choice(_texts()["summaries"])
    community = draw.randint(1, len(COMMUNITIES)) if draw.random() < 0.12 else None
    text = _texts()["text"].format(place=place, of_town=of(commune.name), places=spaces or "Quelques")
    return {
        "id": number,
        "name": name,
        "status": draw.choices((1, 0, 2), (84, 9, 7))[0],
        "private": community is not None and draw.random() < 0.5,
        "official": draw.random() < 0.6,
        "address_id": address_id,
        "relay_point_type_id": None if number % 97 == 0 else type_id,
        "community_id": community,
        "creator_id": draw.choice((1, 1, 1, 2, 5, 5, 2)),
        "description": summary,
        "full_description": text if draw.random() < 0.9 else None,
        "places": spaces,
        "places_disabled": None if spaces is None else spaces // 15,
        "free": draw.random() < 0.92,
        "secured": draw.random() < 0.2,
        "suggested": draw.random() < 0.8,
        "imported_date": stored(days_before(40 + number % 300)) if number % 4 == 0 else None,
    }


def _picture(number: int) -> dict[str, Any]:
    return image_row("relayPoint", number, scenes.file_name(scenes.KINDS[number % len(scenes.KINDS)], number))
