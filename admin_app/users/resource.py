"""What a user is: fields, columns, filters, form and show (PEERS A2, upstream/users.yaml)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from admin_app import targets
from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    Filter,
    ImageInput,
    Input,
    LinesInput,
    ReferenceInput,
    Target,
    TextInput,
)
from admin_app.kit.declare.resource import Export, May, Resource, Section
from admin_app.people.duplicates import SAME_PERSON
from admin_app.settings import get_settings
from admin_app.users.communities import COMMUNITIES_OF
from admin_app.values import Address, Instant, Record

PSEUDONYMISED = (3, 4)
"""Statuses without a name: anonymised and pseudonymised (PEERS A0)."""
ROLES = (
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "171", "172", "257", "274", "306", "318",
    "319", "320", "321", "322",
)  # fmt: skip
"""Every role that may be read on a user (upstream/users.yaml, RoleId)."""
MAJORITY = 18
CONSENT_TONES = {"given": "good", "awaited": "warn"}
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
    nationality: str | None = None
    driving_licence_number: str | None = None
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
    gamification: bool | None = None
    gratuity: bool | None = None
    referral: str | None = None
    legal_guardian_email: str | None = None
    parental_consent_date: str | None = None
    need_parental_consent: bool | None = None
    old_enough_to_drive: bool | None = None
    ad_type: int | None = None
    identity_status: int | None = None
    hitch_hike_driver: bool | None = None
    hitch_hike_passenger: bool | None = None
    created_date: Instant = None
    last_activity_date: Instant = None
    imported_date: Instant = None
    avatar: str | None = None
    image: str | None = None
    new_image: str | None = None
    roles_territory: list[RoleTerritory] = []
    minor: str = ""
    consent: str = ""
    """Computed for the show page; no properties of the API."""


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


def is_minor(birth_date: str | None, today: date | None = None) -> bool:
    """Whether somebody is not eighteen yet; unknown is grown up."""
    try:
        born = date.fromisoformat((birth_date or "")[:10])
    except ValueError:
        return False
    today = today or date.today()
    return (today.year - born.year) - ((today.month, today.day) < (born.month, born.day)) < MAJORITY


def _minor(user: User) -> str:
    """For a person without birth date nothing is said."""
    return "" if not user.birth_date else "true" if is_minor(user.birth_date) else "false"


def _consent(user: User) -> str:
    """Where the consent of a legal guardian stands: `given`, `awaited`, or nothing without a guardian."""
    if user.parental_consent_date:
        return "given"
    return "awaited" if user.need_parental_consent else ""


def asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """A minor without a legal guardian is asked about, when that is new, in a deployment that protects minors."""
    alone = is_minor(after.get("birthDate")) and not after.get("legalGuardianEmail")
    news = any(before.get(name) != after.get(name) for name in ("birthDate", "legalGuardianEmail"))
    return "no_guardian" if alone and news and get_settings().minor_protection else ""


def _named(text: str) -> dict[str, Any]:
    return searched({"q": text})


def _person(item: Mapping[str, Any]) -> str:
    """A name and a town: enough to choose between namesakes."""
    user = User.model_validate(item)
    town = user.home_address.address_locality if user.home_address else None
    return f"{full_name(user)} · {town}" if town else full_name(user)


PEOPLE = Target("admin/users", search=_named, label=_person)
"""A person, searched by name."""


COLUMNS = (
    Column("avatar", "image"),
    Column("id", "number", sort=True, hidden=True),
    Column("given_name", sort=True, named=True, value=given_name),
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
    Filter("newsSubscription", "news_subscription", "choice", choices="kit.yes_no", values=("true", "false")),
    Filter("isHitchHiker", "hitchhiker", "choice", choices="kit.yes_no", values=("true",)),
    Filter("community", "community", "reference", target=targets.COMMUNITIES),
    Filter("homeAddressTerritory", "home_territory", "reference", target=targets.TERRITORIES),
    Filter("origin", "origin", "place"),
    Filter("destination", "destination", "place"),
    Filter("range", "range", "number"),
    Filter("createdDate[after]", "created_after", "date"),
    Filter("createdDate[before]", "created_before", "date"),
    Filter("lastActivityDate[after]", "active_after", "date"),
    Filter("lastActivityDate[before]", "active_before", "date"),
    Filter("proposalValidUntil", "no_ad_since", "date"),
)

MINORS = "minor_protection"
PERSON = (
    TextInput("given_name", required="create"),
    TextInput("family_name", required="create"),
    ChoiceInput(
        "gender",
        required="create",
        choices="users.gender",
        values=("1", "2", "3"),
        type="integer",
        nullable=False,
    ),
    Input("birth_date", "date", required="create"),
)
"""Who somebody is: asked the same way wherever a person is created."""
STATUS = ChoiceInput("status", only="edit", choices="users.status", values=("1", "2"), type="integer", nullable=False)
EMAIL = TextInput("email", "email", required=True)
TELEPHONE = TextInput("telephone", "phone", required="create")
PHONE_DISPLAY = ChoiceInput(
    "phone_display",
    required=True,
    choices="users.phone_display",
    values=("1", "2"),
    type="integer",
    default="1",
)
NEWS = Input("news_subscription", "switch", default="true", hint=True)
HOME = Input("home_address", "address", required="create", nullable=False, hint=True)
GUARDIAN = Section(
    "guardian",
    (
        TextInput("legal_guardian_email", "email", flag=MINORS, hint=True),
        Input("parental_consent_date", "day", only="edit", flag=MINORS, hint=True),
    ),
    flag=MINORS,
)

FORM = (
    Section("identity", (*PERSON, STATUS)),
    Section("contact", (EMAIL, TELEPHONE, PHONE_DISPLAY, NEWS, HOME)),
    GUARDIAN,
    Section("picture", (ImageInput("new_image", owner="user", ratio=1),)),
    Section(
        "preferences",
        (
            ChoiceInput("music", "select", choices="users.music", values=("true", "false"), type="boolean"),
            TextInput("music_favorites"),
            ChoiceInput("chat", "select", choices="users.chat", values=("true", "false"), type="boolean"),
            TextInput("chat_favorites"),
            ChoiceInput("smoke", "select", choices="users.smoke", values=("0", "1", "2"), type="integer"),
        ),
    ),
    Section(
        "roles",
        (
            LinesInput(
                "roles_territory",
                required=True,
                hint=True,
                inputs=(
                    ChoiceInput("role", "select", required=True, choices="rights.role", values=ROLES, type="integer"),
                    ReferenceInput("territory", target=targets.TERRITORIES, type="integer"),
                ),
            ),
        ),
    ),
)

CONTACT_SHOWN = Section(
    "contact",
    (
        Column("email", "email"),
        Column("telephone", "phone"),
        Column("phone_display", "choice", choices="users.phone_display"),
        Column("news_subscription", "yes_no"),
        Column("home_address", value=display_address),
    ),
)
IDENTITY_SHOWN = Section(
    "identity",
    (
        Column("given_name", value=given_name),
        Column("family_name", value=family_name),
        Column("gender", "choice", choices="users.gender"),
        Column("birth_date", "date"),
        Column("nationality"),
        Column("driving_licence_number"),
        Column("status", "choice", choices="users.status", tones=STATUS_TONES),
    ),
)
GUARDIAN_SHOWN = Section(
    "guardian",
    (
        Column("minor", "yes_no", value=_minor),
        Column("legal_guardian_email", "email"),
        Column("consent", "choice", choices="users.consent", tones=CONSENT_TONES, value=_consent),
        Column("parental_consent_date", "date"),
        Column("old_enough_to_drive", "yes_no"),
    ),
    flag=MINORS,
)

SHOW = (
    CONTACT_SHOWN,
    IDENTITY_SHOWN,
    GUARDIAN_SHOWN,
    Section(
        "preferences",
        (
            Column("music", "choice", choices="users.music"),
            Column("music_favorites"),
            Column("chat", "choice", choices="users.chat"),
            Column("chat_favorites"),
            Column("smoke", "choice", choices="users.smoke"),
            Column("gamification", "yes_no"),
            Column("gratuity", "yes_no"),
        ),
    ),
    Section(
        "activity",
        (
            Column("ad_type", "choice", choices="users.ad_type"),
            Column("created_date", "date_time"),
            Column("last_activity_date", "date_time"),
            Column("imported_date", "date_time"),
            Column("referral"),
            Column("id", "number"),
        ),
    ),
)

EXPORT = Export(
    name="users",
    endpoint="admin/users/export",
    # What the product asks for, and what the server checks: a plain administrator has the first alone.
    permissions=("export", "admin_user_export_all"),
    words="users.export",
    detail={"exportType": "1"},
    detail_filters={"community": "community", "homeAddressTerritory": "homeAddressTerritory[]"},
)
"""The CSV of users (upstream/users.yaml, export_users). The fuller file reads `isHitchHiker` otherwise."""

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
    related=(COMMUNITIES_OF,),
    duplicates=SAME_PERSON,
    asks=asks,
    called=full_name,
    pictures=("image", "avatar"),
    default_sort="-createdDate",
    export=EXPORT,
    personal=True,
)
