"""What beneficiaries and volunteers have in common: finding one, the user behind, home, memberships, proofs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, select

from sandbox import addresses, pictures
from sandbox.clock import midnight
from sandbox.context import Context
from sandbox.errors import ApiError, invalid_identifier, not_found
from sandbox.params import whole
from sandbox.resource import Record
from sandbox.solidary import memberships, proofs
from sandbox.solidary.tables import solidary_users
from sandbox.tables import users

DELETED = 4


@dataclass(frozen=True)
class People:
    """What a page of solidary users needs: their users by id, and their memberships by solidary user."""

    users: dict[int, Row[Any]]
    memberships: dict[int, list[Row[Any]]]


def of(ctx: Context, rows: Sequence[Row[Any]]) -> People:
    """The people behind some rows of solidary users."""
    known = ctx.database.by_id(users, (row.user_id for row in rows))
    return People(known, memberships.by_person(ctx, (row.id for row in rows)))


def found(ctx: Context, text: str, part: ColumnElement[bool], unknown: Callable[[], ApiError] = not_found) -> Row[Any]:
    """The solidary user of the id in a path, if he has that part: beneficiary or volunteer."""
    number = whole(text)
    if number is None:
        raise invalid_identifier()
    query = select(solidary_users).join(users, users.c.id == solidary_users.c.user_id)
    row = ctx.database.row(query.where(solidary_users.c.id == number, part, users.c.status != DELETED))
    if row is None:
        raise unknown()
    return row


def identity(user: Row[Any]) -> Record:
    """Who somebody is, as lists and items have it; who gave no gender has 3."""
    return {
        "email": user.email,
        "gender": user.gender or 3,
        "telephone": user.telephone,
        "givenName": user.given_name,
        "familyName": user.family_name,
    }


def details(ctx: Context, user: Row[Any]) -> Record:
    """Who somebody is, as items have it."""
    return {
        **identity(user),
        "userId": user.id,
        "avatar": pictures.avatars(ctx, {user.id: user})[user.id],
        "birthDate": midnight(user.birth_date) if user.birth_date else None,
        "newsSubscription": user.news_subscription,
        "homeAddress": addresses.home_of(ctx, user),
    }


def proofs_of(ctx: Context, links: Sequence[Row[Any]], of_volunteer: bool = False) -> list[Record]:
    """The proofs of some memberships, in their order."""
    return [record for link in links for record in proofs.of_membership(ctx, link, of_volunteer)]


def without_nulls(record: Record) -> Record:
    """The record without the null properties at its root; what is nested keeps its own (solidary.yaml, nulls)."""
    return {name: value for name, value in record.items() if value is not None}
