"""Relay points of the demo data and their types: beside true French towns, named after what is found there."""

from functools import cache
from random import Random
from typing import Any

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import days_before, stored
from sandbox.geography import Commune, around, communes, icon_names, of
from sandbox.rows import address_row, image_row
from sandbox.seed.bulk import next_id, write
from sandbox.seed.communities import COMMUNITIES
from sandbox.seed.places import draw_commune, write_addresses
from sandbox.tables import addresses, images, relay_point_types, relay_points

# Name of the type, its icon, how often it is met.
TYPES = (
    ("Aire de covoiturage", "relaypoint-carpool-area", 34),
    ("Arrêt de covoiturage", "relaypoint-carpool-stop", 18),
    ("Arrêt Rezo Pouce", "relaypoint-rezopouce", 14),
    ("Parking relais", "relaypoint-park-and-ride", 10),
    ("Gare ferroviaire", "relaypoint-train", 6),
    ("Gare routière", "relaypoint-bus", 6),
    ("Parking public", "relaypoint-parking", 6),
    ("Dépose-minute", "relaypoint-drop-off-area", 3),
    ("Entreprise", "relaypoint-company", 2),
    ("Station d’autopartage", "relaypoint-citiz", 1),
)
PLACES = (
    "échangeur nord", "échangeur sud", "place de la Mairie", "gare", "salle des fêtes", "stade municipal",
    "centre commercial", "rond-point de l’Europe", "piscine", "collège", "ancienne douane", "étang", "maison de santé",
    "pont du canal", "cimetière", "zone artisanale", "église", "médiathèque", "caserne des pompiers", "château d’eau",
)  # fmt: skip
SUMMARIES = (
    "Aire gratuite et éclairée, à deux minutes de l’échangeur.",
    "Arrêt signalé par un panneau, au bord de la route départementale.",
    "Parking ombragé avec un abri à vélos et un arrêt de bus.",
    "Point de rendez-vous pratique pour les trajets domicile-travail.",
    "Places réservées aux covoitureurs du lundi au vendredi, de 6 h à 20 h.",
)
TEXT = (
    "<p><strong>Accès :</strong> suivre la direction « {place} » depuis le centre {of_town}. "
    "L’entrée se trouve à droite après le passage piéton.</p>"
    "<ul><li>{places} places de stationnement</li><li>Abri à vélos fermé</li><li>Éclairage de nuit</li></ul>"
    "<p>Pensez à éteindre votre moteur en attendant vos passagers : les riverains vous en remercient.</p>"
)
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
    rows = [
        {"id": number, "name": name, "icon_id": icons[icon]} for number, (name, icon, _) in enumerate(TYPES, start=1)
    ]
    write(connection, relay_point_types, rows)


def _point(number: int, address_id: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The address and the row of one relay point: the first ones visit every town, so that a small map is full."""
    draw = Random(number * 6151 + 7)
    towns = _every_town()
    commune = towns[number - 1] if number <= len(towns) else draw_commune(draw)
    kind = draw.choices(range(len(TYPES)), [weight for *_, weight in TYPES])[0]
    place = draw.choice(PLACES)
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
    summary = draw.choice(SUMMARIES)
    community = draw.randint(1, len(COMMUNITIES)) if draw.random() < 0.12 else None
    text = TEXT.format(place=place, of_town=of(commune.name), places=spaces or "Quelques")
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
