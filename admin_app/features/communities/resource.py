"""What a community is: fields, columns, filters, form and show (COMMUNITY-1 to COMMUNITY-8)."""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.communities.events_tab import EVENTS_OF
from admin_app.features.communities.member import MEMBERS, PENDING, Member, full_name
from admin_app.kit import declare as d
from admin_app.kit.declare import text_of
from admin_app.kit.records import FEW, Next, Told, Waiting
from admin_app.kit.values import Address, Instant, Picture, Record, Value, town_of
from admin_app.shared import targets
from admin_app.shared.people.person import PEOPLE

ENDPOINT = "admin/communities"
AUTOMATIC, MANUAL, BY_DOMAIN, SECURED = JOINING = ("0", "1", "2", "3")
"""How somebody joins from the public site (CommunityValidationType)."""
LONGEST_TEXT = 65_535
"""Bytes of the full description (CommunityWritable)."""
_DOMAIN = re.compile(r"(?!-)[\w-]+(\.[\w-]+)+")


class Security(Value):
    """A security file as it is listed: the pairs themselves are never given back."""

    original_name: str = ""


def securities(community: "Community") -> str:
    """The names of the security files."""
    return ", ".join(each.original_name for each in community.community_securities)


WAY_IN = d.radio("communities.validation_type", JOINING, default=AUTOMATIC, required=True)
DOMAIN = d.text(required=True, shown_if=f"validation_type={BY_DOMAIN}", hint=True)
FILE = d.file("community_securities", ".csv,.txt", required=True, shown_if=f"validation_type={SECURED}", hint=True)


class Community(Record):
    """A community as the API sends it."""

    name: Annotated[str, d.text(required=True)] = ""
    description: Annotated[str | None, d.text_area(required=True, hint=True)] = None
    full_description: Annotated[str | None, d.rich_text(required=True)] = None
    validation_type: Annotated[int | None, WAY_IN] = None
    domain: Annotated[str | None, DOMAIN] = None
    members_hidden: Annotated[bool, d.switch(hint=True)] = False
    proposals_hidden: Annotated[bool, d.switch(hint=True)] = False
    free_carpool: Annotated[bool, d.switch(hint=True)] = False
    target: Annotated[int | None, d.integer(0, 1_000_000_000, hint=True)] = None
    nb_members: int | None = None
    referrer: str = ""
    referrer_id: Annotated[int | None, d.reference(PEOPLE, named="referrer", required=True, hint=True)] = None
    address: Annotated[Address | None, d.address(required="create", nullable=False, hint=True)] = None
    community_securities: Annotated[list[Security], d.shown().computed(securities)] = []
    created_date: Annotated[Instant, d.date_time(listed="date")] = None
    updated_date: Annotated[Instant, d.date_time()] = None
    image: str | None = None
    avatar: Annotated[Picture, d.picture()] = None
    new_image: Annotated[str | None, d.image("community", ratio=1, described=True)] = None
    new_file: Annotated[str | None, FILE] = None


def domains(text: str) -> list[str]:
    """The e-mail domains of a text: separated by `;`, with or without @ (CommunityWritable)."""
    return [each.strip().removeprefix("@").lower() for each in text.split(";") if each.strip()]


def of_domain(email: str, text: str) -> bool:
    """Whether an e-mail address belongs to one of the domains of a community."""
    return email.rpartition("@")[2].lower() in domains(text)


def ways_in(community: Community) -> str:
    """The domains that let somebody in: those of a community that was secured since do not any more."""
    return told(community.domain) if text_of(community.validation_type) == BY_DOMAIN else ""


def told(text: str | None) -> str:
    """Domains as they are read: a line breaks between two of them."""
    return ", ".join(domains(text or ""))


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """The server checks neither the domains nor the length of the text."""
    wrong: dict[str, str] = {}
    if values["validationType"] == BY_DOMAIN and not all(map(_DOMAIN.fullmatch, domains(values["domain"]))):
        wrong["domain"] = "communities.wrong.domain"
    if len(values["fullDescription"].encode()) > LONGEST_TEXT:
        wrong["fullDescription"] = "communities.wrong.too_long"
    return wrong


async def _moderated(api: Api, person: int, items: Sequence[Mapping[str, Any]]) -> Collection[Any]:
    """Rule CommunityManagerSelf: the API says which ones the person moderates; to refer one is not enough."""
    mine = {each["id"] for each in await api.members(f"{ENDPOINT}/moderated")}
    return [each["id"] for each in items if each["id"] in mine]


COMMUNITIES = d.Resource(
    key="communities",
    entity="community",
    route="/communities",
    endpoint=ENDPOINT,
    own={"CommunityManagerSelf": _moderated},
    model=Community,
    flag="community",
    may=d.May(
        list="community_manage",
        create="from_admin_community_create",
        read="community_read",
        update="community_update",
        delete="community_delete",
    ),
    columns=d.columns(
        Community,
        *("avatar", "id", "name", "address.address_locality", "nb_members", "referrer", "validation_type"),
        *("created_date", "updated_date", "description", "target"),
        main="name",
        hidden=("id", "updated_date", "description", "target"),
        sortable=("id", "name", "created_date", "description"),
    ),
    filters=d.filters(
        Community,
        "name",
        "validation_type",
        more=(
            d.Filter("moderated", "moderated", "choice", "communities.moderated", ("me",)),
            d.Filter("referrer", "referrer", "reference", target=PEOPLE),
            d.Filter("communityUsers.user.id", "member", "reference", target=PEOPLE),
            d.Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
            *d.period("created_date", "created"),
        ),
    ),
    shortcuts=(d.Shortcut("moderated", {"moderated": "me"}),),
    form=d.form(
        Community,
        d.section("identity", "name", "description", "address", note=True),
        d.section("detail", "full_description", note=True),
        d.section("picture", "new_image", note=True),
        d.section("joining", "validation_type", "domain", "new_file", "target", note=True),
        d.section("privacy", "members_hidden", "proposals_hidden", "free_carpool", note=True),
        d.section(
            "referrer",
            d.but("referrer_id", only="create", hint=False),
            d.but("referrer_id", only="edit"),
            permission="user_list",
            note=True,
        ),
    ),
    show=d.show(
        Community,
        d.section("identity", "description", "full_description", "nb_members", "target"),
        d.section("place", "address", map="address"),
        d.section(
            "settings",
            *("validation_type", d.but("domain", value=ways_in), "community_securities", "members_hidden"),
            *("proposals_hidden", "free_carpool", "created_date", "updated_date", "id"),
            side=True,
        ),
    ),
    facts=d.facts(Community, "address.address_locality", "nb_members", "target"),
    related=(EVENTS_OF,),
    pictures=("avatar", "image"),
    who=d.Who(
        ("name",),
        second=("address.address_locality", "nb_members"),
        picture="avatar",
        beside=("address.address_locality", "nb_members"),
    ),
    default_sort="-createdDate",
    rules=_rules,
)

MOST_MODERATED = 5
"""Communities whose requests are counted: each is a call."""


async def _asking(api: Api) -> Told:
    """Who asks to join a community that the person moderates, who has waited longest of each community first; not told
    for those who moderate none, or many."""
    mine = [Community.model_validate(each) for each in await api.members(f"{ENDPOINT}/moderated")]
    if not 0 < len(mine) <= MOST_MODERATED:
        return Told({})
    query = Query(1, FEW, ("createdDate", False), {"status": PENDING})
    found = await asyncio.gather(*(api.list(f"{ENDPOINT}/{each.id}/members", query) for each in mine))
    ranked = [
        (rank, member.created_date or "", _applicant(community, member))
        for community, page in zip(mine, found, strict=True)
        for rank, member in enumerate(map(Member.model_validate, page.items))
    ]
    asked = sorted(zip(mine, found, strict=True), key=lambda each: -each[1].total)
    return Told(
        {"members": sum(page.total for page in found)},
        [each for *_, each in sorted(ranked, key=lambda each: each[:2])][:FEW],
        [_asked(community, page.total) for community, page in asked if page.total],
    )


def _members_of(community: Community) -> str:
    """The members of a community who wait for an answer, who has waited longest first: no address names anybody."""
    asked = urlencode({"status": PENDING, "sort": "createdDate"})
    return f"{COMMUNITIES.route}/show/{community.id}#{MEMBERS.key}?{asked}"


def _applicant(community: Community, member: Member) -> Next:
    """Somebody who asks to join, as far as a list tells; what they ask about is their community."""
    return Next(
        full_name(member),
        _members_of(community),
        "member",
        community.name,
        picture=member.avatar or "",
        since=member.created_date or "",
        key=f"member {member.id}",
    )


def _asked(community: Community, number: int) -> Next:
    """A community, and how many ask to join it."""
    return Next(
        community.name,
        _members_of(community),
        "community",
        town_of(community.address),
        picture=community.avatar or "",
        count=str(number),
    )


COMMUNITIES_WAITING = Waiting(
    key="communities",
    title="communities.title",
    kinds={"members": "/communities?moderated=me"},
    permissions=("community_list", "community_manage", "community_read"),
    read=_asking,
    flag="community",
    pressing="members",
)
"""The people who ask to join."""
