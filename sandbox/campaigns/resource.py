"""The declaration of the campaigns resource (communities-campaigns.yaml, list_campaigns and the operations beside it).

Writing is allowed at any status and changes none; what a test froze at the provider stays as it was (trap 13).
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select

from sandbox import filters, related
from sandbox.campaigns.tables import campaign_deliveries, campaigns
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import BLANK, Violation, masked, violations
from sandbox.fields import Field, of_table
from sandbox.filters import Condition
from sandbox.resource import Change, Record, Resource, View, rights, sorted_by
from sandbox.tables import communities, images, users

NOT_TESTED, TESTED, SENT, ARCHIVED = range(4)
SELECTION, FILTERS = 1, 2
SENDER = "bonjour@covoiturage.example.org"
"""Whom every mail comes from: a setting of the server, whatever is posted."""
MAX_BYTES = 65_535
# Pictures of the demo data are kept without the host, which the seed cannot know.
SEEDED_PICTURE = '"src":"/upload/'


def visible(ctx: Context, row: Row[Any]) -> bool:
    """Without ROLE_ADMIN a campaign of somebody else does not exist (get_campaign)."""
    return ctx.access.has_role("ROLE_ADMIN") or row.creator_id == ctx.access.user_id


def scope(ctx: Context) -> list[Condition]:
    """Without ROLE_ADMIN only one's own campaigns (list_campaigns)."""
    return [] if ctx.access.has_role("ROLE_ADMIN") else [campaigns.c.creator_id == ctx.access.user_id]


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of campaigns with their creators, communities and numbers of recipients."""
    ids = [row.creator_id for row in rows]
    authors, addresses = related.creators(ctx, ids), ctx.database.by_id(users, ids)
    sources = ctx.database.by_id(communities, (row.source_id for row in rows))
    chosen = _chosen(ctx, [row.id for row in rows])
    return [
        resource.plain(row)
        | authors[row.creator_id]
        | {
            "body": row.body.replace(SEEDED_PICTURE, f'"src":"{ctx.public_url}/upload/'),
            "creatorEmail": addresses[row.creator_id].email,
            "sourceName": getattr(sources.get(row.source_id), "name", None),
            "deliveryCount": _count(row, chosen),
        }
        for row in rows
    ]


def _chosen(ctx: Context, ids: list[int]) -> dict[int, int]:
    key = campaign_deliveries.c.campaign_id
    query = select(key, func.count().label("people")).where(within(key, ids)).group_by(key)
    return {row.campaign_id: row.people for row in ctx.database.rows(query)}


def _count(row: Row[Any], chosen: dict[int, int]) -> int | None:
    if row.filter_type is None:
        return None
    return chosen.get(row.id, 0) if row.filter_type == SELECTION else row.found


def before(ctx: Context, change: Change) -> None:
    """Check the texts, and date the change; a body too long for its column is a masked failure."""
    texts = {name: change.values.get(name) for name in ("name", "subject", "body")}
    blank = [Violation(name, BLANK) for name, text in texts.items() if _is_blank(change, name, text)]
    if blank:
        raise violations(*blank)
    if len((texts["body"] or "").encode()) > MAX_BYTES:
        raise masked()
    if change.creating:
        change.columns |= {
            "status": NOT_TESTED,
            "email": SENDER,
            "creator_id": ctx.access.user_id,
            "created_date": now_stored(),
        }
    else:
        change.columns["updated_date"] = now_stored()


def _is_blank(change: Change, name: str, text: str | None) -> bool:
    return (change.creating or change.has(name)) and not (text or "").strip()


def before_removal(ctx: Context, row: Row[Any]) -> None:
    """Deliveries and pictures' rows go with a campaign (delete_campaign).

    What the provider has stays, and so do the files: what was sent still shows them.
    """
    ctx.database.delete(campaign_deliveries, campaign_id=row.id)
    ctx.database.delete(images, owner="campaign", owner_id=row.id)


CAMPAIGNS = Resource(
    path="admin/campaigns",
    type_name="Campaign",
    iri="/campaigns",
    table=campaigns,
    permissions=rights("campaign"),
    fields=(
        Field("name", nullable=False, max_length=255),
        Field("subject", nullable=False, max_length=255),
        # Shown only: mails come from the server's sender.
        Field("email", nullable=False, max_length=255),
        Field("body", nullable=False),
        *of_table(campaigns, "status", "createdDate", "updatedDate", "creatorId", writable=False),
        *of_table(campaigns, "source", "sourceId", "filterType", "filters"),
    ),
    filters=(
        filters.contains("name", campaigns.c.name_key),
        filters.contains("email", campaigns.c.email_key),
        filters.number("status", campaigns.c.status),
        *filters.moments("createdDate", campaigns.c.created_date),
    ),
    orders=sorted_by(campaigns, "subject", "email", "status", "createdDate", "updatedDate"),
    scope=scope,
    visible=visible,
    shape=shape,
    before=before,
    before_removal=before_removal,
)
