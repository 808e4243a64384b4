"""Drivers for records: volunteers free near by, carpoolers who go there, and who is told of it (trap 31)."""

import json
import math
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row, delete, select

from sandbox.clock import SERVER_ZONE, now, now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.solidary.journey import FLEXIBLE, REGULAR, clock_of, minutes
from sandbox.solidary.memberships import ACCEPTED
from sandbox.solidary.tables import (
    DAYS,
    matchings,
    solidaries,
    solidary_users,
    solutions,
    structures,
    texted,
    user_structures,
)
from sandbox.tables import addresses, ads, users

OUTWARD, RETURN = 1, 2
# How far from the ends of a journey a carpooler may start and arrive, in degrees: some ten kilometres.
NEAR = 0.12
Place = tuple[float, float]


def kilometres(one: Place, other: Place) -> float:
    """Distance as the crow flies between two points in degrees."""
    lat, lon = math.radians(other[0] - one[0]), math.radians(other[1] - one[1])
    part = (
        math.sin(lat / 2) ** 2
        + math.cos(math.radians(one[0])) * math.cos(math.radians(other[0])) * math.sin(lon / 2) ** 2
    )
    return 12_742 * math.asin(math.sqrt(part))


def place_of(row: Any) -> Place | None:
    """The point of an address, None when it has none."""
    return (float(row.latitude), float(row.longitude)) if row is not None and row.latitude and row.longitude else None


def slots_asked(record: Any, structure: Any, way: int) -> set[str]:
    """The slots of the week (m_mon and so on) that a record needs somebody for, on its way there or back."""
    if record.frequency == REGULAR:
        name = "outwardTime" if way == OUTWARD else "returnTime"
        lines = json.loads(record.schedules)
        return {f"{part_of(line[name], structure)}_{day}" for line in lines if line[name] for day in DAYS if line[day]}
    at = record.outward_time if way == OUTWARD else record.return_time
    if not at:
        return set()
    first = date.fromisoformat(record.from_date if way == OUTWARD else record.return_date or record.from_date)
    last = date.fromisoformat(record.to_date) if record.frequency == FLEXIBLE and record.to_date else first
    days = {DAYS[(first + timedelta(days=each)).weekday()] for each in range(min(7, (last - first).days + 1))}
    return {f"{part_of(at, structure)}_{day}" for day in days}


def part_of(clock: str, structure: Any) -> str:
    """The slot of a structure that an hour falls in: morning until it ends, evening from when it begins."""
    if minutes(clock) < minutes(structure.m_max_time):
        return "m"
    return "a" if minutes(clock) < minutes(structure.e_min_time) else "e"


def free(volunteer: Any, asked: set[str]) -> bool:
    """Whether somebody drives in one of the slots."""
    return any(volunteer._mapping[slot] for slot in asked)


def look_for_drivers(ctx: Context, record: Row[Any]) -> set[int]:
    """Bring the drivers of a record up to date, and text those who are new (get_solidary); answers the new volunteers.

    Who was already there when drivers were last looked for is no news; nobody is told twice of a record, nor of a
    journey that is over.
    """
    origin = place_of(ctx.database.get(addresses, record.origin_id))
    if origin is None or record.from_date is None:
        return set()
    found = {(way, row.user_id): row for way, row in _volunteers(ctx, record, origin)}
    present = ctx.database.rows(select(matchings).where(matchings.c.solidary_id == record.id))
    retained = set(ctx.database.values(select(solutions.c.matching_id).where(solutions.c.solidary_id == record.id)))
    known = {(row.way, row.driver_id): row for row in present if row.volunteer}
    gone = [row.id for key, row in known.items() if key not in found and row.id not in retained]
    if gone:
        ctx.database.write(delete(matchings).where(within(matchings.c.id, gone)))
    added = {key: row for key, row in found.items() if key not in known}
    news = [row.user_id for row in added.values() if not record.searched_date or _since(row) > record.searched_date]
    rows = [_matching(record, way, driver, True) for way, driver in added]
    if not record.searched_date:
        offers = [*_carpoolers(ctx, record, origin)]
        rows += offers
        news += [each["driver_id"] for each in offers]
        _notify(ctx, {each["driver_id"] for each in offers})
    ctx.database.insert_all(matchings, rows)
    if rows or not record.searched_date:
        ctx.database.change(solidaries, record.id, searched_date=now_stored())
    _text(ctx, record, [*dict.fromkeys(news)])
    return {driver for _, driver in added}


def is_over(record: Row[Any]) -> bool:
    """Whether a journey counts as over: from the first minute of its day, a window or a period of its last one."""
    return (record.to_date or record.from_date) <= now().astimezone(SERVER_ZONE).date().isoformat()


def fails_to_tell(ctx: Context, record: Row[Any]) -> bool:
    """Whether the step that tells drivers breaks, whatever the call stored before it (trap 43)."""
    if not ctx.settings.fail_after_storing or record.from_date is None:
        return False
    matched = ctx.database.rows(select(matchings).where(matchings.c.solidary_id == record.id))
    if record.frequency == FLEXIBLE:
        return bool(matched)
    retained = set(ctx.database.values(select(solutions.c.matching_id).where(solutions.c.solidary_id == record.id)))
    if not any(each.id in retained and not each.volunteer for each in matched):
        return False
    return not is_over(record) or any(each.volunteer for each in matched)


def match_again(ctx: Context, structure_id: int) -> None:
    """Look for drivers of every record of a structure, whatever its status: somebody was accepted (trap 46)."""
    here = solidaries.c.structure_id == structure_id
    for record in ctx.database.rows(select(solidaries).where(here).order_by(solidaries.c.from_date)):
        look_for_drivers(ctx, record)


def _since(row: Row[Any]) -> str:
    return max(row.accepted_date or "", row.available_date or "")


def _volunteers(ctx: Context, record: Row[Any], origin: Place) -> Iterator[tuple[int, Row[Any]]]:
    structure = ctx.database.held(structures, record.structure_id)
    links = user_structures.c
    query = (
        select(solidary_users, links.accepted_date, addresses.c.latitude, addresses.c.longitude)
        .join(user_structures, links.solidary_user_id == solidary_users.c.id)
        .join(users, users.c.id == solidary_users.c.user_id)
        .join(addresses, addresses.c.id == users.c.home_address_id)
        .where(solidary_users.c.volunteer, solidary_users.c.max_distance.is_not(None), users.c.status != 4)
        .where(links.structure_id == record.structure_id, links.status == ACCEPTED, users.c.id != record.user_id)
    )
    wanted = {
        way: slots_asked(record, structure, way) for way in ((OUTWARD, RETURN) if record.round_trip else (OUTWARD,))
    }
    for row in ctx.database.rows(query):
        ways = [way for way, asked in wanted.items() if free(row, asked)]
        home = place_of(row)
        if ways and home and kilometres(home, origin) * 1000 <= row.max_distance:
            yield from ((way, row) for way in ways)


def _matching(record: Row[Any], way: int, driver: int, volunteer: bool, offer: str | None = None) -> dict[str, Any]:
    return {"solidary_id": record.id, "way": way, "driver_id": driver, "volunteer": volunteer, "offer": offer}


def _carpoolers(ctx: Context, record: Row[Any], origin: Place) -> Iterator[dict[str, Any]]:
    """Carpool ads of drivers who leave near by and arrive there too, unless any destination will do.

    The sandbox keeps no more of them than the ends.
    """
    destination = place_of(ctx.database.get(addresses, record.destination_id))
    if destination is None:
        return
    ends = (("origin", origin),) if record.destination_any else (("origin", origin), ("destination", destination))
    near = [
        ads.c[f"{name}_{axis}"].between(place[index] - NEAR, place[index] + NEAR)
        for name, place in ends
        for index, axis in enumerate(("latitude", "longitude"))
    ]
    running = (ads.c.driver, ads.c.public, ads.c.valid_until >= record.from_date, ads.c.user_id != record.user_id)
    for ad in ctx.database.rows(select(ads).where(*near, *running).order_by(ads.c.id).limit(10)):
        yield _matching(record, OUTWARD, ad.user_id, False, json.dumps(offer_of(ad, record)))


def offer_of(ad: Any, record: Any) -> dict[str, Any]:
    """The offer of a carpooler, kept with the matching: hours and days follow from the ad's number."""
    leaves = 7 * 60 + ad.id * 7 % 150
    return {
        "frequency": 2 if ad.regular else 1,
        "type": "roundtrip" if ad.id % 3 else "oneway",
        "exclusive": bool(ad.solidary_exclusive),
        "from": record.from_date,
        "to": ad.valid_until if ad.regular else None,
        "time": clock_of(leaves),
        "arrival": clock_of(leaves + 35),
        "days": list(DAYS[:5]) if ad.regular else [],
        "origin": [ad.origin, ad.origin_latitude, ad.origin_longitude],
        "destination": [ad.destination, ad.destination_latitude, ad.destination_longitude],
        "detour": [120 + ad.id % 600, 800 + ad.id % 6_000],
    }


def _notify(ctx: Context, drivers: set[int]) -> None:
    """The usual message to carpoolers that somebody matches their journey (create_solidary)."""
    for user in ctx.database.by_id(users, drivers).values():
        ctx.sandbox.mail(user.email, "Un nouveau passager correspond à votre trajet", "Consultez votre annonce.")


def _text(ctx: Context, record: Row[Any], drivers: list[int]) -> None:
    if not drivers or is_over(record):
        return
    told = set(ctx.database.values(select(texted.c.user_id).where(texted.c.solidary_id == record.id)))
    known = ctx.database.by_id(users, drivers)
    for user_id in (each for each in drivers if each not in told and known[each].telephone):
        ctx.database.insert(texted, solidary_id=record.id, user_id=user_id, created_date=now_stored())
        ctx.sandbox.mail(
            known[user_id].telephone,
            "Une demande solidaire près de chez vous",
            f"La demande n° {record.id} correspond à vos trajets. Pouvez-vous conduire ?",
            "sms",
        )
