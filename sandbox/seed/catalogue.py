"""Territories, icons and events of the demo data."""

from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, func, select

from sandbox.clock import REFERENCE, stored
from sandbox.folding import fold
from sandbox.geography import Commune, communes, icon_names, territories
from sandbox.seed.bulk import write
from sandbox.seed.places import address_row, commune_point, fill_address_territories
from sandbox.tables import addresses, events, icons
from sandbox.tables import territories as territory_table

EVENTS = (
    "Semaine de la mobilité",
    "Foire d'automne",
    "Marché de Noël",
    "Fête du covoiturage",
    "Salon de l'emploi",
    "Festival des arts de la rue",
    "Trail des coteaux",
    "Vide-grenier du quartier de la gare",
    "Rencontres « Se déplacer autrement »",
    "Journée portes ouvertes",
)
EVENT_TOWNS = ("54395", "57463", "31555", "09122", "88160", "82112", "35238", "44109", "69123", "38185")


def fill(connection: Connection) -> None:
    """Write what everything else refers to."""
    write(
        connection,
        territory_table,
        [{"id": t.id, "name": t.name, "name_key": fold(t.name)} for t in territories()],
    )
    _fill_icons(connection)


def _fill_icons(connection: Connection) -> None:
    names = icon_names()
    ids = {name: number for number, (name, _) in enumerate(names, start=1)}
    rows = [
        {"id": ids[name], "name": name, "file_name": f"{name}.svg", "private_icon_id": ids.get(private or "")}
        for name, private in names
    ]
    # Public icons refer to private ones, which come later.
    write(connection, icons, rows[::-1])


def _place(number: int, commune: Commune, name: str) -> dict[str, Any]:
    latitude, longitude = commune_point(commune, Random(number), 0.012)
    return address_row(number, commune, latitude, longitude, name=name, home=None)


def fill_events(connection: Connection) -> None:
    """Write events, past and coming, created by the first accounts."""
    by_insee = {commune.insee: commune for commune in communes()}
    start = (connection.scalar(select(func.max(addresses.c.id))) or 0) + 1
    places: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for number, (name, insee) in enumerate(zip(EVENTS * 2, EVENT_TOWNS * 2, strict=True)):
        commune = by_insee[EVENT_TOWNS[(number + number // 10) % 10]] if number > 9 else by_insee[insee]
        title = f"{name} à {commune.name}"
        begins = REFERENCE + timedelta(days=number * 17 - 120)
        places.append(_place(start + number, commune, title))
        rows.append(
            {
                "id": number + 1,
                "name": title,
                "status": 1,
                "creator_id": (1, 5, 2)[number % 3],
                "from_date": stored(begins),
                "to_date": stored(begins + timedelta(days=number % 4, hours=8)),
                "address_id": start + number,
            }
        )
    write(connection, addresses, places)
    write(connection, events, rows)
    fill_address_territories(connection, places)
