"""What a user is: fields, columns, filters, form and show (USER-1 to USER-13, users.yaml)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from admin_app.api.client import Api
from admin_app.features.users.communities import COMMUNITIES_OF
from admin_app.kit import declare as d
from admin_app.kit.values import Instant, Record
from admin_app.shared import targets
from admin_app.shared.people import person, person_search
from admin_app.shared.people.duplicates import SAME_PERSON

ROLES = (
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "171", "172", "257", "274", "306", "318",
    "319", "320", "321", "322",
)  # fmt: skip
"""Every role that may be read on a user (users.yaml, RoleId)."""


SOLIDARY_FILTERS = {
    "true": {"solidary": "true"},
    "beneficiary": {"solidaryUser.beneficiary": "true"},
    "volunteer": {"solidaryUser.volunteer": "true"},
    "candidate": {"solidaryCandidate": "true"},
}
"""What the API is asked for each choice of the filter by solidary transport (USER-26); it takes one at a time."""
SOLIDARY = d.Filter(
    "solidary",
    "solidary",
    "choice",
    "users.solidary",
    tuple(SOLIDARY_FILTERS),
    seeks=lambda value: d.Sought("", value, SOLIDARY_FILTERS[value]),
    flag="solidary",
)


class RoleTerritory(Record):
    """A role of a user, everywhere or on one territory."""

    role: Annotated[int, d.select("rights.role", ROLES, required=True)] = 0
    territory: Annotated[int | None, d.reference(targets.TERRITORIES)] = None


class User(person.Person):
    """A user as the API sends it."""

    music: Annotated[bool | None, d.select("users.music", ("true", "false"))] = None
    music_favorites: Annotated[str | None, d.text()] = None
    chat: Annotated[bool | None, d.select("users.chat", ("true", "false"))] = None
    chat_favorites: Annotated[str | None, d.text()] = None
    smoke: Annotated[int | None, d.select("users.smoke", ("0", "1", "2"))] = None
    gamification: bool | None = None
    gratuity: bool | None = None
    referral: str | None = None
    ad_type: Annotated[int | None, d.choice("users.ad_type")] = None
    imported_date: Annotated[Instant, d.date_time()] = None
    roles_territory: Annotated[
        list[RoleTerritory], d.lines("role", "territory", required=True, hint=True, locks="users.locks")
    ] = []


async def itself(api: Api, person: int, items: Sequence[Mapping[str, Any]]) -> Collection[Any]:
    """Rule UserSelf: the account is the person's own."""
    return [each["id"] for each in items if each["id"] == person]


USERS = d.Resource(
    key="users",
    entity="user",
    route="/users",
    endpoint="admin/users",
    model=User,
    may=d.May(list="user_list", create="user_create", read="user_read", update="user_update", delete="user_delete"),
    columns=d.columns(
        User,
        *person.COLUMNS,
        *("news_subscription", "status", "ad_type", "created_date", "last_activity_date"),
        main="family_name",
        hidden=("id", "telephone", "ad_type"),
        sortable=person.SORTABLE,
    ),
    filters=d.filters(
        User,
        person_search.USERS,
        more=(
            d.Filter("gender", "gender", "choice", choices="users.gender", values=("1", "2", "3", "0")),
            "news_subscription",
            d.Filter("isHitchHiker", "hitchhiker", "choice", choices="kit.yes_no", values=("true",)),
            person.COMMUNITY,
            SOLIDARY,
            replace(person.HOME_TERRITORY, hint=True),
            d.Filter("territory", "territory", "reference", target=targets.TERRITORIES, hint=True),
            d.Filter("origin", "origin", "place"),
            d.Filter("destination", "destination", "place"),
            d.Filter("range", "range", "number", bounds=(1, 100), beside=("origin", "destination"), hint=True),
            *person.DATES,
            d.Filter("proposalValidUntil", "no_ad_since", "date", hint=True),
        ),
        kept=("email", "family_name", "given_name", person_search.TELEPHONE),
    ),
    shortcuts=(
        d.Shortcut("news", {"newsSubscription": "true"}),
        d.Shortcut("hitchhikers", {"isHitchHiker": "true"}),
    ),
    # Together they share names inside one query, which the server then refuses (users.yaml, list_users).
    apart=((("homeAddressTerritory",), ("territory",), ("origin", "destination")),),
    filter_note=True,
    form=d.form(
        User,
        person.IDENTITY,
        d.section("contact", "telephone", "phone_display", "email", "news_subscription", "home_address", note=True),
        person.GUARDIAN,
        d.section("picture", "new_image", note=True),
        d.section("preferences", "music", "music_favorites", "chat", "chat_favorites", "smoke", folded=True, note=True),
        d.section("roles", "roles_territory", note=True),
        person.STATE,
    ),
    show=d.show(
        User,
        person.HOME_SHOWN,
        d.section(
            "preferences", "music", "music_favorites", "chat", "chat_favorites", "smoke", "gamification", "gratuity"
        ),
        person.IDENTITY_SHOWN,
        d.section("account", *person.ACCOUNT, "ad_type", "imported_date", "referral", "id", side=True),
        person.GUARDIAN_SHOWN,
    ),
    related=(COMMUNITIES_OF,),
    duplicates=SAME_PERSON,
    asks=person.asks,
    who=person.listed_as("status"),
    **person.SHOWN_AS_PERSON,
    export=person.EXPORT,
    personal=True,
    own={"UserSelf": itself},
)
