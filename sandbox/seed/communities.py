"""Communities of the demo data and their members."""

from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, func, select

from sandbox.clock import days_before, stored
from sandbox.folding import fold
from sandbox.geography import communes
from sandbox.seed.bulk import write
from sandbox.seed.places import address_row, commune_point, fill_address_territories
from sandbox.tables import addresses, communities, memberships

COMMUNITIES = (
    ("Covoitureurs du Grand Nancy", "54395"),
    ("CHRU de Nancy", "54547"),
    ("Campus Lettres de Nancy", "54395"),
    ("Eurométropole de Metz en covoiturage", "57463"),
    ("Covoiturage du Pays de Bitche", "57089"),
    ("Navetteurs Thionville-Luxembourg", "57672"),
    ("Zone d'activités de Pont-à-Mousson", "54431"),
    ("Vosges solidaires", "88160"),
    ("Toulouse Aérospace", "31069"),
    ("Ariège en pouce", "09122"),
    ("Parents d'élèves de Moissac", "82112"),
    ("Université de Rennes", "35238"),
    ("Festivaliers de l'Ouest", "44109"),
    ("Salariés de la Part-Dieu", "69123"),
    ("L'été à l'Isle-Jourdain", "32160"),
)
MODERATED = 3
MANAGER = 2


def fill(connection: Connection, users: int) -> None:
    """Write the communities, their referrers as moderators, and ordinary members."""
    by_insee = {commune.insee: commune for commune in communes()}
    start = (connection.scalar(select(func.max(addresses.c.id))) or 0) + 1
    places: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for number, (name, insee) in enumerate(COMMUNITIES, start=1):
        commune = by_insee[insee]
        latitude, longitude = commune_point(commune, Random(number), 0.01)
        places.append(address_row(start + number, commune, latitude, longitude, home=None))
        rows.append(_community(number, name, start + number))
    write(connection, addresses, places)
    fill_address_territories(connection, places)
    write(connection, communities, rows)
    for row in rows:
        write(connection, memberships, _members(row, users))


def _community(number: int, name: str, address_id: int) -> dict[str, Any]:
    return {
        "id": number,
        "name": name,
        "name_key": fold(name),
        "members_hidden": number % 5 == 0,
        "proposals_hidden": number % 7 == 0,
        "validation_type": (0, 1, 0, 2)[number % 4],
        "domain": "example.org" if number % 4 == 3 else None,
        "description": f"Covoiturer avec « {name} »",
        "full_description": f"<p>Bienvenue dans la communauté <strong>{name}</strong>.</p>",
        "created_date": stored(days_before(1600 - number * 60)),
        "updated_date": stored(days_before(200 - number)) if number % 2 else None,
        "address_id": address_id,
        "referrer_id": MANAGER if number <= MODERATED else 10 + number,
        "target": number * 100,
        "free_carpool": number % 6 == 0,
    }


def _members(community: dict[str, Any], users: int) -> list[dict[str, Any]]:
    draw = Random(community["id"] * 101)
    wanted = min(users - 20, 30 + users // (8 + 3 * community["id"]))
    ids = {community["referrer_id"], *draw.sample(range(7, users + 1), max(1, wanted))}
    return [_membership(community, user_id, draw) for user_id in sorted(ids)]


def _membership(community: dict[str, Any], user_id: int, draw: Random) -> dict[str, Any]:
    status = 2 if user_id == community["referrer_id"] else draw.choices((1, 0, 2, 3), (86, 8, 2, 4))[0]
    asked = days_before(draw.uniform(1, 600))
    decided = stored(asked + timedelta(days=1))
    return {
        "community_id": community["id"],
        "user_id": user_id,
        "status": status,
        "created_date": stored(asked),
        "accepted_date": decided if status in (1, 2) else None,
        "refused_date": decided if status == 3 else None,
    }
