"""Search of places: communes, streets, house numbers, venues, relay points, events (session.yaml, search_points)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, Select, func, select

from sandbox import http
from sandbox.catalogue import icon_url
from sandbox.clock import now_stored
from sandbox.content_tables import events
from sandbox.context import Caller, Context
from sandbox.folding import words
from sandbox.geography import USUAL_STREETS, Commune, Spot, around, communes, streets, venues
from sandbox.routes import query_parameter
from sandbox.tables import addresses, icons, relay_point_types, relay_points

router = APIRouter(tags=["Points"])
LIMIT = 5
HOUSE_NUMBER = re.compile(r"^(\d{1,4})( ?(?:bis|ter|quater))?[ ,]+(?=\D)", re.IGNORECASE)
LITTLE = frozenset(("de", "du", "des", "la", "le", "les", "l", "d", "a", "au", "et", "en", "sur"))


@dataclass(frozen=True)
class Place:
    """Something that can be found: its own words, and those of the town it is in."""

    spot: Spot
    own: tuple[str, ...]
    town: tuple[str, ...]


def _place(spot: Spot) -> Place:
    town = (*words(spot.commune.name), spot.commune.postal_code)
    return Place(spot, tuple(words(spot.name)), town)


@cache
def _localities() -> tuple[Place, ...]:
    return tuple(_place(Spot(c.name, c, c.latitude, c.longitude)) for c in communes())


@cache
def _streets() -> tuple[Place, ...]:
    known = {(spot.commune.insee, spot.name) for spot in streets()}
    usual = (_usual(commune, name) for commune in communes() for name in USUAL_STREETS)
    return tuple(_place(s) for s in (*streets(), *(s for s in usual if (s.commune.insee, s.name) not in known)))


def _usual(commune: Commune, name: str) -> Spot:
    latitude, longitude = around(commune, Random(f"{commune.insee}{name}"), 0.006)
    return Spot(name, commune, round(latitude, 6), round(longitude, 6))


@cache
def _venues() -> tuple[Place, ...]:
    return tuple(_place(spot) for spot in venues())


def _score(place: Place, asked: list[str]) -> float | None:
    """How well a place answers, None when it does not: each word asked must begin a word of it or of its town."""
    own = [word for word in asked if _begins(word, place.own)]
    if not any(word not in LITTLE for word in own):
        return None
    if any(word not in own and not _begins(word, place.town) for word in asked):
        return None
    whole = sum(word in place.own for word in own)
    return 10 * whole + 4 * len(own) - len(place.own) + min(place.spot.commune.population, 500_000) / 100_000


def _begins(word: str, candidates: Iterable[str]) -> bool:
    return any(candidate.startswith(word) for candidate in candidates)


def _best(places: tuple[Place, ...], asked: list[str]) -> list[Spot]:
    scored = [(score, place.spot) for place in places if (score := _score(place, asked)) is not None]
    scored.sort(key=lambda pair: -pair[0])
    return [spot for _, spot in scored[:LIMIT]]


def search(ctx: Context, text: str) -> list[dict[str, Any]]:
    """The proposals for a text: geocoder results, then relay points, then events, then the caller's own address."""
    cleaned = re.sub(r"[\"'\u2019]", " ", text).strip()
    match = HOUSE_NUMBER.match(cleaned)
    asked = words(cleaned[match.end() :] if match else cleaned)
    if not asked:
        return []
    found = list(_geocoded(asked, f"{match[1]}{match[2] or ''}" if match else None))
    found.extend(_stored_points(ctx, asked, "relaypoint", _relay_points(asked)))
    found.extend(_stored_points(ctx, asked, "event", _events()))
    found.extend(_own_address(ctx, asked))
    return found


def _geocoded(asked: list[str], house: str | None) -> Iterator[dict[str, Any]]:
    if house is None:
        yield from (_point(spot, "locality", spot.commune.insee) for spot in _best(_localities(), asked))
    for rank, spot in enumerate(_best(_streets(), asked)):
        number = f"{spot.commune.insee}_{sum(map(ord, spot.name)) % 9000 + 1000}"
        if house:
            yield _point(spot, "housenumber", f"{number}_{house.zfill(5)}", house)
        else:
            yield _point(spot, "street", f"{number}_{rank}")
    if house is None:
        yield from (_point(spot, "venue", f"venue_{sum(map(ord, spot.name))}") for spot in _best(_venues(), asked))


def _point(spot: Spot, kind: str, point_id: str, house: str | None = None) -> dict[str, Any]:
    """A point of the geocoder's."""
    commune = spot.commune
    address = {
        "houseNumber": house,
        "streetName": spot.name if kind in ("street", "housenumber") else None,
        "postalCode": commune.postal_code,
        "locality": commune.name,
        "localityCode": commune.insee,
        "region": commune.region,
        "regionCode": commune.region_code,
        "macroRegion": commune.macro_region,
        "country": "France",
        "countryCode": "FR",
        "lat": spot.latitude,
        "lon": spot.longitude,
        "population": commune.population if kind == "locality" else None,
        "provider": "BAN" if kind != "venue" else "OSM",
    }
    return _shaped(kind, point_id.replace(" ", ""), f"{house} {spot.name}" if house else spot.name, address)


def _shaped(kind: str, point_id: str, name: str | None, address: dict[str, Any]) -> dict[str, Any]:
    """A point as it is sent; what its address does not say is null."""
    head = http.head("Point", "/points", point_id) | {"type": kind, "name": name, "distance": None, "icon": None}
    return head | {"localityCode": None, "regionCode": None, "population": None} | address


def _relay_points(asked: list[str]) -> Select[Any]:
    """Those whose name holds the words somewhere; `_stored_points` then looks at where words begin."""
    picture = (icons.c.id.label("icon_id"), icons.c.name.label("icon_name"), icons.c.file_name)
    query = select(relay_points.c.id.label("point_id"), relay_points.c.name.label("title"), *picture, addresses)
    query = query.join(addresses, addresses.c.id == relay_points.c.address_id)
    query = query.outerjoin(relay_point_types, relay_point_types.c.id == relay_points.c.relay_point_type_id)
    query = query.outerjoin(icons, icons.c.id == relay_point_types.c.icon_id)
    named = (func.instr(relay_points.c.name_key, word) > 0 for word in asked if word not in LITTLE)
    return query.where(relay_points.c.status == 1, relay_points.c.private.is_not(True), *named)


def _events() -> Select[Any]:
    query = select(events.c.id.label("point_id"), events.c.name.label("title"), addresses)
    query = query.join(addresses, addresses.c.id == events.c.address_id)
    return query.where(events.c.status == 1, events.c.to_date >= now_stored())


def _stored_points(ctx: Context, asked: list[str], kind: str, query: Select[Any]) -> Iterator[dict[str, Any]]:
    wanted = [word for word in asked if word not in LITTLE] or asked
    rows = (row for row in ctx.database.rows(query) if all(_begins(word, words(row.title)) for word in wanted))
    for row, _ in zip(rows, range(LIMIT), strict=False):
        yield _own_point(row, kind, str(row.point_id), row.title) | {"icon": _icon(ctx, row)}


def _own_point(row: Row[Any], kind: str, point_id: str, name: str | None) -> dict[str, Any]:
    """A point that the platform knows itself, not the geocoder."""
    address = {
        "houseNumber": row.house_number,
        "streetName": row.street,
        "postalCode": row.postal_code,
        "locality": row.address_locality,
        "region": row.region,
        "macroRegion": row.macro_region,
        "country": row.address_country,
        "countryCode": row.country_code,
        "lat": float(row.latitude),
        "lon": float(row.longitude),
        "provider": "MOBICOOP_API",
    }
    return _shaped(kind, point_id, name, address)


def _icon(ctx: Context, row: Row[Any]) -> dict[str, Any] | None:
    if getattr(row, "icon_id", None) is None:
        return None
    url = icon_url(ctx, row.file_name)
    return {
        "@id": f"/icons/{row.icon_id}",
        "id": row.icon_id,
        "name": row.icon_name,
        "fileName": row.file_name,
        "url": url,
    }


def _own_address(ctx: Context, asked: list[str]) -> Iterator[dict[str, Any]]:
    home_id = ctx.caller().home_address_id
    row = ctx.database.get(addresses, home_id) if home_id else None
    if row is None or row.latitude is None:
        return
    known = words(f"domicile {row.street or ''} {row.address_locality or ''}")
    if all(_begins(word, known) for word in asked):
        yield _own_point(row, "user", str(row.id), row.name or "Domicile")


@router.get("/points", openapi_extra={"parameters": [query_parameter("search", required=True)]})
async def search_points(ctx: Caller) -> Response:
    """Geographic auto-completion; without search the list is empty."""
    found = search(ctx, ctx.params.text("search") or "")
    return ctx.collection("Point", "/points", found)
