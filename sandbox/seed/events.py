"""Events of the demo data: what French towns invite people to, over a year and a half around the reference date."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import REFERENCE, STORED_FORMAT, days_before, stored
from sandbox.content_tables import events
from sandbox.datafiles import read_csv
from sandbox.geography import USUAL_STREETS, Commune, around, communes_by_insee, of, streets_of
from sandbox.rows import address_row, image_row
from sandbox.seed.bulk import next_id, write
from sandbox.seed.communities import COMMUNITIES
from sandbox.seed.office import by_staff
from sandbox.seed.places import write_addresses
from sandbox.tables import addresses, images

COUNT = 60
TOWNS = (
    "54395", "57463", "31555", "09122", "88160", "82112", "35238", "44109", "69123", "38185", "54528", "57672", "54431",
    "88196", "67482", "81004", "31069", "54323", "09225", "57089",
)  # fmt: skip
CREATORS = (1, 5, 2, 1, 24, 5, 61)
SEASONS = {"semaine-mobilite": 9, "foire": 10, "noel": 12, "festival": 7}
"""The months of what is not held at any time of the year."""
EXTERNAL = 58
"""The one that comes from another platform."""


@dataclass(frozen=True)
class Kind:
    """A sort of event: texts with a place for the town, hours on one day or a number of whole days."""

    slug: str
    name: str
    place: str
    hours: str
    days: int
    scene: str
    summary: str
    text: str


def kinds() -> list[Kind]:
    """The sorts of events, in the order of the file."""
    return [Kind(**{**row, "days": int(row["days"])}) for row in read_csv("events.csv", "|")]


def fill(connection: Connection) -> None:
    """Write the events, their addresses and their pictures."""
    known = kinds()
    start = next_id(connection, addresses)
    places: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for number in range(1, COUNT + 1):
        kind, commune = known[(number - 1) % len(known)], communes_by_insee()[TOWNS[(number * 7) % len(TOWNS)]]
        places.append(_place(start + number, kind, commune, number))
        rows.append(_event(number, kind, commune, start + number))
    write_addresses(connection, places)
    write(connection, events, rows)
    write(connection, images, _pictures(known))


def _place(address_id: int, kind: Kind, commune: Commune, number: int) -> dict[str, Any]:
    draw = Random(number * 31)
    known = streets_of(commune)
    latitude, longitude = around(commune, draw, 0.012)
    street = draw.choice(known).name if known else draw.choice(USUAL_STREETS)
    house = str(draw.randint(1, 60)) if draw.random() < 0.6 else None
    return address_row(address_id, commune, latitude, longitude, street, house, name=kind.place, home=None)


def _event(number: int, kind: Kind, commune: Commune, address_id: int) -> dict[str, Any]:
    begins, ends = _dates(number, kind)
    texts = {"town": commune.name, "of_town": of(commune.name), "year": begins.year, "region": commune.region}
    return {
        "id": number,
        "name": kind.name.format(**texts),
        "status": {9: 0, 4: 2}.get(number % 11, 1),
        "private": number % 8 == 0,
        "description": kind.summary.format(**texts),
        "full_description": kind.text.format(**texts),
        "from_date": begins.strftime(STORED_FORMAT),
        "to_date": ends.strftime(STORED_FORMAT),
        "use_time": bool(kind.hours),
        "url": f"https://{kind.slug}.example.org/{commune.insee}" if number % 5 else None,
        "creator_id": CREATORS[number % len(CREATORS)],
        "community_id": (number % len(COMMUNITIES)) + 1 if number % 4 == 0 else None,
        "address_id": address_id,
        "created_date": stored(by_staff(days_before(300 - number * 5))),
        "external_id": "agenda-482" if number == EXTERNAL else None,
    }


def _dates(number: int, kind: Kind) -> tuple[datetime, datetime]:
    """Wall-clock dates: on one day from hour to hour, or so many whole days."""
    day = (REFERENCE + timedelta(days=number * 9 - 240)).replace(tzinfo=None).date()
    if month := SEASONS.get(kind.slug):
        day = _in_season(day, day.replace(month=month, day=1 + number % 7))
    opens, _, closes = (kind.hours or "00:00-00:00").partition("-")
    last = day + timedelta(days=kind.days - 1)
    return datetime.combine(day, time.fromisoformat(opens)), datetime.combine(last, time.fromisoformat(closes))


def _in_season(drawn: date, day: date) -> date:
    """A day of the season in the year that leaves what is over as it is, and what is to come."""
    today = REFERENCE.date()
    later = (drawn >= today) - (day >= today)
    return day.replace(year=day.year + later)


def _pictures(known: list[Kind]) -> list[dict[str, Any]]:
    """Five events out of six have a picture."""
    pictured = [number for number in range(1, COUNT + 1) if number % 6]
    return [
        image_row("event", number, scenes.file_name(known[(number - 1) % len(known)].scene, number))
        for number in pictured
    ]
