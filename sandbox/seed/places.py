"""Addresses of the demo data: real communes, real or usual streets, coordinates near the real centre."""

from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from sqlalchemy import Connection

from sandbox.geography import USUAL_STREETS, Commune, around, communes, streets_of, territory_links
from sandbox.rows import address_row
from sandbox.seed.bulk import write
from sandbox.tables import address_territories, addresses

# Regions where the platform of the demonstration is most at home.
HOME_REGIONS = {"54": 9, "57": 5, "88": 4, "67": 2, "31": 6, "09": 5, "82": 4, "81": 3, "35": 2, "44": 2, "38": 2}


@cache
def commune_weights() -> tuple[float, ...]:
    """Running total of how many users live where; large towns count for less than their population."""
    return tuple(accumulate(c.population**0.6 * HOME_REGIONS.get(c.region_code, 1) for c in communes()))


def draw_commune(draw: Random) -> Commune:
    """A commune, the larger and nearer to home the likelier."""
    return draw.choices(communes(), cum_weights=commune_weights())[0]


def home_row(number: int, draw: Random) -> dict[str, Any]:
    """The home address of a user."""
    commune = draw_commune(draw)
    house = str(draw.randint(1, 98))
    known = streets_of(commune)
    if known and draw.random() < 0.5:
        street = draw.choice(known)
        return address_row(number, commune, street.latitude, street.longitude, street.name, house)
    latitude, longitude = around(commune, draw, 0.015)
    return address_row(number, commune, latitude, longitude, draw.choice(USUAL_STREETS), house)


def write_addresses(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Write addresses, and which territories they belong to."""
    write(connection, addresses, rows)
    write(connection, address_territories, territory_links(rows))
