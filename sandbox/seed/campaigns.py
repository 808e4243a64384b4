"""Campaigns of the demo data: what the platform wrote to its people over two years, in every status.

What was tested is frozen at the mail provider, with its readers, as sending it through the API would have done.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Select, func, insert, literal, select

from sandbox import scenes
from sandbox.campaigns.rendering import rendered
from sandbox.campaigns.resource import SENDER
from sandbox.campaigns.tables import campaign_deliveries, campaigns, mailing_contacts, mailings
from sandbox.clock import days_before, stored
from sandbox.datafiles import read_toml, records
from sandbox.rows import image_row
from sandbox.seed.bulk import Rows, next_id, write
from sandbox.seed.office import by_staff
from sandbox.tables import LISTED_USERS, address_territories, images, memberships, users

FIRST_PICTURE = 9_001
"""Ids of the pictures: bodies name them, so they are known before the table gives any."""
ACCEPTED = (1, 2)
STATUSES = ("not tested", "tested", "sent", "archived")


@dataclass(frozen=True)
class Campaign:
    """A campaign: `of` is the territory, the community or the number of people of its target; ages are in days.

    An element is its kind and its text: a greeting is a text after hello, a button has a label and a link, a picture
    what it shows and what is said of it.
    """

    name: str
    subject: str
    status: str
    creator: int
    age: float
    target: Literal["nobody", "everybody", "territory", "members", "chosen"]
    elements: Sequence[Sequence[str]]
    changed: float | None = None
    of: int = 0
    only_members: bool = False


def fill(connection: Connection) -> None:
    """Write the campaigns, their pictures, their deliveries and what the provider keeps."""
    pictures: Rows = []
    texts = read_toml("campaigns.toml")["texts"]
    for number, campaign in enumerate(records("campaigns", Campaign), start=1):
        row = _row(number, campaign, _body(number, campaign, pictures, texts))
        people = _people(campaign)
        if campaign.target != "nobody":
            row["found"] = connection.scalar(select(func.count()).select_from(people.subquery()))
        row["mailing_id"] = _frozen(connection, row, people) if row["status"] else None
        write(connection, campaigns, [row])
        if row["filter_type"] == 1:
            chosen = people.add_columns(literal(number))
            connection.execute(insert(campaign_deliveries).from_select(["user_id", "campaign_id"], chosen))
    write(connection, images, pictures)


def _body(number: int, campaign: Campaign, pictures: Rows, texts: dict[str, str]) -> str:
    """The JSON text of the elements; `image` elements name a picture of theirs, kept without the host."""
    elements: Rows = []
    for position, (kind, *written) in enumerate(campaign.elements):
        element: dict[str, Any] = {"type": kind if kind in ("title", "image") else "text", "position": position}
        if kind == "image":
            picture_id = FIRST_PICTURE + len(pictures)
            name = scenes.file_name(written[0], picture_id)
            pictures.append(image_row("campaign", number, name) | {"id": picture_id, "position": position + 1})
            address = f"/upload/masscommunication/images/versions/800-{name}"
            element |= {"id": picture_id, "src": address, **({"alt": written[1]} if written[1:] else {})}
        else:
            element["value"] = _value(kind, written, texts)
        elements.append(element)
    # As the API keeps it: the address of a seeded picture is found by its spelling (sandbox/campaigns/resource.py).
    return json.dumps(elements, ensure_ascii=False, separators=(",", ":"))


def _value(kind: str, written: Sequence[str], texts: dict[str, str]) -> str:
    if kind == "footer":
        return texts["footer"]
    if kind == "greeting":
        return texts["greeting"] + written[0]
    if kind == "button":
        return texts["button"].format(label=written[0], link=written[1])
    return written[0]


def _row(number: int, campaign: Campaign, body: str) -> dict[str, Any]:
    filter_type, source, source_id, filters = _target(campaign)
    created = by_staff(days_before(campaign.age))
    changed = None if campaign.changed is None else stored(by_staff(days_before(campaign.changed), after=created))
    return {
        "id": number,
        "name": campaign.name,
        "subject": campaign.subject,
        "email": SENDER,
        "body": body,
        "status": STATUSES.index(campaign.status),
        "created_date": stored(created),
        "updated_date": changed,
        "creator_id": campaign.creator,
        "source": source,
        "source_id": source_id,
        "filter_type": filter_type,
        "filters": filters,
        "found": None,
    }


def _target(campaign: Campaign) -> tuple[int | None, int | None, int | None, str | None]:
    """(filterType, source, sourceId, filters) as an association leaves them."""
    if campaign.target == "nobody":
        return None, None, None, None
    if campaign.target == "chosen":
        return 1, 1, None, None
    if campaign.target == "members":
        return 2, 2, campaign.of, "status=1" if campaign.only_members else ""
    return 2, 1, None, "" if campaign.target == "everybody" else f"homeAddressTerritory={campaign.of}"


def _people(campaign: Campaign) -> Select[Any]:
    """The query of their ids."""
    accepting = (LISTED_USERS, users.c.news_subscription.is_(True))
    people = select(users.c.id).where(*accepting)
    if campaign.target == "chosen":
        return people.where(users.c.id.in_(range(7, 7 + campaign.of)))
    if campaign.target == "members":
        wanted = (1,) if campaign.only_members else ACCEPTED
        joined = people.join(memberships, memberships.c.user_id == users.c.id)
        return joined.where(memberships.c.community_id == campaign.of, memberships.c.status.in_(wanted))
    if campaign.target == "territory":
        inside = select(address_territories.c.address_id).where(address_territories.c.territory_id == campaign.of)
        return people.where(users.c.home_address_id.in_(inside))
    return people


def _frozen(connection: Connection, row: dict[str, Any], people: Select[Any]) -> int:
    mailing = {"sender": SENDER, "subject": row["subject"], "html": rendered(row["body"], "")}
    number = next_id(connection, mailings)
    write(connection, mailings, [mailing | {"id": number, "created_date": row["updated_date"]}])
    contacts = select(literal(number), users.c.email, users.c.family_name, users.c.given_name).where(
        users.c.id.in_(people) | (users.c.id == row["creator_id"])
    )
    columns = ["mailing_id", "email", "family_name", "given_name"]
    connection.execute(insert(mailing_contacts).from_select(columns, contacts))
    return number
