"""Solidary structures: who sees which, and how they are sent (solidary.yaml, list_structures, get_structure)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, cast, false, select
from sqlalchemy.types import String

from sandbox import http
from sandbox.clock import instant
from sandbox.context import Context
from sandbox.fields import Field, Kind, of_table
from sandbox.filters import Condition
from sandbox.resource import Record, Resource, View, rights
from sandbox.solidary.operators import is_operator, operated, operates_any, visible
from sandbox.solidary.structure_lines import PROOF_KINDS
from sandbox.solidary.structure_writing import after, before, before_removal
from sandbox.solidary.tables import (
    DAYS,
    operates,
    solidaries,
    solidary_needs,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
    structures,
    user_structures,
)
from sandbox.solidary.tables import proofs as given_proofs
from sandbox.tables import territories, users

LISTED = ("name", "telephone", "mode", "signature", "solidaryTransport")
SLOTS = ("mMin", "mMax", "aMin", "aMax", "eMin", "eMax")
FLAGS = tuple(f"{part}{day.capitalize()}" for day in DAYS for part in "mae")


def scope(ctx: Context) -> list[Condition]:
    """Those the caller operates; all of them with structure_manage when he operates none, otherwise nothing."""
    if operates_any(ctx):
        return [structures.c.id.in_(operated(ctx))]
    return [] if ctx.access.may("structure_manage") else [false()]


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """Ownership rule on a structure (permissions.yaml, rules)."""
    return name == "StructureOperator" and is_operator(ctx, row.id)


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A few properties in the list, everything in the item."""
    if view != "list":
        return [resource.plain(row) | _belongings(ctx, row.id) for row in rows]
    if not operates_any(ctx):
        rows = sorted(rows, key=lambda row: row.name_key)
    kept = {"@id", "@type", "id", *LISTED}
    return [{name: value for name, value in resource.plain(row).items() if name in kept} for row in rows]


def _belongings(ctx: Context, structure_id: int) -> Record:
    def lines(table: Table, *order: Any) -> Sequence[Row[Any]]:
        return ctx.database.rows(select(table).where(table.c.structure_id == structure_id).order_by(*order, table.c.id))

    # Upstream compares positions as text: 10 comes before 2.
    proofs = lines(structure_proofs, structure_proofs.c.type, cast(structure_proofs.c.position, String))
    subjects = lines(structure_subjects)
    needs = [row for row in lines(structure_needs) if not row.private]
    asked = set(ctx.database.values(select(solidaries.c.subject_id).distinct().filter_by(structure_id=structure_id)))
    needed = _used(ctx, solidary_needs.c.need_id, [row.id for row in needs])
    given = _used(ctx, given_proofs.c.structure_proof_id, [row.id for row in proofs])
    members = select(user_structures.c.id).filter_by(structure_id=structure_id)
    return {
        "subjects": _subjects(subjects, asked),
        "needs": [_line("Need", row, needed) | {"labelVolunteer": row.label_volunteer} for row in needs],
        "structureProofs": [_proof(row, given) for row in proofs],
        "territories": [
            http.head("Territory", "/territories", row.id) | {"name": row.name}
            for row in ctx.database.rows(_territories(structure_id))
        ],
        "operators": [_operator(row) for row in ctx.database.rows(_operators(structure_id))],
        "images": [],
        "removable": ctx.database.row(members) is None,
    }


def _used(ctx: Context, column: ColumnElement[Any], ids: list[int]) -> set[int]:
    """Which of the ids something refers to."""
    return {each for each in ids if ctx.database.row(select(column).where(column == each).limit(1)) is not None}


def _subjects(rows: Sequence[Row[Any]], used: set[int]) -> list[Record] | dict[str, Record]:
    """Without the private ones; upstream keeps their keys, so a hole makes an object of the array (get_structure)."""
    kept = {index: _line("Subject", row, used) for index, row in enumerate(rows) if not row.private}
    if list(kept) == list(range(len(kept))):
        return list(kept.values())
    return {str(index): line for index, line in kept.items()}


def _line(type_name: str, row: Row[Any], used: set[int]) -> Record:
    return {"@type": type_name, "id": row.id, "label": row.label, "removable": row.id not in used}


def _proof(row: Row[Any], used: set[int]) -> Record:
    names = ("type", "position", "mandatory", "activated", *PROOF_KINDS, "options")
    values = {name: row._mapping[name] for name in names}
    return _line("StructureProof", row, used) | values | {"acceptedValues": row.accepted_values}


def _territories(structure_id: int) -> Select[Any]:
    query = select(territories).join(structure_territories, structure_territories.c.territory_id == territories.c.id)
    return query.where(structure_territories.c.structure_id == structure_id).order_by(territories.c.id)


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
    permissions=rights("structure"),
    fields=(
        *of_table(structures, "name", "email", "telephone", "signature", "beneficiaryAutoApproval"),
        Field("mode", Kind.INT, nullable=False),
        Field("solidaryTransport", Kind.BOOL, nullable=False),
        *(Field(f"{slot}Time", Kind.TIME, nullable=False) for slot in SLOTS),
        *(Field(f"{slot}RangeTime", Kind.TIME) for slot in SLOTS),
        *(Field(name, Kind.BOOL, nullable=False) for name in FLAGS),
    ),
    # Never paged, filtered nor sorted, whatever is asked.
    paged=False,
    scope=scope,
    rule=rule,
    visible=visible,
    shape=shape,
    before=before,
    after=after,
    before_removal=before_removal,
)
