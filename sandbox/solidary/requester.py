"""Whoever a record is for: the user found or made, the membership, the proofs (solidary.yaml, x-create-recipes)."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.exc import IntegrityError

from sandbox import addresses
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.related import sent_row
from sandbox.rows import blank_user, keys_of
from sandbox.solidary.identity import address_columns, columns_of, write_person
from sandbox.solidary.memberships import ACCEPTED, BENEFICIARY
from sandbox.solidary.tables import proofs, solidary_users, structure_proofs, user_structures
from sandbox.tables import users
from sandbox.tokens import hash_password
from sandbox.users import roles
from sandbox.users.writing import DEFAULT_ROLE


def found_or_made(ctx: Context, sent: Mapping[str, Any], structure: Row[Any]) -> int:
    """The id of the user a record is for: one who is named is updated, anybody else is new."""
    if sent.get("id") is None:
        return _made(ctx, sent, structure)
    user = sent_row(ctx, users, sent["id"])
    write_person(ctx, user, sent)
    return user.id


def _made(ctx: Context, sent: Mapping[str, Any], structure: Row[Any]) -> int:
    """A new user, whose gender must be said; without e-mail he gets one made from the structure's."""
    columns = columns_of({**sent, "newsSubscription": None})
    if "gender" not in columns:
        raise masked()
    if not columns.get("email"):
        local, _, domain = (structure.email or "").partition("@")
        if not domain:
            raise masked()
        columns["email"] = f"{local}+{secrets.token_hex(5)}@{domain}"
    home = sent.get("homeAddress")
    if isinstance(home, Mapping):
        columns["home_address_id"] = addresses.stored(ctx, address_columns(home) | {"home": True}, None)
    columns |= keys_of(columns.get("given_name"), columns.get("family_name"), columns["email"])
    columns |= {"created_date": now_stored(), "delegate_id": ctx.access.user_id, "beneficiary": True}
    columns["password"] = hash_password(secrets.token_urlsafe(8), secrets.token_hex(4))
    row = {name: value for name, value in blank_user().items() if name != "id"} | columns
    try:
        user_id = ctx.database.insert(users, **row)
    except IntegrityError:
        raise masked() from None
    roles.give(ctx, user_id, DEFAULT_ROLE)
    return user_id


def membership(ctx: Context, user_id: int, structure: Row[Any]) -> int:
    """The id of a person's membership, a new one accepted at once; the role is given whatever its status."""
    person = _solidary_user(ctx, user_id)
    roles.give(ctx, user_id, BENEFICIARY)
    same = (user_structures.c.solidary_user_id == person, user_structures.c.structure_id == structure.id)
    known = ctx.database.value(select(user_structures.c.id).where(*same))
    if known is not None:
        return known
    moment = now_stored()
    who = {"solidary_user_id": person, "structure_id": structure.id, "status": ACCEPTED}
    return ctx.database.insert(user_structures, **who, created_date=moment, accepted_date=moment)


def _solidary_user(ctx: Context, user_id: int) -> int:
    ctx.database.change(users, user_id, beneficiary=True)
    number = ctx.database.value(select(solidary_users.c.id).where(solidary_users.c.user_id == user_id))
    if number is None:
        return ctx.database.insert(solidary_users, user_id=user_id, beneficiary=True, volunteer=False)
    ctx.database.change(solidary_users, number, beneficiary=True)
    return number


def give_proofs(ctx: Context, membership_id: int, sent: Any, creating: bool) -> None:
    """Store the values of proofs. A creation adds them to those given before; an edition changes, never removes."""
    if sent is None:
        return
    if not isinstance(sent, Sequence) or isinstance(sent, str):
        raise masked()
    for line in sent:
        if not isinstance(line, Mapping) or not isinstance(line.get("id"), int):
            raise masked()
        asked = ctx.database.get(structure_proofs, line["id"])
        if asked is None:
            raise masked()
        present = None if creating else _given(ctx, membership_id, asked)
        if asked.file:
            # Files are sent apart; an edition that lists one without its name fails (trap 29).
            if present is not None and line.get("fileName") is None:
                raise masked()
        else:
            _give_value(ctx, membership_id, asked, line, present, creating)


def _given(ctx: Context, membership_id: int, asked: Row[Any]) -> int | None:
    """The id of a proof that somebody gave already."""
    same = (proofs.c.user_structure_id == membership_id, proofs.c.structure_proof_id == asked.id)
    return ctx.database.value(select(proofs.c.id).where(*same))


def _give_value(
    ctx: Context, membership_id: int, asked: Row[Any], line: Any, present: int | None, creating: bool
) -> None:
    if "value" not in line or (line["value"] is None and (asked.mandatory or present is not None)):
        raise masked()
    value = line["value"]
    if isinstance(value, bool):
        value = "1" if value else "0"
    if value is not None and (not isinstance(value, str) or len(value) > 255):
        raise masked()
    if present is not None:
        ctx.database.change(proofs, present, value=value)
    elif value is not None or not creating:
        ctx.database.insert(proofs, user_structure_id=membership_id, structure_proof_id=asked.id, value=value)
