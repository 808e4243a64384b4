"""Carpool ads of the demo data: what the journey filters and the extended export read."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from sandbox.clock import REFERENCE
from sandbox.geography import Commune, communes, territories_of
from sandbox.seed.places import draw_commune

Row = dict[str, Any]


def ads_of(user_id: int, home: Row | None, draw: Random) -> Iterator[tuple[Row, list[Row]]]:
    """The ads of a user, each with the territories it touches; most users have none."""
    for rank in range(draw.choices((0, 1, 2, 3), (66, 20, 10, 4))[0]):
        ad_id = user_id * 4 + rank
        destination = draw_commune(draw)
        origin = home or _commune_place(draw_commune(draw))
        yield _ad(ad_id, user_id, origin, destination, draw), _territories(ad_id, origin, destination, draw)


def _commune_place(commune: Commune) -> Row:
    return {
        "address_locality": commune.name,
        "postal_code": commune.postal_code,
        "latitude": commune.latitude,
        "longitude": commune.longitude,
    }


def _ad(ad_id: int, user_id: int, origin: Row, destination: Commune, draw: Random) -> Row:
    role = draw.choices(("driver", "passenger", "both"), (45, 35, 20))[0]
    return {
        "id": ad_id,
        "user_id": user_id,
        "driver": role != "passenger",
        "passenger": role != "driver",
        "regular": draw.random() < 0.6,
        "public": draw.random() < 0.95,
        "solidary_exclusive": draw.random() < 0.02,
        "valid_until": (REFERENCE + timedelta(days=draw.randint(-300, 240))).date().isoformat(),
        "origin": origin["address_locality"],
        "origin_latitude": float(origin["latitude"]),
        "origin_longitude": float(origin["longitude"]),
        "destination": destination.name,
        "destination_latitude": destination.latitude,
        "destination_longitude": destination.longitude,
    }


def _territories(ad_id: int, origin: Row, destination: Commune, draw: Random) -> list[Row]:
    ends = {*territories_of(origin["postal_code"]), *territories_of(destination.postal_code)}
    # A commune on the way, so that "passes through" differs from "starts or ends in".
    crossed = set(territories_of(draw.choice(communes()).postal_code)) - ends
    return [
        {"ad_id": ad_id, "territory_id": territory_id, "endpoint": territory_id in ends}
        for territory_id in sorted(ends | crossed)
    ]
