"""Creating, changing and deleting communities (communities-campaigns.yaml, create, update and delete_community)."""

from typing import Any

from sqlalchemy import Row, select, update

from sandbox import addresses, store
from sandbox.clock import now_stored
from sandbox.communities.reading import MODERATOR
from sandbox.content_tables import events
from sandbox.context import Context
from sandbox.errors import ApiError, Violation, masked, violations
from sandbox.folding import fold
from sandbox.relay_points import RELAY_POINTS
from sandbox.resource import Change
from sandbox.tables import communities, community_securities, memberships, relay_points, users
from sandbox.users import roles

USED_NAME = "Cette valeur est déjà utilisée."
MAX_BYTES = 65_535


def before(ctx: Context, change: Change) -> None:
    """Check a community and complete its columns; what is missing in a creation the table refuses."""
    _check_name(ctx, change)
    _check_referrer(ctx, change)
    if len((change.values.get("fullDescription") or "").encode()) > MAX_BYTES:
        raise masked()
    if change.creating:
        _complete_creation(ctx, change)
    else:
        change.columns["updated_date"] = now_stored()
    if change.has("address"):
        _read_address(ctx, change)


def _check_name(ctx: Context, change: Change) -> None:
    key = fold(change.values.get("name"))
    query = select(communities.c.id).where(communities.c.name_key == key, communities.c.id != change.record_id)
    if key is not None and ctx.database.row(query) is not None:
        raise violations(Violation("name", USED_NAME))


def _check_referrer(ctx: Context, change: Change) -> None:
    referrer_id = change.values.get("referrerId")
    known = select(users.c.id).where(users.c.id == referrer_id, users.c.status != 4)
    if referrer_id is not None and ctx.database.row(known) is None:
        raise ApiError("Referrer not found")


def _complete_creation(ctx: Context, change: Change) -> None:
    columns = change.columns
    columns.setdefault("free_carpool", False)
    columns |= {"created_date": now_stored(), "delegate_id": ctx.access.user_id}
    if columns.get("domain"):
        # On creation only (create_community).
        columns["domain"] = columns["domain"].replace(" ", "")


def _read_address(ctx: Context, change: Change) -> None:
    """A new row takes the place of the former one; nothing can take an address away."""
    sent = change.values["address"]
    if sent is None and change.creating:
        return
    if sent is None:
        raise masked()
    change.columns["address_id"] = addresses.stored(ctx, addresses.checked(sent), None)
    if change.row is not None:
        store.forget_address(ctx, change.row.address_id)


def after(ctx: Context, change: Change) -> None:
    """What a new referrer gets; a former one keeps role and membership (trap 21)."""
    referrer_id = change.columns.get("referrer_id")
    former = change.row.referrer_id if change.row is not None else None
    if referrer_id is None or referrer_id == former:
        return
    roles.give(ctx, referrer_id, roles.COMMUNITY_MANAGER)
    if change.creating:
        _join_as_moderator(ctx, change, referrer_id)


def _join_as_moderator(ctx: Context, change: Change, user_id: int) -> None:
    moment = change.columns["created_date"]
    membership = {"community_id": change.record_id, "user_id": user_id, "status": MODERATOR}
    ctx.database.insert(memberships, **membership, created_date=moment, accepted_date=moment)
    email = ctx.database.value(select(users.c.email).where(users.c.id == user_id))
    name = change.columns["name"]
    for channel in ("mail", "push"):
        ctx.sandbox.mail(email, f"La communauté « {name} » est créée", "Vous en êtes le référent.", channel)


def before_removal(ctx: Context, row: Row[Any]) -> None:
    """Members, security files and relay points go with a community (trap 19)."""
    points = select(relay_points).where(relay_points.c.community_id == row.id)
    for point in ctx.database.rows(points):
        store.remove(ctx, RELAY_POINTS, point)
    for table in (memberships, community_securities):
        ctx.database.delete(table, community_id=row.id)
    # Its events stay, without community.
    ctx.database.write(update(events).where(events.c.community_id == row.id).values(community_id=None))
