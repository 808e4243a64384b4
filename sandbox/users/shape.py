"""Users as the API sends them (users.yaml, UserEditable, UserReadOnly)."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Row, select

from sandbox import addresses, pictures
from sandbox.access import role_id
from sandbox.clock import REFERENCE, now_stored
from sandbox.content_tables import events
from sandbox.context import Context
from sandbox.database import within
from sandbox.grouping import grouped
from sandbox.resource import Record, Resource, View
from sandbox.tables import ads, communities, identity_proofs, role_assignments
from sandbox.users.proofs import shaped_proofs

DRIVING_AGE = 17


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of users: what belongs to them is read in one query per kind, never per user."""
    ids = [row.id for row in rows]
    homes = addresses.by_id(ctx, (row.home_address_id for row in rows))
    roles = _grouped(ctx, role_assignments, ids, role_assignments.c.id)
    proofs = _grouped(ctx, identity_proofs, ids, identity_proofs.c.id.desc())
    portraits = pictures.portraits(ctx, {row.id: row for row in rows})
    ad_types = _ad_types(ctx, ids) if view == "list" else {}
    records = []
    for row in rows:
        record = resource.plain(row)
        _identity(record, row)
        record["avatar"], record["image"] = portraits[row.id]
        home = homes.get(row.home_address_id)
        written = view in ("created", "updated")
        shown_id = addresses.PLACEHOLDER if written else None
        record["homeAddress"] = addresses.shaped(home, shown_id) if home else None
        # The answer to a write repeats each role (users.yaml, create_user, update_user).
        record["rolesTerritory"] = _roles(roles.get(row.id, [])) * (2 if written else 1) or None
        record["identityProofs"] = shaped_proofs(ctx, proofs.get(row.id, []), as_item=view == "item")
        record["adType"] = ad_types.get(row.id, 0) if view == "list" else None
        record["ownership"] = ownership(ctx, row.id) if view == "item" else None
        if view == "item":
            record["postalAddress"] = row.postal_address or _letter_address(record)
        records.append(record)
    return records


def short_family_name(row: Row[Any]) -> str:
    """The initial of the family name and a dot."""
    return f"{(row.family_name or '')[:1].upper()}."


def _identity(record: Record, row: Row[Any]) -> None:
    """Properties computed from the row alone."""
    hitch_hiker = bool(row.hitch_hike_driver or row.hitch_hike_passenger)
    record["shortFamilyName"] = short_family_name(row)
    record["identityStatus"] = row.identity_status or 0
    record["verifiedIdentity"] = row.identity_status == 2 if hitch_hiker else None
    record["needParentalConsent"] = bool(row.legal_guardian_email) and not row.parental_consent_date
    record["oldEnoughToDrive"] = _age(row.birth_date) >= DRIVING_AGE if row.birth_date else None
    record["missingDataToPayElectronically"] = _missing(row)


def _age(birth_date: str) -> int:
    born, today = date.fromisoformat(birth_date), REFERENCE.date()
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _missing(row: Row[Any]) -> list[str]:
    names = {"givenName": row.given_name, "familyName": row.family_name, "birthDate": row.birth_date}
    names["homeAddress"] = row.home_address_id
    return ["bankCoordinates", *(name for name, value in names.items() if not value)]


def _letter_address(record: Record) -> str | None:
    home = record["homeAddress"] or {}
    parts = (record["givenName"], record["familyName"], home.get("streetAddress"), home.get("postalCode"))
    return " ".join(part for part in (*parts, home.get("addressLocality")) if part) or None


def _roles(rows: Iterable[Row[Any]]) -> list[Record]:
    found = ((role_id(row.item), row.territory_id) for row in rows)
    return [{"role": role, "territory": territory} for role, territory in found if role is not None]


def _grouped(ctx: Context, table: Any, ids: list[int], order: Any) -> dict[int, list[Row[Any]]]:
    query = select(table).where(within(table.c.user_id, ids)).order_by(order)
    return grouped(ctx.database.rows(query), lambda row: row.user_id)


def _ad_types(ctx: Context, ids: list[int]) -> dict[int, int]:
    """Active ads of users: 1 driver only, 2 passenger only, 3 both (users.yaml, AdType)."""
    today = REFERENCE.date().isoformat()
    query = select(ads.c.user_id, ads.c.driver, ads.c.passenger)
    types: dict[int, int] = {}
    for row in ctx.database.rows(query.where(within(ads.c.user_id, ids), ads.c.valid_until >= today)):
        types[row.user_id] = types.get(row.user_id, 0) | row.driver | 2 * row.passenger
    return types


def ownership(ctx: Context, user_id: int) -> list[dict[str, list[str]]]:
    """What a user owns and a deletion would leave orphan: events to come, communities he refers."""
    mine = events.c.creator_id == user_id, events.c.to_date >= now_stored()
    owned = {
        "events": ctx.database.rows(select(events.c.id, events.c.name).where(*mine)),
        "communities": ctx.database.rows(
            select(communities.c.id, communities.c.name).where(communities.c.referrer_id == user_id)
        ),
    }
    return [{kind: [f"{row.id} - {row.name}" for row in rows]} for kind, rows in owned.items() if rows]
