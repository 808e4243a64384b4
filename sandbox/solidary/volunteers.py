"""Volunteers: the list with weeks, one with proofs, and writing a week or a decision (solidary.yaml; trap 34)."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row

from sandbox import addresses, filters, http
from sandbox.clock import SERVER_ZONE, now, now_stored, parse
from sandbox.context import Caller, Context
from sandbox.errors import masked
from sandbox.fields import Field, Kind, snake
from sandbox.resource import Record, Resource, View
from sandbox.solidary import memberships, people
from sandbox.solidary.matching import match_again
from sandbox.solidary.memberships import VOLUNTEER, of_user
from sandbox.solidary.structures import FLAGS, SLOTS
from sandbox.solidary.tables import solidary_users
from sandbox.tables import users

router = APIRouter(tags=["admin/solidary_volunteers"])
TIMES = tuple(f"{slot}Time" for slot in SLOTS)
LISTED = ("email", "givenName", "familyName")


def _shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    persons = people.of(ctx, rows)
    homes = addresses.by_id(ctx, (user.home_address_id for user in persons.users.values()))
    return [_listed(resource, row, persons, homes) for row in rows]


def _listed(resource: Resource, row: Row[Any], persons: people.People, homes: Mapping[int, Row[Any]]) -> Record:
    user = persons.users[row.user_id]
    identity, home = people.identity(user), homes.get(user.home_address_id)
    record = resource.plain(row) | {name: identity[name] for name in LISTED}
    record["homeAddress"] = addresses.shaped(home) if home else None
    return record | {"structures": memberships.shaped(persons.memberships.get(row.id, []))}


def _item(ctx: Context, record_id: str) -> Record:
    row = people.found(ctx, record_id, solidary_users.c.volunteer, masked)
    persons = people.of(ctx, [row])
    links = persons.memberships.get(row.id, [])
    record = _shape(VOLUNTEERS, ctx, [row], "item")[0] | people.details(ctx, persons.users[row.user_id])
    record |= {"maxDistance": row.max_distance, "proofs": people.proofs_of(ctx, links, of_volunteer=True)}
    return record | {"diaries": []}


@router.get("/admin/solidary_volunteers/{record_id}")
async def get_solidary_volunteer(ctx: Caller, record_id: str) -> Response:
    """One volunteer; the list's permission is asked for, and whoever is none is a failure."""
    ctx.allow("solidary_volunteer_list")
    return ctx.item(VOLUNTEERS.type_name, _item(ctx, record_id))


@router.patch("/admin/solidary_volunteers/{record_id}")
async def update_solidary_volunteer(ctx: Caller, record_id: str) -> Response:
    """Write the week, accept or refuse, or both; every other key is ignored."""
    row = people.found(ctx, record_id, solidary_users.c.volunteer)
    ctx.allow("solidary_volunteer_update", lambda name: row.user_id == ctx.access.user_id)
    body = await http.json_body(ctx.request, (http.MERGE_PATCH,))
    if week := _week(body):
        ctx.database.change(solidary_users, row.id, **week, available_date=now_stored())
    if "validation" in body:
        decided = memberships.decide(ctx, body["validation"], VOLUNTEER)
        if decided.status == memberships.ACCEPTED:
            match_again(ctx, decided.structure_id)
    ctx.database.commit()
    return ctx.item(VOLUNTEERS.type_name, people.without_nulls(_item(ctx, record_id)))


def _week(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of the slots sent: a flag that is no truth value fails, a time that is null becomes now."""
    columns: dict[str, Any] = {}
    for name in FLAGS:
        if name in sent:
            if not isinstance(sent[name], bool):
                raise masked()
            columns[snake(name)] = sent[name]
    for name in TIMES:
        if name in sent:
            columns[snake(name)] = _time(sent[name])
    return columns


def _time(value: Any) -> str:
    moment = now().astimezone(SERVER_ZONE) if value is None else parse(value) if isinstance(value, str) else None
    if moment is None:
        raise masked()
    return moment.strftime("%H:%M")


VOLUNTEERS = Resource(
    path="admin/solidary_volunteers",
    type_name="SolidaryVolunteer",
    iri="/solidary_volunteers",
    table=solidary_users,
    permissions={"list": "solidary_volunteer_list"},
    fields=(
        *(Field(name, Kind.TIME) for name in TIMES),
        *(Field(name, Kind.BOOL) for name in FLAGS),
    ),
    filters=(
        *memberships.NAME_FILTERS,
        # Without the prefix neither has any effect here (list_solidary_volunteers).
        filters.contains("user.email", of_user(users.c.email_key)),
        filters.exact("user.telephone", of_user(users.c.telephone)),
    ),
    orders=memberships.NAME_ORDERS,
    scope=lambda ctx: [solidary_users.c.volunteer, *memberships.scope(ctx)],
    shape=_shape,
)
