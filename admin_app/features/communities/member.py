"""What a member of a community is (MEMBER-2; communities-campaigns.yaml, CommunityMember)."""

import re
from typing import Annotated

from admin_app.kit import declare as d
from admin_app.kit.values import Instant, Picture, Record
from admin_app.shared.people import person_search
from admin_app.shared.people.names import whole_name
from admin_app.shared.people.person import EXPORTED

PENDING, MEMBER, MODERATOR, REFUSED = "0123"
STATUSES = (PENDING, MEMBER, MODERATOR, REFUSED)
TONES = {PENDING: "warn", MEMBER: "good", MODERATOR: "good", REFUSED: "bad"}
TOLD = (MEMBER, REFUSED)
"""A change that ends here is announced to the person, each time (trap 22)."""
USER = "user"
"""The field of an addition that says who."""
DATES = ("createdDate", "acceptedDate", "lastActivityDate")
_WRITTEN = re.compile(r"(?:(\d{1,2})[/.])?(\d{1,2})[/.](\d{4})")


class Member(Record):
    """The membership of a person, whatever its status."""

    user_id: Annotated[int | None, d.shown("number")] = None
    community_id: int | None = None
    status: Annotated[int | None, d.choice("community_members.status", TONES, STATUSES)] = None
    username: str = ""
    given_name: str = ""
    family_name: str = ""
    avatar: Annotated[Picture, d.picture()] = None
    news_subscription: bool | None = None
    created_date: Annotated[Instant, d.date()] = None
    accepted_date: Annotated[Instant, d.date()] = None
    refused_date: Annotated[Instant, d.date()] = None
    last_activity_date: Annotated[Instant, d.date()] = None


def full_name(member: Member) -> str:
    """Given and family name, the short one where they are not given."""
    return whole_name(member.given_name, member.family_name) or member.username or f"#{member.id}"


def part_of_date(text: str) -> str:
    """A day or a month as the server has it in its text: 04/2026 is 2026-04, 3/4/2026 is 2026-04-03."""
    found = _WRITTEN.fullmatch(text.strip())
    if not found:
        return text.strip()
    day, month, year = found.groups()
    return "-".join([year, month.zfill(2), *([day.zfill(2)] if day else [])])


MEMBERS = d.Resource(
    key="community_members",
    entity="community_user",
    route="",
    endpoint="admin/community_members",
    model=Member,
    flag="community",
    may=d.May(
        list="community_read",
        create="community_membership",
        update="community_update",
        delete="community_update",
    ),
    columns=d.columns(
        Member,
        *("avatar", d.but("family_name", value=full_name), "status", "created_date", "accepted_date", "refused_date"),
        *("last_activity_date", "news_subscription", "user_id", "id"),
        main="family_name",
        hidden=("user_id", "id"),
        sortable=(
            *("family_name", "status", "created_date", "accepted_date", "refused_date", "last_activity_date", "id"),
        ),
    ),
    # One scalar each, and a part of a text: no range of dates is possible (trap 23).
    filters=d.filters(
        Member,
        person_search.box(),
        "status",
        more=[d.Filter(name, name) for name in DATES],
        kept=("family_name", "given_name"),
    ),
    who=d.Who(("family_name",), second=("user_id",), picture="avatar", person=True),
    called=full_name,
    default_sort="-createdDate",
    export=d.Export(
        name="community-members",
        endpoint="admin/users/export",
        permissions=("export", "admin_user_export_all"),
        words="community_members.export",
        columns=EXPORTED,
        params={"exportType": "1"},
        paged=False,
        whole=True,
    ),
)
