"""What solidary calls write on the user behind a person: raw values, unchecked (solidary.yaml, BeneficiaryInput)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Row
from sqlalchemy.exc import IntegrityError

from sandbox import addresses
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.fields import decimal
from sandbox.rows import keys_of
from sandbox.tables import addresses as address_table
from sandbox.tables import users

TEXTS = {"givenName": "given_name", "familyName": "family_name", "email": "email", "telephone": "telephone"}
LONGEST = 255
# `street` is read for the ends of a journey only (AddressInput).
HOME = tuple(field for field in addresses.FIELDS if field.name not in ("street", "name", "home"))
JOURNEY = tuple(field for field in addresses.FIELDS if field.name not in ("name", "home"))


def columns_of(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of users that an identity writes: what is null is left out, what cannot be stored fails."""
    columns: dict[str, Any] = {}
    for name, column in TEXTS.items():
        value = sent.get(name)
        if value is not None:
            if not isinstance(value, str) or len(value) > LONGEST:
                raise masked()
            columns[column] = value
    if sent.get("gender") is not None:
        if sent["gender"] not in (1, 2, 3):
            raise masked()
        columns["gender"] = sent["gender"]
    if sent.get("birthDate") is not None:
        columns["birth_date"] = _day(sent["birthDate"])
    if sent.get("newsSubscription") is not None:
        columns["news_subscription"] = sent["newsSubscription"] is True
    return columns


def _day(value: Any) -> str:
    try:
        return date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError:
        raise masked() from None


def write_person(ctx: Context, user: Row[Any], sent: Mapping[str, Any]) -> None:
    """Write what differs of an identity on a user; a home address only where there is one already, part by part.

    An e-mail that somebody else has is a masked failure.
    """
    columns = columns_of(sent)
    if columns:
        now = {name: columns.get(name, user._mapping[name]) for name in ("given_name", "family_name", "email")}
        columns |= keys_of(now["given_name"], now["family_name"], now["email"])
        try:
            ctx.database.change(users, user.id, **columns)
        except IntegrityError:
            raise masked() from None
    home = sent.get("homeAddress")
    if isinstance(home, Mapping) and user.home_address_id is not None:
        row = ctx.database.held(address_table, user.home_address_id)
        kept = {field.column: row._mapping[field.column] for field in addresses.FIELDS}
        addresses.stored(ctx, kept | address_columns(home, HOME), user.home_address_id)


def address_columns(sent: Mapping[str, Any], fields: tuple[Any, ...] = JOURNEY) -> dict[str, Any]:
    """The columns of an address for the keys that were sent; degrees come as numbers or as texts."""
    columns: dict[str, Any] = {}
    for field in fields:
        if field.name not in sent:
            continue
        value = sent[field.name]
        if field.name in ("latitude", "longitude"):
            columns[field.column] = None if value is None else _degrees(value)
        else:
            columns[field.column] = _text(value, field.max_length)
    return columns


def _degrees(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise masked()
    return decimal(value)


def _text(value: Any, longest: int | None) -> str | None:
    if value is None:
        return None
    text = str(value)
    if longest and len(text) > longest:
        raise masked()
    return text
