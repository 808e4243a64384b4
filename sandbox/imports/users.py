"""The import of users, 15 columns (session.yaml, import_users)."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from sandbox.clock import now_stored
from sandbox.communities.reading import MANUAL, MEMBER, PENDING
from sandbox.context import Context
from sandbox.database import within
from sandbox.folding import fold
from sandbox.imports.places import LENGTHS, placed, store, too_long
from sandbox.params import whole
from sandbox.rows import blank_user, keys_of
from sandbox.tables import addresses, communities, memberships, outbox, role_assignments, users
from sandbox.tokens import hash_password
from sandbox.users.welcome import messages_of
from sandbox.users.writing import DEFAULT_ROLE

Row = dict[str, Any]
NAMES = {"email": 255, "given_name": 255, "family_name": 255, "telephone": 255}
PLACE = (*LENGTHS,)


@dataclass
class Batch:
    """The rows of the lines treated so far; they are written together."""

    next_user: int
    next_address: int
    moment: str
    password: str
    known: set[str]
    validations: dict[int, int | None]
    """How each community validates its members."""
    users: list[Row] = field(default_factory=list)
    addresses: list[Row] = field(default_factory=list)
    memberships: list[Row] = field(default_factory=list)


def import_users(ctx: Context, lines: Sequence[Sequence[str]]) -> list[str]:
    """Create the users of the lines; one message per line."""
    batch = Batch(
        next_user=ctx.database.next_id(users),
        next_address=ctx.database.next_id(addresses),
        moment=now_stored(),
        # Nobody ever knows a password that was drawn, so one does for the whole file.
        password=hash_password(secrets.token_urlsafe(12), secrets.token_hex(4)),
        known=_known_emails(ctx, (line[0] for line in lines if line)),
        validations={row.id: row.validation_type for row in ctx.database.rows(select(communities))},
    )
    messages = [_treated(ctx, batch, line) for line in lines]
    _write(ctx, batch)
    return messages


def _known_emails(ctx: Context, emails: Iterable[str]) -> set[str]:
    asked = select(users.c.email_key).where(within(users.c.email_key, map(fold, emails)))
    return set(ctx.database.values(asked))


def _treated(ctx: Context, batch: Batch, line: Sequence[str]) -> str:
    """The message of one line, which fails alone."""
    try:
        email, community = line[0], line[6]
        if (fold(email) or "") in batch.known:
            return f"{email} already exists"
        if community and whole(community) not in batch.validations:
            return f"{community} community is unknown"
        return _add(ctx, batch, line) or f"{email} added"
    except (IndexError, ValueError) as error:
        # Only without the checks (forceDisableValidation).
        return str(error)


def _add(ctx: Context, batch: Batch, line: Sequence[str]) -> str | None:
    """Add one user to the batch, or tell why the database would refuse him."""
    place = dict(zip(PLACE, line[7:12], strict=True))
    row = _user(ctx, batch, line)
    fault = too_long(row, NAMES) or too_long(place, LENGTHS)
    if fault:
        return fault
    address = placed(place, line[12], line[13])
    if address is not None:
        row["home_address_id"] = batch.next_address
        batch.addresses.append(address | {"id": batch.next_address, "home": True})
        batch.next_address += 1
    batch.users.append(row)
    batch.known.add(row["email_key"])
    if line[6]:
        batch.memberships.append(_membership(batch, int(line[6]), row["id"]))
    batch.next_user += 1
    return None


def _membership(batch: Batch, community_id: int, user_id: int) -> Row:
    """Pending in a community that validates by hand, accepted in any other."""
    pending = batch.validations[community_id] == MANUAL
    return {
        "community_id": community_id,
        "user_id": user_id,
        "status": PENDING if pending else MEMBER,
        "created_date": batch.moment,
        "accepted_date": None if pending else batch.moment,
    }


def _user(ctx: Context, batch: Batch, line: Sequence[str]) -> Row:
    email, given, family, gender, born, telephone = line[:6]
    return {
        **blank_user(),
        "id": batch.next_user,
        "email": email,
        "given_name": given,
        "family_name": family,
        **keys_of(given, family, email),
        "gender": int(gender),
        "birth_date": born,
        "telephone": telephone,
        "news_subscription": line[14] not in ("", "0"),
        "created_date": batch.moment,
        "imported_date": batch.moment,
        "delegate_id": ctx.access.user_id,
        "password": batch.password,
    }


def _write(ctx: Context, batch: Batch) -> None:
    roles = [{"user_id": row["id"], "item": DEFAULT_ROLE} for row in batch.users]
    told = [message | {"created_date": batch.moment} for row in batch.users for message in messages_of(row)]
    store(ctx, batch.addresses)
    ctx.database.insert_all(users, batch.users)
    ctx.database.insert_all(role_assignments, roles)
    ctx.database.insert_all(memberships, batch.memberships)
    ctx.database.insert_all(outbox, told)
    ctx.database.commit()
