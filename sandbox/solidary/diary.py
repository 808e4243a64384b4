"""Diaries of records: entries, newest first (solidary.yaml, DiaryEntry, BeneficiaryDiaryEntry)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select

from sandbox import addresses, pictures
from sandbox.clock import instant, now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.resource import Record
from sandbox.solidary.tables import diaries, solidaries
from sandbox.tables import users


def note(
    ctx: Context, solidary_id: int, action: str, user_id: int, progression: float, comment: str | None = None
) -> None:
    """Add an entry signed by the caller; `user_id` is whom it is about."""
    about = {"solidary_id": solidary_id, "user_id": user_id, "author_id": ctx.access.user_id}
    entry = {"action": action, "progression": progression, "comment": comment, "created_date": now_stored()}
    ctx.database.insert(diaries, **about, **entry)


def of_record(ctx: Context, solidary_id: int) -> list[Row[Any]]:
    """The entries of a record."""
    query = select(diaries).where(diaries.c.solidary_id == solidary_id)
    return [*ctx.database.rows(query.order_by(diaries.c.created_date.desc(), diaries.c.id.desc()))]


def shaped(ctx: Context, rows: Sequence[Row[Any]]) -> list[Record]:
    """Entries with the names of who wrote them and whom they are about."""
    ids = {each for row in rows for each in (row.author_id, row.user_id)}
    known = ctx.database.by_id(users, ids)
    avatars = pictures.avatars(ctx, known)
    records = []
    for row in rows:
        author, user = known.get(row.author_id), known.get(row.user_id)
        records.append(
            {
                "action": row.action,
                "comment": row.comment,
                "progression": f"{row.progression:.2f}",
                "authorGivenName": author.given_name if author else None,
                "authorFamilyName": author.family_name if author else None,
                "authorAvatar": avatars.get(row.author_id),
                "userId": row.user_id,
                "givenName": user.given_name if user else None,
                "familyName": user.family_name if user else None,
                "avatar": avatars.get(row.user_id),
                "date": instant(row.created_date),
            }
        )
    return records


def of_memberships(ctx: Context, membership_ids: Sequence[int]) -> list[Record]:
    """The entries of all records of some memberships, each with its record and where that goes from and to."""
    query = (
        select(diaries, solidaries.c.origin_id, solidaries.c.destination_id)
        .join(solidaries, solidaries.c.id == diaries.c.solidary_id)
        .where(within(solidaries.c.user_structure_id, membership_ids))
        .order_by(diaries.c.created_date.desc(), diaries.c.id.desc())
    )
    rows = ctx.database.rows(query)
    places = addresses.by_id(ctx, (each for row in rows for each in (row.origin_id, row.destination_id)))
    records = shaped(ctx, rows)
    for row, record in zip(rows, records, strict=True):
        record["solidary"] = row.solidary_id
        for name, place in (("origin", row.origin_id), ("destination", row.destination_id)):
            if place in places:
                record[name] = addresses.shaped(places[place])
    return records
