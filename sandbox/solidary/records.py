"""Solidary records: list, item, creation, and the commands and editions of a PATCH (solidary.yaml)."""

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, select, text

from sandbox import filters, http, store
from sandbox.context import Caller, Context
from sandbox.errors import ApiError, masked
from sandbox.filters import Condition, Filter
from sandbox.resource import Resource
from sandbox.solidary import commands
from sandbox.solidary.matching import fails_to_tell, look_for_drivers
from sandbox.solidary.memberships import of_user
from sandbox.solidary.operators import is_operator, operated
from sandbox.solidary.record_shape import item, shape
from sandbox.solidary.record_writing import create, edit, row_of
from sandbox.solidary.tables import solidaries, structure_subjects
from sandbox.tables import LISTED_USERS, users

router = APIRouter(tags=["admin/solidaries"])
# Closed for edition, or never given a journey: in no list.
LISTED = text("solidaries.status <> 6 AND solidaries.from_date IS NOT NULL")


def _scope(ctx: Context) -> list[Condition]:
    """Without ROLE_SUPER_ADMIN, the records of the structures that the caller operates."""
    known = solidaries.c.user_id.in_(select(users.c.id).where(LISTED_USERS))
    if ctx.access.has_role("ROLE_SUPER_ADMIN"):
        return [known]
    return [known, solidaries.c.structure_id.in_(operated(ctx))]


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """The ownership rule of records (permissions.yaml, rules)."""
    return name == "SolidaryOperator" and is_operator(ctx, row.structure_id)


def _progression(ctx: Context) -> Condition | None:
    """Strictly lower than the number; the bracket form makes upstream fail (trap 34)."""
    if "progression" in ctx.params.maps:
        raise masked()
    try:
        return solidaries.c.progression < float(ctx.params.text("progression") or "")
    except ValueError:
        return None


def _drivers_told(ctx: Context, number: int) -> set[int]:
    """End a call: drivers are looked for and told, which may fail though everything is stored; answers who is new."""
    row = row_of(ctx, number)
    new = look_for_drivers(ctx, row)
    ctx.database.commit()
    if fails_to_tell(ctx, row):
        raise masked()
    return new


@router.get("/admin/solidaries/{record_id}")
async def get_solidary(ctx: Caller, record_id: str) -> Response:
    """One record; its drivers are looked for again, and the new ones may be texted (trap 31)."""
    row = store.found(ctx, RECORDS, record_id, masked)
    ctx.allow("solidary_read", lambda name: rule(ctx, row, name))
    new = _drivers_told(ctx, row.id)
    return ctx.item(RECORDS.type_name, item(ctx, RECORDS, row, new))


@router.post("/admin/solidaries", status_code=201)
async def create_solidary(ctx: Caller) -> Response:
    """A new record, of which only the id is answered."""
    ctx.allow("solidary_create")
    body = await http.json_body(ctx.request)
    if "id" in body or "@id" in body:
        raise ApiError("Update is not allowed for this operation.")
    record_id = create(ctx, body)
    _drivers_told(ctx, record_id)
    content = RECORDS.head(record_id)
    return ctx.item(RECORDS.type_name, content, 201)


@router.patch("/admin/solidaries/{record_id}")
async def update_solidary(ctx: Caller, record_id: str) -> Response:
    """Run the first command of the body, or edit; the answer is the record, or the one that took its place."""
    row = store.found(ctx, RECORDS, record_id)
    ctx.allow("solidary_update", lambda name: rule(ctx, row, name))
    body = await http.json_body(ctx.request, (http.MERGE_PATCH,))
    number = row.id if commands.run(ctx, row, body) else edit(ctx, row, body)
    new = _drivers_told(ctx, number)
    return ctx.item(RECORDS.type_name, item(ctx, RECORDS, row_of(ctx, number), new))


RECORDS = Resource(
    path="admin/solidaries",
    type_name="Solidary",
    iri="/solidaries",
    table=solidaries,
    permissions={"list": "solidary_list"},
    filters=(
        filters.contains("givenName", of_user(users.c.given_name_key, solidaries)),
        filters.contains("familyName", of_user(users.c.family_name_key, solidaries)),
        Filter(("progression",), _progression),
    ),
    # lastActionDate is accepted too, without any effect.
    orders={
        "id": solidaries.c.id,
        "givenName": of_user(users.c.given_name_key, solidaries),
        "familyName": of_user(users.c.family_name_key, solidaries),
        "telephone": of_user(users.c.telephone, solidaries),
        "subject": select(structure_subjects.c.label)
        .where(structure_subjects.c.id == solidaries.c.subject_id)
        .scalar_subquery(),
        "progression": solidaries.c.progression,
        "fromDate": solidaries.c.from_date,
    },
    base=(LISTED,),
    scope=_scope,
    rule=rule,
    shape=shape,
)
