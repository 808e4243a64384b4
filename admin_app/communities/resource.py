"""What a community is: fields, columns, filters, form and show (PEERS A3, upstream/communities-campaigns.yaml)."""

import re
from collections.abc import Mapping
from dataclasses import replace

from admin_app import targets
from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    FileInput,
    Filter,
    ImageInput,
    Input,
    IntegerInput,
    ReferenceInput,
    TextInput,
)
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.users.resource import PEOPLE
from admin_app.values import Address, Instant, Record, Value

AUTOMATIC, MANUAL, BY_DOMAIN, SECURED = "0123"
JOINING = (AUTOMATIC, MANUAL, BY_DOMAIN, SECURED)
"""How somebody joins from the public site (CommunityValidationType)."""
TONES = {AUTOMATIC: "good", MANUAL: "warn"}
LONGEST_TEXT = 65_535
"""Bytes of the full description (CommunityWritable)."""
_DOMAIN = re.compile(r"@?(?!-)[\w-]+(\.[\w-]+)+")


class Security(Value):
    """A security file as it is listed: the pairs themselves are never given back."""

    original_name: str = ""


class Community(Record):
    """A community as the API sends it."""

    name: str = ""
    description: str | None = None
    full_description: str | None = None
    validation_type: int | None = None
    domain: str | None = None
    members_hidden: bool = False
    proposals_hidden: bool = False
    free_carpool: bool = False
    target: int | None = None
    nb_members: int | None = None
    referrer: str = ""
    referrer_id: int | None = None
    referrer_avatar: str | None = None
    address: Address | None = None
    community_securities: list[Security] = []
    created_date: Instant = None
    updated_date: Instant = None
    image: str | None = None
    avatar: str | None = None
    new_image: str | None = None
    new_file: str | None = None


def domains(text: str) -> list[str]:
    """The e-mail domains of a text: separated by `;`, with or without @ (CommunityWritable)."""
    return [each.strip().removeprefix("@").lower() for each in text.split(";") if each.strip()]


def of_domain(email: str, text: str) -> bool:
    """Whether an e-mail address belongs to one of the domains of a community."""
    return email.rpartition("@")[2].lower() in domains(text)


def securities(community: Community) -> str:
    """The names of the security files."""
    return ", ".join(each.original_name for each in community.community_securities)


def _address(community: Community) -> str:
    return community.address.display if community.address else ""


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """The server checks neither the domains nor the length of the text."""
    wrong: dict[str, str] = {}
    written = [each.strip() for each in values["domain"].split(";") if each.strip()]
    if values["validationType"] == BY_DOMAIN and not all(_DOMAIN.fullmatch(each) for each in written):
        wrong["domain"] = "communities.wrong.domain"
    if len(values["fullDescription"].encode()) > LONGEST_TEXT:
        wrong["fullDescription"] = "communities.wrong.too_long"
    return wrong


MEMBERS_COUNT = Column("nb_members", "number")
REFERRER = Column("referrer")
WAY_IN = Column("validation_type", "choice", choices="communities.validation_type", tones=TONES)
CREATED = Column("created_date", "date", sort=True)

FORM = (
    Section(
        "identity",
        (
            TextInput("name", required=True),
            IntegerInput("target", minimum=0, maximum=1_000_000_000, hint=True),
            TextInput("description", "text_area", required=True, hint=True),
            Input("full_description", "rich_text", required=True),
            Input("address", "address", required="create", nullable=False, hint=True),
        ),
    ),
    Section("picture", (ImageInput("new_image", owner="community", ratio=1, described=True),)),
    Section(
        "joining",
        (
            ChoiceInput(
                "validation_type",
                required=True,
                choices="communities.validation_type",
                values=JOINING,
                default=AUTOMATIC,
                type="integer",
            ),
            TextInput("domain", required=True, shown_if=f"validation_type={BY_DOMAIN}", hint=True),
            FileInput(
                "new_file",
                entity="community_securities",
                shown_if=f"validation_type={SECURED}",
                accept=".csv,.txt",
                hint=True,
            ),
        ),
    ),
    Section(
        "privacy",
        (
            Input("members_hidden", "switch", hint=True),
            Input("proposals_hidden", "switch", hint=True),
            Input("free_carpool", "switch", hint=True),
        ),
    ),
    Section(
        "referrer",
        (
            ReferenceInput(
                "referrer_id",
                required=True,
                type="integer",
                target=PEOPLE,
                named="referrer",
                hint=True,
            ),
        ),
        permission="user_list",
    ),
)

SHOW = (
    Section(
        "identity",
        (
            Column("description", "long_text"),
            Column("full_description", "rich_text"),
            Column("address", value=_address),
            MEMBERS_COUNT,
            Column("target", "number"),
        ),
    ),
    Section(
        "settings",
        (
            WAY_IN,
            Column("domain"),
            Column("community_securities", value=securities),
            Column("members_hidden", "yes_no"),
            Column("proposals_hidden", "yes_no"),
            Column("free_carpool", "yes_no"),
            replace(CREATED, kind="date_time"),
            Column("updated_date", "date_time"),
            Column("id", "number"),
        ),
    ),
)

COMMUNITIES = Resource(
    key="communities",
    entity="community",
    route="/communities",
    endpoint="admin/communities",
    model=Community,
    flag="community",
    may=May(
        list="community_manage",
        create="from_admin_community_create",
        read="community_read",
        update="community_update",
        delete="community_delete",
    ),
    columns=(
        Column("avatar", "image"),
        Column("id", "number", sort=True, hidden=True),
        Column("name", sort=True, main=True),
        Column("address.address_locality", hidden=True),
        MEMBERS_COUNT,
        REFERRER,
        WAY_IN,
        CREATED,
        Column("description", sort=True, hidden=True),
        Column("target", "number", hidden=True),
    ),
    filters=(
        Filter("name", "name", always=True),
        Filter("validationType", "validation_type", "choice", "communities.validation_type", JOINING, always=True),
        Filter("moderated", "moderated", "choice", "communities.moderated", ("me",), always=True),
        Filter("referrer", "referrer", "reference", target=PEOPLE),
        Filter("communityUsers.user.id", "member", "reference", target=PEOPLE),
        Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
        Filter("createdDate[after]", "created_after", "date"),
        Filter("createdDate[before]", "created_before", "date"),
    ),
    form=FORM,
    show=SHOW,
    pictures=("avatar", "image"),
    default_sort="-createdDate",
    rules=_rules,
)
