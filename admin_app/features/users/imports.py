"""The imports of users, into the platform or into one community (IMPORT-1, IMPORT-12; session.yaml, import_users)."""

import re
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.features.communities.lookup import COMMUNITY_LOOKUP
from admin_app.features.communities.member import MEMBER, MEMBERS
from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.users.resource import USERS
from admin_app.kit.imports import (
    ADDED,
    EXISTS,
    LATITUDES,
    LOCALITIES,
    LONGITUDES,
    POSTAL_CODES,
    Answer,
    Cells,
    Follow,
    ImportMixin,
    Intake,
    Lookup,
    Outcome,
    SheetColumn,
    import_screen,
    unknown,
)
from admin_app.kit.session import NOBODY
from admin_app.shared import targets

ROUTE, COMMUNITY_ROUTE = "/users/import", "/communities/users/import"
PERMISSION = "user_create"

COLUMNS = (
    SheetColumn(
        "email",
        rule="email",
        required=True,
        longest=255,
        example="lea.thiriet@example.org",
        also=("courriel", "mail", "adresse mail", "adresse e-mail", "adresse électronique", "e-mail address"),
    ),
    SheetColumn("given_name", required=True, longest=255, example="Léa", also=("prénoms", "first name", "forename")),
    SheetColumn(
        "family_name",
        required=True,
        longest=255,
        example="Thiriet",
        also=("nom de famille", "nom d’usage", "last name", "surname"),
    ),
    SheetColumn("gender", "gender", required=True, example="1", also=("sexe", "civilité", "sex")),
    SheetColumn(
        "birth_date",
        rule="date",
        required=True,
        example="1991-04-17",
        also=("naissance", "né le", "né(e) le", "date naissance", "birthday", "birthdate", "date of birth"),
    ),
    SheetColumn(
        "telephone",
        rule="telephone",
        required=True,
        longest=255,
        hint=True,
        example="0612345678",
        also=("tél", "mobile", "portable", "numéro de téléphone", "n° de téléphone", "phone", "phone number"),
    ),
    SheetColumn(
        "community_id",
        rule="identifier",
        hint=True,
        record=targets.COMMUNITIES,
        also=("n° de communauté", "community number", "id communauté"),
    ),
    SheetColumn("house_number", longest=45, example="14", also=("n°", "no", "numéro", "n° de voie", "number")),
    SheetColumn(
        "street_address", longest=255, example="rue Saint-Dizier", also=("adresse", "voie", "address", "street")
    ),
    SheetColumn("postal_code", longest=15, example="54000", also=POSTAL_CODES),
    SheetColumn("address_locality", longest=100, example="Nancy", also=LOCALITIES),
    SheetColumn("address_country", longest=100, example="France"),
    SheetColumn("latitude", "latitude", also=LATITUDES),
    SheetColumn("longitude", "longitude", hint=True, also=LONGITUDES),
    SheetColumn(
        "news_subscription",
        rule="flag",
        hint=True,
        example="1",
        also=(
            *("accepte les actualités", "accepte les nouvelles", "accepts news"),
            *("actualités", "newsletter", "news", "consentement", "consent"),
        ),
    ),
)
ANSWERS = (
    Answer(re.compile(r"^[^@\s]+@\S+ added$"), ADDED),
    Answer(re.compile(r"^[^@\s]+@\S+ already exists$"), EXISTS),
    Answer(re.compile(r"^\d+ community is unknown$"), unknown("community")),
)


USER_IMPORT = Intake(
    key="user_import",
    entity="user",
    endpoint="admin/imports/users",
    permission=PERMISSION,
    columns=COLUMNS,
    records=USERS.route,
    reads="user_read",
    answers=ANSWERS,
    lookups=(
        Lookup(
            USERS.endpoint,
            "user_list",
            lambda cells: cells["email"].casefold(),
            lambda emails: [("email[]", each) for each in emails],
            lambda item: str(item.get("email") or "").casefold(),
            present=EXISTS,
            size=50,
        ),
        COMMUNITY_LOOKUP,
    ),
    same=(lambda cells: cells["email"].casefold(),),
    label=lambda cells: f"{cells['given_name']} {cells['family_name']} ({cells['email']})",
)


def membership(cells: Cells, user_id: str) -> dict[str, Any]:
    """An account as a member of the community of its line (communities-campaigns.yaml, add_community_member)."""
    return {"community": f"/communities/{cells['community_id']}", "user": f"/users/{user_id}", "status": int(MEMBER)}


COMMUNITY_IMPORT = replace(
    USER_IMPORT,
    key="community_user_import",
    flag="community",
    chosen="community_id",
    target=targets.COMMUNITIES,
    follow=Follow(
        EXISTS,
        MEMBERS.may.create or NOBODY,
        COMMUNITIES,
        MEMBERS.endpoint,
        membership,
        done=Outcome("joined", "good"),
        already=Outcome("member_already"),
        unique="user",
        failed=Outcome("not_joined", "bad"),
    ),
)


class UserImport(ImportMixin, rx.State):
    """The import of users."""

    resource: ClassVar[Intake] = USER_IMPORT


class CommunityUserImport(ImportMixin, rx.State):
    """The import of users into a chosen community."""

    resource: ClassVar[Intake] = COMMUNITY_IMPORT


SCREENS = (
    import_screen(UserImport, ROUTE, PERMISSION, parent=USERS.route),
    import_screen(CommunityUserImport, COMMUNITY_ROUTE, PERMISSION, parent="/communities", flag="community"),
)
