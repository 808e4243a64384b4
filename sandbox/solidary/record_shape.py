"""Records as they are sent: a line of the list, and the item with everything (solidary.yaml, Solidary)."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Row, select

from sandbox import addresses, pictures
from sandbox.clock import instant, midnight
from sandbox.context import Context
from sandbox.database import within
from sandbox.fields import snake
from sandbox.resource import Record, Resource, View
from sandbox.solidary import diary, memberships, people, proofs
from sandbox.solidary.drivers import Drivers, today_at
from sandbox.solidary.journey import CHOICES, REGULAR
from sandbox.solidary.tables import (
    diaries,
    solidaries,
    solidary_needs,
    structure_needs,
    structure_subjects,
    structures,
    user_structures,
)
from sandbox.tables import users

TIMES = ("outwardTime", "outwardMinTime", "outwardMaxTime", "returnTime", "returnMinTime", "returnMaxTime")


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of records, one query per kind."""
    persons = ctx.database.by_id(users, (row.user_id for row in rows))
    subjects = ctx.database.by_id(structure_subjects, (row.subject_id for row in rows))
    places = addresses.by_id(ctx, (each for row in rows for each in (row.origin_id, row.destination_id)))
    newest = _newest(ctx, [row.id for row in rows])
    return [_line(resource, row, persons, subjects, places, newest) for row in rows]


def _line(resource: Resource, row: Row[Any], persons: Any, subjects: Any, places: Any, newest: Any) -> Record:
    person, subject, last = persons[row.user_id], subjects.get(row.subject_id), newest.get(row.id)
    origin, destination = places.get(row.origin_id), places.get(row.destination_id)
    return {
        **resource.head(row.id),
        "status": row.status,
        "progression": row.progression,
        "adminsubject": subject.label if subject else None,
        "adminuserId": person.id,
        "admingivenName": person.given_name,
        "adminfamilyName": person.family_name,
        "admintelephone": person.telephone,
        "adminlastAction": last.action if last else None,
        "adminlastActionDate": instant(last.created_date) if last else None,
        "adminorigin": addresses.shaped(origin) if origin else None,
        "admindestination": addresses.shaped(destination) if destination else None,
        "adminproposalType": "roundtrip" if row.round_trip else "oneway",
        "adminfromDate": midnight(row.from_date) if row.from_date else None,
    }


def _newest(ctx: Context, ids: Iterable[int]) -> dict[int, Row[Any]]:
    """The last entry of each diary."""
    query = select(diaries.c.solidary_id, diaries.c.action, diaries.c.created_date)
    rows = ctx.database.rows(
        query.where(within(diaries.c.solidary_id, ids)).order_by(diaries.c.created_date, diaries.c.id)
    )
    return {row.solidary_id: row for row in rows}


def item(ctx: Context, resource: Resource, row: Row[Any], new: set[int]) -> Record:
    """One record with its diary, proofs and drivers, of whom `new` were just found; nulls of its root are left out."""
    record = shape(resource, ctx, [row], "item")[0]
    structure = ctx.database.held(structures, row.structure_id)
    membership = ctx.database.row(memberships.NAMED.where(user_structures.c.id == row.user_structure_id))
    assert membership is not None
    record |= _own(ctx, row) | _person(ctx, row) | _journey(row)
    record |= {
        "adminstructure": structure.name,
        "adminstructureId": structure.id,
        "adminstructureSolidaryTransport": structure.solidary_transport,
        "adminmode": structure.mode or 0,
        "admincreatedDate": instant(row.created_date),
        "admindiary": diary.shaped(ctx, diary.of_record(ctx, row.id)),
        "adminproofs": proofs.of_membership(ctx, membership),
    }
    drivers = Drivers.of(ctx, row, structure, new)
    record |= {"admincarpools": drivers.carpools(), "admintransporters": drivers.transporters()}
    return people.without_nulls(record | {"adminsolutions": drivers.retained()})


def _own(ctx: Context, row: Row[Any]) -> Record:
    needs = (
        select(structure_needs.c.id, structure_needs.c.label)
        .join(solidary_needs, solidary_needs.c.need_id == structure_needs.c.id)
        .where(solidary_needs.c.solidary_id == row.id)
        .order_by(structure_needs.c.id)
    )
    child = select(solidaries.c.id).where(solidaries.c.parent_id == row.id).order_by(solidaries.c.id.desc())
    return {
        "needs": [{"id": need.id, "label": need.label} for need in ctx.database.rows(needs)],
        **{name: row._mapping[column] for name, column in CHOICES.items()},
        "distance": row.distance,
        "adminsubjectId": row.subject_id,
        "adminsolidaryId": row.parent_id,
        "adminsolidaryChildId": ctx.database.value(child),
    }


def _person(ctx: Context, row: Row[Any]) -> Record:
    found = ctx.database.by_id(users, (row.user_id, row.operator_id))
    user, operator = found[row.user_id], found.get(row.operator_id)
    record = {f"admin{name}": value for name, value in people.details(ctx, user).items()}
    if operator:
        record["adminoperatorGivenName"], record["adminoperatorFamilyName"] = operator.given_name, operator.family_name
        record["adminoperatorAvatar"] = pictures.avatars(ctx, {operator.id: operator})[operator.id]
    return record


def _journey(row: Row[Any]) -> Record:
    """Times are absent for a regular record, whose schedules tell them."""
    if row.from_date is None:
        return {}
    lines = json.loads(row.schedules) if row.schedules else []
    return {
        "adminfrequency": row.frequency,
        "admintoDate": midnight(row.to_date) if row.to_date else None,
        "adminoutwardDate": midnight(row.from_date),
        "adminreturnDate": midnight(row.return_date) if row.return_date else None,
        **{f"admin{name}": None if row.frequency == REGULAR else today_at(row._mapping[snake(name)]) for name in TIMES},
        "adminschedules": [
            line | {name: today_at(line[name]) for name in ("outwardTime", "returnTime")} for line in lines
        ],
    }
