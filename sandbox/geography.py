"""French places shipped with the sandbox: communes, streets, venues, and the territories addresses belong to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from sandbox.datafiles import read_csv
from sandbox.folding import fold
from sandbox.grouping import grouped

USUAL_STREETS = tuple(row["name"] for row in read_csv("usual_streets.csv"))
"""Streets every French town has."""


@dataclass(frozen=True)
class Commune:
    """A town, with the centre of its built-up area in degrees."""

    name: str
    postal_code: str
    insee: str
    latitude: float
    longitude: float
    population: int
    region: str
    region_code: str
    macro_region: str


@dataclass(frozen=True)
class Spot:
    """A street or a place of interest in a commune."""

    name: str
    commune: Commune
    latitude: float
    longitude: float


@dataclass(frozen=True)
class Territory:
    """A French intercommunality or département, as the postal codes it covers."""

    id: int
    name: str
    prefixes: tuple[str, ...]


@cache
def _departments() -> dict[str, dict[str, str]]:
    return {row["code"]: row for row in read_csv("departments.csv")}


@cache
def communes() -> tuple[Commune, ...]:
    """The communes, in the order of the file."""
    return tuple(map(_commune, read_csv("communes.csv")))


@cache
def communes_by_insee() -> dict[str, Commune]:
    """The communes by their code."""
    return {commune.insee: commune for commune in communes()}


@cache
def villages() -> dict[int, list[Commune]]:
    """The towns and villages where the people of each solidary structure live, by its number."""
    lines = grouped(read_csv("villages.csv"), lambda row: int(row["structure"]))
    return {number: [*map(_commune, rows)] for number, rows in lines.items()}


def _commune(row: dict[str, str]) -> Commune:
    department = _departments()[row["insee"][:2]]
    return Commune(
        name=row["name"],
        postal_code=row["postal_code"],
        insee=row["insee"],
        latitude=float(row["latitude"]),
        longitude=float(row["longitude"]),
        population=int(row["population"]),
        region=department["name"],
        region_code=department["code"],
        macro_region=department["region"],
    )


@cache
def streets() -> tuple[Spot, ...]:
    """Real streets of the larger towns."""
    return _spots("streets.csv")


@cache
def _streets_by_insee() -> dict[str, list[Spot]]:
    return grouped(streets(), lambda spot: spot.commune.insee)


def streets_of(commune: Commune) -> list[Spot]:
    """The real streets of a commune, none of most."""
    return _streets_by_insee().get(commune.insee, [])


@cache
def venues() -> tuple[Spot, ...]:
    """Stations, hospitals, universities and other places of interest."""
    return _spots("venues.csv")


def _spots(name: str) -> tuple[Spot, ...]:
    towns = communes_by_insee()
    return tuple(
        Spot(row["name"], towns[row["insee"]], float(row["latitude"]), float(row["longitude"]))
        for row in read_csv(name)
    )


@cache
def territories() -> tuple[Territory, ...]:
    """The territories, by id."""
    rows = read_csv("territories.csv")
    return tuple(Territory(int(row["id"]), row["name"], tuple(row["postal_prefixes"].split())) for row in rows)


@cache
def territories_of(postal_code: str | None) -> tuple[int, ...]:
    """Ids of the territories an address belongs to: those that cover its postal code."""
    if not postal_code:
        return ()
    return tuple(territory.id for territory in territories() if postal_code.startswith(territory.prefixes))


def territory_links(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, int]]:
    """Which territories addresses belong to, as rows."""
    return [
        {"address_id": row["id"], "territory_id": territory_id}
        for row in rows
        for territory_id in territories_of(row["postal_code"])
    ]


def icon_names() -> list[tuple[str, str | None]]:
    """Icons of the catalogue, each with its variant for private relay points."""
    return [(row["name"], row["private"] or None) for row in read_csv("icons.csv")]


def of(town: str) -> str:
    """A town after "de", as French says it: de Nancy, d’Épinal, du Mans."""
    for article, contracted in (("Le ", "du "), ("Les ", "des ")):
        if town.startswith(article):
            return contracted + town.removeprefix(article)
    return f"d’{town}" if str(fold(town))[:1] in tuple("aeiou") else f"de {town}"


def around(commune: Commune, draw: Random, spread: float) -> tuple[float, float]:
    """A point around the centre of a commune, at most `spread` degrees away."""
    return (
        commune.latitude + draw.uniform(-spread, spread) * 0.7,
        commune.longitude + draw.uniform(-spread, spread),
    )
