"""What a user is: fields, columns, filters, form and show (PEERS A2, upstream/users.yaml)."""

from collections.abc import Mapping
from typing import Any

from admin_app.kit.resource import Column, Filter, Input, May, Resource, Section, Target
from admin_app.values import Address, Record

PSEUDONYMISED = (3, 4)
"""Statuses without a name: anonymised and pseudonymised (PEERS A0)."""
ROLES = (
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "171", "172", "257", "274", "306", "318",
    "319", "320", "321", "322",
)  # fmt: skip
"""Every role that may be read on a user (upstream/users.yaml, RoleId)."""
TERRITORIES = Target("admin/territories", search="name", label="name")
COMMUNITIES = Target("admin/communities", search="name", label="name")
STATUS_TONES = {"1": "good", "2": "warn"}


class RoleTerritory(Record):
    """A role of a user, everywhere or on one territory."""

    role: int = 0
    territory: int | None = None


class User(Record):
    """A user as the API sends it; only what the screens show is named."""

    status: int | None = None
    given_name: str | None = None
    family_name: str | None = None
    email: str | None = None
    gender: int | None = None
    birth_date: str | None = None
    telephone: str | None = None
    phone_display: int | None = None
    news_subscription: bool | None = None
    home_address: Address | None = None
    music: bool | None = None
    music_favorites: str | None = None
    chat: bool | None = None
    chat_favorites: str | None = None
    smoke: int | None = None
    ad_type: int | None = None
    identity_status: int | None = None
    hitch_hike_driver: bool | None = None
    hitch_hike_passenger: bool | None = None
    created_date: str | None = None
    last_activity_date: str | None = None
    imported_date: str | None = None
    avatar: str | None = None
    image: str | None = None
    new_image: str | None = None
    roles_territory: list[RoleTerritory] = []


def full_name(user: User) -> str:
    """Given and family name; the number of an account that has none any more."""
    names = [] if user.status in PSEUDONYMISED else [user.given_name, user.family_name]
    return " ".join(name for name in names if name) or f"#{user.id}"


def family_name(user: User) -> str:
    """The text of the link of a row: never empty."""
    return (user.family_name if user.status not in PSEUDONYMISED else "") or f"#{user.id}"


def given_name(user: User) -> str:
    """The given name, unless the account has none any more."""
    return (user.given_name or "") if user.status not in PSEUDONYMISED else ""


def display_picture(user: User) -> str:
    """The person's own picture, else the one the server made."""
    return user.image or user.avatar or ""


def display_address(user: User) -> str:
    """The home address on one line."""
    return user.home_address.display if user.home_address else ""


def searched(filters: Mapping[str, Any]) -> dict[str, Any]:
    """Words with an apostrophe search the family name: in `q` they break the query (upstream/users.yaml)."""
    words = filters.get("q", "").split()
    tricky = " ".join(word for word in words if "'" in word)
    if not tricky:
        return dict(filters)
    plain = " ".join(word for word in words if "'" not in word)
    return {"familyName": tricky, **filters, "q": plain}


COLUMNS = (
    Column("avatar", "image"),
    Column("id", "number", sort=True, hidden=True),
    Column("given_name", sort=True, value=given_name),
    Column("family_name", sort=True, main=True, value=family_name),
    Column("email", "email", sort=True),
    Column("telephone", "phone", sort=True, hidden=True),
    Column("home_address.address_locality", hidden=True),
    Column("news_subscription", "yes_no"),
    Column("status", "choice", sort=True, choices="users.status", tones=STATUS_TONES),
    Column("ad_type", "choice", choices="users.ad_type", hidden=True),
    Column("created_date", "date", sort=True),
    Column("last_activity_date", "date", sort=True),
)

FILTERS = (
    Filter("q", "name", always=True),
    Filter("email", "email", always=True),
    Filter("familyName", "family_name"),
    Filter("givenName", "given_name"),
    Filter("telephone", "telephone"),
    Filter("gender", "gender", "choice", choices="users.gender", values=("1", "2", "3", "0")),
    Filter("newsSubscription", "news_subscription", "choice", choices="users.yes_no", values=("true", "false")),
    Filter("isHitchHiker", "hitchhiker", "choice", choices="users.yes_no", values=("true",)),
    Filter("community", "community", "reference", target=COMMUNITIES),
    Filter("homeAddressTerritory", "home_territory", "reference", target=TERRITORIES),
    Filter("origin", "origin", "place"),
    Filter("destination", "destination", "place"),
    Filter("range", "range", "number"),
    Filter("createdDate[after]", "created_after", "date"),
    Filter("createdDate[before]", "created_before", "date"),
    Filter("lastActivityDate[after]", "active_after", "date"),
    Filter("lastActivityDate[before]", "active_before", "date"),
    Filter("proposalValidUntil", "no_ad_since", "date"),
)

PERSON = (
    Input("given_name", required="create"),
    Input("family_name", required="create"),
    Input(
        "gender",
        "radio",
        required="create",
        choices="users.gender",
        values=("1", "2", "3"),
        type="integer",
        nullable=False,
    ),
    Input("birth_date", "date", required="create"),
)
"""Who somebody is: asked the same way wherever a person is created."""
STATUS = Input(
    "status", "radio", only="edit", choices="users.status", values=("1", "2"), type="integer", nullable=False
)
EMAIL = Input("email", "email", required=True, nullable=False)
TELEPHONE = Input("telephone", "phone", required="create")
PHONE_DISPLAY = Input(
    "phone_display",
    "radio",
    required=True,
    choices="users.phone_display",
    values=("1", "2"),
    type="integer",
    default="1",
    nullable=False,
)
NEWS = Input("news_subscription", "switch", default="true", hint=True)
HOME = Input("home_address", "address", required="create", nullable=False, hint=True)

FORM = (
    Section("identity", (*PERSON, STATUS)),
    Section("contact", (EMAIL, TELEPHONE, PHONE_DISPLAY, NEWS, HOME)),
    Section("picture", (Input("new_image", "image"),)),
    Section(
        "preferences",
        (
            Input("music", "select", choices="users.music", values=("true", "false"), type="boolean"),
            Input("music_favorites"),
            Input("chat", "select", choices="users.chat", values=("true", "false"), type="boolean"),
            Input("chat_favorites"),
            Input("smoke", "select", choices="users.smoke", values=("0", "1", "2"), type="integer"),
        ),
    ),
    Section(
        "roles",
        (
            Input(
                "roles_territory",
                "rows",
                required=True,
                hint=True,
                inputs=(
                    Input("role", "select", required=True, choices="rights.role", values=ROLES, type="integer"),
                    Input("territory", "reference", target=TERRITORIES, type="integer"),
                ),
            ),
        ),
    ),
)

SHOW = (
    Section(
        "contact",
        (
            Column("email", "email"),
            Column("telephone", "phone"),
            Column("phone_display", "choice", choices="users.phone_display"),
            Column("news_subscription", "yes_no"),
            Column("home_address", value=display_address),
        ),
    ),
    Section(
        "identity",
        (
            Column("given_name", value=given_name),
            Column("family_name", value=family_name),
            Column("gender", "choice", choices="users.gender"),
            Column("birth_date", "date"),
            Column("status", "choice", choices="users.status", tones=STATUS_TONES),
        ),
    ),
    Section(
        "preferences",
        (
            Column("music", "choice", choices="users.music"),
            Column("music_favorites"),
            Column("chat", "choice", choices="users.chat"),
            Column("chat_favorites"),
            Column("smoke", "choice", choices="users.smoke"),
        ),
    ),
    Section(
        "activity",
        (
            Column("created_date", "date_time"),
            Column("last_activity_date", "date_time"),
            Column("imported_date", "date_time"),
            Column("id", "number"),
        ),
    ),
)

USERS = Resource(
    key="users",
    entity="user",
    route="/users",
    endpoint="admin/users",
    model=User,
    may=May(list="user_list", create="user_create", read="user_read", update="user_update", delete="user_delete"),
    columns=COLUMNS,
    filters=FILTERS,
    form=FORM,
    show=SHOW,
    name=full_name,
    picture=display_picture,
    default_sort="-createdDate",
    image_owner="user",
)
