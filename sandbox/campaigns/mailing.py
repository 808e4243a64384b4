"""The mail provider: a mailing is frozen by its first test, tested on its creator, then sent to all (traps 13 and 16).

One text is kept for all; each message in the outbox only names its reader, and is put together when it is read.
"""

from typing import Any

from sqlalchemy import LargeBinary, Row, Select, cast, func, insert, literal, or_, select

from sandbox.campaigns.recipients import Ids
from sandbox.campaigns.rendering import Unrenderable, check_tags, rendered
from sandbox.campaigns.resource import SEEDED_PICTURE, SENDER
from sandbox.campaigns.tables import campaigns, mailing_contacts, mailings
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.tables import outbox, users

TEST, MASS = "test", "campaign"
"""Channels of the outbox."""
LARGEST_LIST = 8_388_608
"""Bytes of the contact list, a line `e-mail;family name;given name` each."""


def frozen(ctx: Context, row: Row[Any], recipients: Ids) -> int:
    """Make the mailing with the text, the subject and the people of this moment; its id, or a masked failure."""
    try:
        body = row.body.replace(SEEDED_PICTURE, f'"src":"{ctx.public_url}/upload/')
        html = rendered(body, ctx.public_url)
        check_tags(html)
        check_tags(row.subject)
    except Unrenderable:
        raise masked() from None
    # The creator is always among the contacts, so gets the mass mail too.
    people = or_(users.c.id.in_(recipients), users.c.id == row.creator_id)
    if (ctx.database.value(_bytes_of(people)) or 0) > LARGEST_LIST:
        raise masked()
    mailing_id = ctx.database.insert(mailings, sender=SENDER, subject=row.subject, html=html, created_date=now_stored())
    columns = ["mailing_id", "email", "family_name", "given_name"]
    contacts = select(literal(mailing_id), users.c.email, users.c.family_name, users.c.given_name).where(people)
    ctx.database.write(insert(mailing_contacts).from_select(columns, contacts))
    ctx.database.change(campaigns, row.id, mailing_id=mailing_id)
    return mailing_id


def _bytes_of(people: Any) -> Select[Any]:
    columns = (users.c.email, users.c.family_name, users.c.given_name)
    sizes = (func.length(cast(func.coalesce(column, ""), LargeBinary)) for column in columns)
    return select(func.sum(sum(sizes, literal(3)))).where(people)


def test(ctx: Context, row: Row[Any], mailing_id: int) -> None:
    """Write to the creator of the campaign, whoever asks."""
    creator = select(users.c.email).where(users.c.id == row.creator_id).scalar_subquery()
    _write(ctx, mailing_id, TEST, mailing_contacts.c.email == creator)


def send(ctx: Context, mailing_id: int) -> None:
    """Write to every contact, one message each."""
    _write(ctx, mailing_id, MASS)


def _write(ctx: Context, mailing_id: int, channel: str, *only: Any) -> None:
    contact = mailing_contacts.c
    columns = ["channel", "recipient", "subject", "body", "created_date", "contact_id"]
    texts = (literal(channel), contact.email, mailings.c.subject, literal(""), literal(now_stored()), contact.id)
    messages = select(*texts).join(mailings, mailings.c.id == contact.mailing_id)
    ctx.database.write(insert(outbox).from_select(columns, messages.where(contact.mailing_id == mailing_id, *only)))
