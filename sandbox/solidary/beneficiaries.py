"""Beneficiaries: the list, one with diary and proofs, and writing one (solidary.yaml, update_solidary_beneficiary)."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row

from sandbox import filters, http
from sandbox.context import Caller, Context
from sandbox.errors import masked
from sandbox.resource import Record, Resource, View
from sandbox.solidary import memberships, people
from sandbox.solidary.diary import of_memberships
from sandbox.solidary.identity import write_person
from sandbox.solidary.memberships import BENEFICIARY, of_user
from sandbox.solidary.tables import solidary_users
from sandbox.tables import users

router = APIRouter(tags=["admin/solidary_beneficiaries"])
LISTED = ("email", "gender", "telephone", "givenName", "familyName")


def _shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    persons = people.of(ctx, rows)
    return [_listed(row, persons) for row in rows]


def _listed(row: Row[Any], persons: people.People) -> Record:
    identity = people.identity(persons.users[row.user_id])
    record = BENEFICIARIES.head(row.id)
    record |= {name: identity[name] for name in LISTED}
    return record | {"structures": memberships.shaped(persons.memberships.get(row.id, []))}


def _item(ctx: Context, row: Row[Any]) -> Record:
    persons = people.of(ctx, [row])
    last = persons.memberships.get(row.id, [])[-1:]
    record = _listed(row, persons) | people.details(ctx, persons.users[row.user_id])
    record["proofs"] = people.proofs_of(ctx, last)
    record["diaries"] = of_memberships(ctx, [each.id for each in last])
    return record


@router.get("/admin/solidary_beneficiaries/{record_id}")
async def get_solidary_beneficiary(ctx: Caller, record_id: str) -> Response:
    """One beneficiary; the list's permission is asked for, and whoever is none is a failure."""
    ctx.allow("solidary_beneficiary_list", lambda name: True)
    row = people.found(ctx, record_id, solidary_users.c.beneficiary, masked)
    return ctx.item(BENEFICIARIES.type_name, _item(ctx, row))


@router.patch("/admin/solidary_beneficiaries/{record_id}")
async def update_solidary_beneficiary(ctx: Caller, record_id: str) -> Response:
    """Accept or refuse a candidate, and nothing else then; or write the person."""
    ctx.allow("solidary_beneficiary_update", lambda name: True)
    row = people.found(ctx, record_id, solidary_users.c.beneficiary)
    body = await http.json_body(ctx.request, (http.MERGE_PATCH,))
    if "validation" in body:
        memberships.decide(ctx, body["validation"], BENEFICIARY)
    else:
        write_person(ctx, ctx.database.held(users, row.user_id), body)
    ctx.database.commit()
    return ctx.item(BENEFICIARIES.type_name, people.without_nulls(_item(ctx, row)))


BENEFICIARIES = Resource(
    path="admin/solidary_beneficiaries",
    type_name="SolidaryBeneficiary",
    iri="/solidary_beneficiaries",
    table=solidary_users,
    permissions={"list": "solidary_beneficiary_list"},
    filters=(
        *memberships.NAME_FILTERS,
        filters.contains("email", of_user(users.c.email_key)),
        filters.exact("telephone", of_user(users.c.telephone)),
    ),
    orders={
        **memberships.NAME_ORDERS,
        "email": of_user(users.c.email_key),
        "telephone": of_user(users.c.telephone),
    },
    scope=lambda ctx: [solidary_users.c.beneficiary, *memberships.scope(ctx)],
    rule=lambda ctx, row, name: name == "SolidaryBeneficiarySelf",
    shape=_shape,
)
