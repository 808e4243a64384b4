"""What a hitchhiker is: a user with `hitchHikeDriver` or `hitchHikePassenger` (upstream/users.yaml, x-hitchhiker).

`isHitchHiker` is a parameter of the list and nothing else: the API never stores nor sends it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from admin_app import targets
from admin_app.kit.declare.fields import Column, Filter, ImageInput, Input, TextInput, wire
from admin_app.kit.declare.resource import May, Resource, Section, Shortcut
from admin_app.people.duplicates import SAME_PERSON
from admin_app.users.resource import (
    CONTACT_SHOWN,
    EMAIL,
    GUARDIAN,
    GUARDIAN_SHOWN,
    HOME,
    IDENTITY_SHOWN,
    NEWS,
    PERSON,
    PHONE_DISPLAY,
    STATUS,
    STATUS_TONES,
    TELEPHONE,
    User,
    asks,
    family_name,
    full_name,
    given_name,
)
from admin_app.users.resource import EXPORT as EXPORT_USERS

WATCH, MANAGE = "hitchhiking_watcher", "hitchhiking_administrator"
"""Checked here alone: the API asks for `user_list`, `user_read`, `user_create` and `user_update` as well, and its
refusals are shown as they come (upstream/permissions.yaml)."""
IDENTITY_TONES = {"1": "warn", "2": "good", "3": "bad"}
YES_OR_UNSET = ("true", "false")
STEPS = ("rezo_kit", "card_letter", "card_letter_posted")
"""What follows an accepted identity, in its order (upstream/users.yaml, x-hitchhiker.meaning)."""


class Hitchhiker(User):
    """A user with what only hitchhikers have."""

    rezo_kit: bool | None = None
    card_letter: bool | None = None
    card_letter_posted: bool | None = None
    postal_address: str | None = None
    hitch_hiking: str = ""
    """Both flags in one word, made by `travels`; no property of the API."""


def travels(user: User) -> str:
    """How a person hitchhikes: `passenger`, `driver`, `both`, or nothing."""
    if user.hitch_hike_driver and user.hitch_hike_passenger:
        return "both"
    if user.hitch_hike_driver:
        return "driver"
    return "passenger" if user.hitch_hike_passenger else ""


def _identity(user: User) -> str:
    """Nobody's status is unknown: without one, nothing was provided."""
    return str(user.identity_status or 0)


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """Somebody who is created here is a hitchhiker; only the edition, which has a status, may end that."""
    chosen = values.get("hitchHikePassenger") or values.get("hitchHikeDriver")
    return {} if chosen or "status" in values else {"hitchHikePassenger": "hitchhikers.validation.neither"}


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Who is neither passenger nor driver any more leaves the list; else what is asked of every user."""
    ended = not after.get("hitchHikePassenger") and not after.get("hitchHikeDriver")
    leaving = ended and (before.get("hitchHikePassenger") or before.get("hitchHikeDriver"))
    return "no_longer" if leaving else asks(before, after)


OVERRIDDEN = frozenset(("q", "email", "telephone", "identityStatus", "community", "homeAddressTerritory"))
"""What the API forgets for those whose value was never set, as soon as a step is filtered by `false`
(upstream/users.yaml, FilterRezoKit)."""


def _remarks(filters: Mapping[str, str]) -> str:
    """Such a list holds people who are beside its other filters: better said than wondered at."""
    unset = any(filters.get(wire(step)) == "false" for step in STEPS)
    return "overridden" if unset and OVERRIDDEN & filters.keys() else ""


SHORTCUTS = (
    Shortcut("to_check", {"identityStatus": "1"}),
    # By proof, for a filter by status is one of those overridden.
    Shortcut("kits_to_give", {"identityProofStatus": "2", "rezoKit": "false"}),
    Shortcut("letters_to_post", {"cardLetter": "true", "cardLetterPosted": "false"}),
)

IDENTITY = Column(
    "identity_status", "choice", sort=True, choices="users.identity", tones=IDENTITY_TONES, value=_identity
)
TRAVELS = Column("hitch_hiking", "choice", choices="hitchhikers.travels", value=travels)

COLUMNS = (
    Column("avatar", "image", hidden=True),
    Column("id", "number", sort=True, hidden=True),
    Column("given_name", sort=True, named=True, value=given_name),
    Column("family_name", sort=True, main=True, value=family_name),
    Column("email", "email", sort=True, hidden=True),
    Column("telephone", "phone", sort=True, hidden=True),
    Column("home_address.address_locality"),
    TRAVELS,
    IDENTITY,
    *(Column(step, "yes_no", sort=True) for step in STEPS),
    Column("birth_date", "date", sort=True, hidden=True),
    Column("status", "choice", sort=True, choices="users.status", tones=STATUS_TONES, hidden=True),
    Column("created_date", "date", sort=True),
    Column("last_activity_date", "date", sort=True, hidden=True),
)

FILTERS = (
    Filter("q", "name", always=True),
    Filter("identityStatus", "identity_status", "choice", "users.identity", ("1", "2", "3", "4", "0"), always=True),
    Filter("cardLetter", "card_letter", "choice", "hitchhikers.yes_unset", YES_OR_UNSET),
    Filter("cardLetterPosted", "card_letter_posted", "choice", "hitchhikers.yes_unset", YES_OR_UNSET),
    Filter("rezoKit", "rezo_kit", "choice", "hitchhikers.yes_unset", YES_OR_UNSET),
    Filter("identityProofStatus", "identity_proof", "choice", "users.identity", ("1", "2", "3", "4")),
    Filter("homeAddressTerritory", "home_territory", "reference", target=targets.TERRITORIES),
    Filter("community", "community", "reference", target=targets.COMMUNITIES),
    Filter("email", "email"),
    Filter("telephone", "telephone"),
    Filter("createdDate[after]", "created_after", "date"),
    Filter("createdDate[before]", "created_before", "date"),
    Filter("lastActivityDate[after]", "active_after", "date"),
    Filter("lastActivityDate[before]", "active_before", "date"),
)

FORM = (
    Section("identity", (*PERSON, STATUS)),
    Section(
        "hitchhiking",
        (Input("hitch_hike_passenger", "switch", hint=True), Input("hitch_hike_driver", "switch", hint=True)),
    ),
    Section(
        "contact",
        (
            EMAIL,
            TELEPHONE,
            # A creation sends 1 (SPEC 3); it can be changed afterwards.
            replace(PHONE_DISPLAY, only="edit"),
            NEWS,
            HOME,
        ),
    ),
    GUARDIAN,
    Section(
        "follow_up",
        (*(Input(step, "switch", only="edit") for step in STEPS), TextInput("postal_address", only="edit", hint=True)),
    ),
    Section("picture", (ImageInput("new_image", owner="user", ratio=1),)),
)

SHOW = (
    Section("hitchhiking", (TRAVELS, IDENTITY, Column("postal_address"))),
    CONTACT_SHOWN,
    IDENTITY_SHOWN,
    GUARDIAN_SHOWN,
    Section(
        "activity",
        (Column("created_date", "date_time"), Column("last_activity_date", "date_time"), Column("id", "number")),
    ),
)

EXPORT = replace(EXPORT_USERS, name="hitchhikers", words="hitchhikers.export", params={"isHitchHiker": "true"})
"""The CSV of users for the programme alone. The fuller file also holds those who left it: for the API it is enough
that a flag was ever set (upstream/users.yaml, export_users)."""

HITCHHIKERS = Resource(
    key="hitchhikers",
    entity="user",
    route="/hitchhikers",
    endpoint="admin/users",
    model=Hitchhiker,
    flag="hitchhiking",
    may=May(list=WATCH, create=MANAGE, read=WATCH, update=MANAGE),
    columns=COLUMNS,
    filters=FILTERS,
    form=FORM,
    show=SHOW,
    shortcuts=SHORTCUTS,
    remarks=_remarks,
    called=full_name,
    pictures=("image", "avatar"),
    default_sort="-createdDate",
    rules=_rules,
    asks=_asks,
    export=EXPORT,
    # Whoever is found is opened here: an account that exists becomes a hitchhiker by its form.
    duplicates=replace(SAME_PERSON, route="/hitchhikers", read=WATCH),
)
