"""Solidary structures, read only so far: the list and the item (solidary.yaml, list_structures, get_structure)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, Table, cast, false, select
from sqlalchemy.types import String

from sandbox.clock import instant
from sandbox.context import Context
from sandbox.fields import Field, Kind
from sandbox.filters import Condition
from sandbox.resource import Record, Resource, View
from sandbox.solidary.operators import operated
from sandbox.solidary.tables import (
    DAYS,
    operates,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
    structures,
)
from sandbox.tables import territories, users

LISTED = ("name", "telephone", "mode", "signature", "solidaryTransport")
SLOTS = ("mMin", "mMax", "aMin", "aMax", "eMin", "eMax")
FLAGS = tuple(f"{part}{day.capitalize()}" for day in DAYS for part in "mae")
PROOF_KINDS = ("checkbox", "radio", "input", "file", "selectbox")


def _operates_any(ctx: Context) -> bool:
    return ctx.database.row(operated(ctx.access.user_id)) is not None


def scope(ctx: Context) -> list[Condition]:
    """Those the caller operates; all of them with structure_manage when he operates none, otherwise nothing."""
    if _operates_any(ctx):
        return [structures.c.id.in_(operated(ctx.access.user_id))]
    return [] if ctx.access.may("structure_manage") else [false()]


def _is_operator(ctx: Context, row: Row[Any]) -> bool:
    return row.id in ctx.database.values(operated(ctx.access.user_id))


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """Ownership rule on a structure (permissions.yaml, rules)."""
    return name == "StructureOperator" and _is_operator(ctx, row)


def visible(ctx: Context, row: Row[Any]) -> bool:
    """Who is no administrator finds only the structures he operates."""
    return ctx.access.has_role("ROLE_ADMIN") or _is_operator(ctx, row)


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A few properties in the list, everything in the item."""
    if view != "list":
        return [resource.plain(row) | _belongings(ctx, row.id) for row in rows]
    if not _operates_any(ctx):
        rows = sorted(rows, key=lambda row: row.name_key)
    kept = {"@id", "@type", "id", *LISTED}
    return [{name: value for name, value in resource.plain(row).items() if name in kept} for row in rows]


def _belongings(ctx: Context, structure_id: int) -> Record:
    def lines(table: Table, *order: Any) -> Sequence[Row[Any]]:
        return ctx.database.rows(select(table).where(table.c.structure_id == structure_id).order_by(*order, table.c.id))

    # Upstream compares positions as text: 10 comes before 2.
    proofs = lines(structure_proofs, structure_proofs.c.type, cast(structure_proofs.c.position, String))
    # Nobody is attached to a structure yet: members and records are still to come, so everything can be removed.
    return {
        "subjects": [_line("Subject", row) for row in lines(structure_subjects)],
        "needs": [_line("Need", row) | {"labelVolunteer": row.label_volunteer} for row in lines(structure_needs)],
        "structureProofs": [_proof(row) for row in proofs],
        "territories": [_territory(row) for row in ctx.database.rows(_territories(structure_id))],
        "operators": [_operator(row) for row in ctx.database.rows(_operators(structure_id))],
        "images": [],
        "removable": True,
    }


def _line(type_name: str, row: Row[Any]) -> Record:
    return {"@type": type_name, "id": row.id, "label": row.label, "removable": True}


def _proof(row: Row[Any]) -> Record:
    names = ("type", "position", "mandatory", "activated", *PROOF_KINDS, "options")
    values = {name: row._mapping[name] for name in names}
    return _line("StructureProof", row) | values | {"acceptedValues": row.accepted_values}


def _territories(structure_id: int) -> Select[Any]:
    query = select(territories).join(structure_territories, structure_territories.c.territory_id == territories.c.id)
    return query.where(structure_territories.c.structure_id == structure_id).order_by(territories.c.id)


def _territory(row: Row[Any]) -> Record:
    return {"@id": f"/territories/{row.id}", "@type": "Territory", "id": row.id, "name": row.name}


def _operators(structure_id: int) -> Select[Any]:
    query = select(users, operates.c.created_date.label("operator_date")).join(
        operates, operates.c.user_id == users.c.id
    )
    return query.where(operates.c.structure_id == structure_id).order_by(operates.c.id)


def _operator(row: Row[Any]) -> Record:
    names = {"givenName": row.given_name, "familyName": row.family_name, "email": row.email}
    return {"id": row.id, **names, "operatorDate": instant(row.operator_date)}


STRUCTURES = Resource(
    path="admin/structures",
    type_name="Structure",
    iri="/structures",
    table=structures,
    permissions={"list": "structure_list", "read": "structure_read"},
    fields=(
        Field("name", nullable=False, max_length=255),
        Field("email", max_length=255),
        Field("telephone", max_length=255),
        Field("signature", max_length=255),
        Field("beneficiaryAutoApproval", Kind.BOOL, nullable=False),
        Field("mode", Kind.INT, nullable=False),
        Field("solidaryTransport", Kind.BOOL, nullable=False),
        *(Field(f"{slot}Time", Kind.TIME, nullable=False) for slot in SLOTS),
        *(Field(f"{slot}RangeTime", Kind.TIME) for slot in SLOTS),
        *(Field(name, Kind.BOOL) for name in FLAGS),
    ),
    # Never paged, filtered nor sorted, whatever is asked.
    paged=False,
    scope=scope,
    rule=rule,
    visible=visible,
    shape=shape,
)
