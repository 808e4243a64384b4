"""A person of the platform, as users and hitchhikers see one (USER-1, users.yaml)."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from admin_app.kit import clock
from admin_app.kit import declare as d
from admin_app.kit.values import Address, Instant, Picture, Record, age_of, town_of, years_old
from admin_app.settings import get_settings
from admin_app.shared import targets
from admin_app.shared.people import person_search
from admin_app.shared.people.names import whole_name

PSEUDONYMISED = (3, 4)
"""Statuses without a name: anonymised and pseudonymised (USER-5)."""
MAJORITY = 18
MINORS = "minor_protection"
CONSENT_TONES = {"given": "good", "awaited": "warn"}
STATUS_TONES = {"1": "good", "2": "bad"}


def full_name(person: "Person") -> str:
    """Given and family name; the number of an account that has none any more."""
    name = "" if person.status in PSEUDONYMISED else whole_name(person.given_name, person.family_name)
    return name or f"#{person.id}"


def _family_name(person: "Person") -> str:
    """The text of the link of a row: never empty."""
    return (person.family_name if person.status not in PSEUDONYMISED else "") or f"#{person.id}"


def _given_name(person: "Person") -> str:
    """The given name, unless the account has none any more."""
    return (person.given_name or "") if person.status not in PSEUDONYMISED else ""


def is_minor(birth_date: str | None, today: date | None = None) -> bool:
    """Whether somebody is not eighteen yet; unknown is grown up."""
    years = age_of(birth_date, today or clock.today())
    return years is not None and years < MAJORITY


def gone(person: "Person") -> str:
    """Why nothing of an account can be changed: its person was taken out of it (USER-5)."""
    return {3: "anonymised", 4: "pseudonymised"}.get(person.status or 0, "")


def _minor(person: "Person") -> str:
    """Said of minors alone: the age of everybody is in the head."""
    return "true" if is_minor(person.birth_date) else ""


def _drives(person: "Person") -> str:
    """Whether a minor is old enough to drive."""
    return {True: "true", False: "false"}.get(person.old_enough_to_drive, "") if _minor(person) else ""


def _consent(person: "Person") -> str:
    """Where the consent of a legal guardian stands: `given`, `awaited`, or nothing without a guardian."""
    if person.parental_consent_date:
        return "given"
    return "awaited" if person.need_parental_consent else ""


STATUS = d.radio("users.status", ("1", "2"), STATUS_TONES, only="edit", nullable=False)
GENDER = d.radio("users.gender", ("1", "2", "3"), required="create", nullable=False)
PHONE_DISPLAY = d.radio("users.phone_display", ("1", "2"), default="1", required=True)


class Person(Record):
    """A person as the API sends one; only what the screens show is named."""

    status: Annotated[int | None, STATUS] = None
    given_name: Annotated[str | None, d.text(required="create").computed(_given_name)] = None
    family_name: Annotated[str | None, d.text(required="create").computed(_family_name)] = None
    email: Annotated[str | None, d.email(required=True)] = None
    gender: Annotated[int | None, GENDER] = None
    nationality: str | None = None
    driving_licence_number: str | None = None
    birth_date: Annotated[str | None, d.date(required="create", past=True)] = None
    telephone: Annotated[str | None, d.phone(required="create")] = None
    phone_display: Annotated[int | None, PHONE_DISPLAY] = None
    news_subscription: Annotated[bool | None, d.switch(default="true", hint=True)] = None
    home_address: Annotated[Address | None, d.address(required="create", nullable=False, hint=True)] = None
    legal_guardian_email: Annotated[str | None, d.email(flag=MINORS, hint=True)] = None
    parental_consent_date: Annotated[str | None, d.day(only="edit", flag=MINORS, hint=True)] = None
    need_parental_consent: bool | None = None
    old_enough_to_drive: Annotated[bool | None, d.shown("yes_no").computed(_drives)] = None
    created_date: Annotated[Instant, d.date_time(listed="date")] = None
    last_activity_date: Annotated[Instant, d.date_time(listed="date")] = None
    avatar: Annotated[Picture, d.picture()] = None
    image: str | None = None
    new_image: Annotated[str | None, d.image("user", ratio=1)] = None
    age: Annotated[str, d.shown("age").computed(years_old)] = ""
    minor: Annotated[str, d.shown("yes_no").computed(_minor)] = ""
    consent: Annotated[str, d.choice("users.consent", CONSENT_TONES).computed(_consent)] = ""
    """Computed for the show page; no properties of the API."""


def asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """A minor without a legal guardian is asked about, when that is new, in a deployment that protects minors."""
    alone = is_minor(after.get("birthDate")) and not after.get("legalGuardianEmail")
    news = any(before.get(name) != after.get(name) for name in ("birthDate", "legalGuardianEmail"))
    return "no_guardian" if alone and news and get_settings().minor_protection else ""


def _person(item: Mapping[str, Any]) -> str:
    """A name and a town: enough to choose between namesakes."""
    person = Person.model_validate(item)
    town = town_of(person.home_address)
    return f"{full_name(person)} · {town}" if town else full_name(person)


PEOPLE = d.Target("admin/users", search=person_search.filters_of_users, label=_person, permission="user_list")
"""A person, searched by a name, an e-mail or a telephone."""

IDENTITY = d.section("identity", "given_name", "family_name", "gender", "birth_date", note=True)
STATE = d.section("account", "status")
"""Whether the account is in use: nothing of an identity document, and the last thing one changes."""
HOME_SHOWN = d.section("addresses", "home_address", map="home_address")
"""The API gives no other address than the home (users.yaml)."""
IDENTITY_SHOWN = d.section(
    "identity",
    *("given_name", "family_name", "birth_date", "gender", "nationality", "driving_licence_number", "status"),
    side=True,
)
ACCOUNT = ("telephone", "email", "phone_display", "news_subscription", "created_date", "last_activity_date")
"""How somebody is reached, by telephone first as in every form and head, and since when."""
GUARDIAN = d.section("guardian", "legal_guardian_email", "parental_consent_date", flag=MINORS, folded=True)
GUARDIAN_SHOWN = d.section(
    "guardian",
    *("minor", "legal_guardian_email", "consent", "parental_consent_date", "old_enough_to_drive"),
    flag=MINORS,
    side=True,
)
TOWN = "home_address.address_locality"
COLUMNS = ("avatar", "id", "given_name", "family_name", "telephone", "email", TOWN)
"""The first columns of a list of people."""
SORTABLE = ("id", "given_name", "family_name", "email", "telephone", "status", "created_date", "last_activity_date")
HOME_TERRITORY = d.Filter("homeAddressTerritory", "home_territory", "reference", target=targets.TERRITORIES)
COMMUNITY = d.Filter("community", "community", "reference", target=targets.COMMUNITIES)
DATES = (*d.period("created_date", "created"), *d.period("last_activity_date", "active"))


def listed_as(state: str) -> d.Who:
    """Who a row is: the e-mail tells namesakes apart, masked or not; the town has a column, but on a phone, where
    `state` is beside the name."""
    second = ("email", TOWN)
    return d.Who(("given_name", "family_name"), second, picture="avatar", person=True, beside=(TOWN, state))


SHOWN_AS_PERSON: dict[str, Any] = {
    "badges": d.badges(Person, "status"),
    "facts": d.facts(Person, "age", TOWN, "telephone", "email"),
    "frozen": gone,
    "called": full_name,
    "pictures": ("image", "avatar"),
    "default_sort": "-createdDate",
}
"""What a resource of people says of them, whatever else it holds."""

EXPORTED = {
    "id": d.Exported("users.fields.id"),
    "userId": d.Exported("users.fields.id"),
    "givenName": d.Exported("users.fields.given_name"),
    "familyName": d.Exported("users.fields.family_name"),
    "email": d.Exported("users.fields.email"),
    "telephone": d.Exported("users.fields.telephone", "phone"),
    "newsSubscription": d.Exported("users.fields.news_subscription", "yes_no"),
    "createdDate": d.Exported("users.fields.created_date", "date"),
    "lastActivityDate": d.Exported("users.fields.last_activity_date", "date"),
    "Prénom": d.Exported("users.fields.given_name"),
    "Nom": d.Exported("users.fields.family_name"),
    "Genre": d.Exported("users.fields.gender"),
    "Email": d.Exported("users.fields.email"),
    "Téléphone": d.Exported("users.fields.telephone", "phone"),
    "Date de naissance": d.Exported("users.fields.birth_date", "date"),
    "Date d'inscription": d.Exported("users.fields.created_date", "date"),
    "Date de dernière activité": d.Exported("users.fields.last_activity_date", "date"),
    "Accord pour newsletter": d.Exported("users.fields.news_subscription"),
    "Date de validité d'annonce": d.Exported("users.exported.ad_until", "date"),
    "Commune de résidence": d.Exported("users.fields.home_address_address_locality"),
    "Utilisateur solidaire": d.Exported("users.filters.solidary"),
    "Statut identité": d.Exported("hitchhikers.fields.identity_status"),
}
"""The columns of both files, in the API's own order and names (users.yaml, x-csv-extended-columns); those of ads and
roles, which are many, keep theirs."""

EXPORT = d.Export(
    name="users",
    endpoint="admin/users/export",
    # What the product asks for, and what the server checks: a plain administrator has the first alone.
    permissions=("export", "admin_user_export_all"),
    words="users.export",
    columns=EXPORTED,
    detail={"exportType": "1"},
    detail_filters={"community": "community", "homeAddressTerritory": "homeAddressTerritory[]"},
)
"""The CSV of users (users.yaml, export_users). The fuller file reads `isHitchHiker` otherwise."""
