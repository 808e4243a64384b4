"""What a hitchhiker is: a user with `hitchHikeDriver` or `hitchHikePassenger` (users.yaml, x-hitchhiker).

`isHitchHiker` is a parameter of the list and nothing else: the API never stores nor sends it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit import declare as d
from admin_app.kit.declare import wire
from admin_app.kit.records import FEW, Next, Told, Waiting
from admin_app.kit.values import readable, town_of
from admin_app.shared.people import person, person_search
from admin_app.shared.people.duplicates import SAME_PERSON
from admin_app.shared.people.proofs import pending_of

WATCH, MANAGE = "hitchhiking_watcher", "hitchhiking_administrator"
"""Checked here alone: the API asks for `user_list`, `user_read`, `user_create` and `user_update` as well, and its
refusals are shown as they come (permissions.yaml)."""
IDENTITIES = ("1", "2", "3", "4")
IDENTITY_TONES = {"1": "warn", "2": "good", "3": "bad"}
PROGRAMME = {"isHitchHiker": "true"}
"""The filter of everybody in the programme."""
TO_CHECK = {"isHitchHiker": True, "identityStatus": 1}
"""The filters of those whose identity is to be checked."""
PER_CALL = 200
"""Most people who wait that are looked through."""
YES_OR_UNSET = ("true", "false")
STEPS = ("rezo_kit", "card_letter", "card_letter_posted")
"""What follows an accepted identity, in its order (users.yaml, x-hitchhiker.meaning)."""


def travels(person: "Hitchhiker") -> str:
    """How a person hitchhikes: `passenger`, `driver`, `both`, or nothing."""
    if person.hitch_hike_driver and person.hitch_hike_passenger:
        return "both"
    if person.hitch_hike_driver:
        return "driver"
    return "passenger" if person.hitch_hike_passenger else ""


def _identity(person: "Hitchhiker") -> str:
    """Nobody's status is unknown: without one, nothing was provided."""
    return str(person.identity_status or 0)


def last_step(person: "Hitchhiker") -> str:
    """How far the kit and the letter are: the last step that is taken, empty for none."""
    return next((step for step in reversed(STEPS) if getattr(person, step)), "")


def letter_address(person: "Hitchhiker") -> str:
    """Where the letter goes if somebody said so: the API fills in name and home else (users.yaml, x-hitchhiker)."""
    home = person.home_address
    parts = (home.street_address, home.postal_code, home.address_locality) if home else ()
    usual = " ".join(part for part in (person.given_name, person.family_name, *parts) if part)
    return "" if person.postal_address == usual else person.postal_address or ""


STEP = d.switch(only="edit")
STATUS = d.choice("users.identity", IDENTITY_TONES, (*IDENTITIES, "0")).computed(_identity)


class Hitchhiker(person.Person):
    """A person with what only hitchhikers have."""

    identity_status: Annotated[int | None, STATUS] = None
    hitch_hike_driver: Annotated[bool | None, d.switch(hint=True)] = None
    hitch_hike_passenger: Annotated[bool | None, d.switch(hint=True)] = None
    rezo_kit: Annotated[bool | None, STEP] = None
    card_letter: Annotated[bool | None, STEP] = None
    card_letter_posted: Annotated[bool | None, STEP] = None
    postal_address: Annotated[str | None, d.text(only="edit", hint=True)] = None
    follow_up: Annotated[str, d.choice("hitchhikers.last_step").computed(last_step)] = ""
    hitch_hiking: Annotated[str, d.choice("hitchhikers.travels").computed(travels)] = ""
    """The steps, and both flags, in one word; no properties of the API."""


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """Somebody who is created here is a hitchhiker; only the edition, which has a status, may end that."""
    chosen = values.get("hitchHikePassenger") or values.get("hitchHikeDriver")
    return {} if chosen or "status" in values else {"hitchHikePassenger": "hitchhikers.validation.neither"}


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Who is neither passenger nor driver any more leaves the list; else what is asked of every user."""
    ended = not after.get("hitchHikePassenger") and not after.get("hitchHikeDriver")
    leaving = ended and (before.get("hitchHikePassenger") or before.get("hitchHikeDriver"))
    return "no_longer" if leaving else person.asks(before, after)


OVERRIDDEN = frozenset(("q", "email", "telephone", "identityStatus", "community", "homeAddressTerritory"))
"""What the API forgets for those whose value was never set, as soon as a step is filtered by `false`
(users.yaml, FilterRezoKit)."""


def _remarks(filters: Mapping[str, str]) -> str:
    """Such a list holds people who are beside its other filters: better said than wondered at."""
    unset = any(filters.get(wire(step)) == "false" for step in STEPS)
    return "overridden" if unset and OVERRIDDEN & filters.keys() else ""


SHORTCUTS = (
    d.Shortcut("to_check", {"identityStatus": "1"}),
    # By proof, for a filter by status is one of those overridden.
    d.Shortcut("kits_to_give", {"identityProofStatus": "2", "rezoKit": "false"}),
    d.Shortcut("letters_to_post", {"cardLetter": "true", "cardLetterPosted": "false"}),
)


def _yes_or_unset(step: str) -> d.Filter:
    return d.Filter(wire(step), step, "choice", "hitchhikers.yes_unset", YES_OR_UNSET)


EXPORT = replace(person.EXPORT, name="hitchhikers", words="hitchhikers.export", params=PROGRAMME)
"""The CSV of users for the programme alone. The fuller file also holds those who left it: for the API it is enough
that a flag was ever set (users.yaml, export_users)."""

BADGES = d.badges(
    Hitchhiker,
    "status",
    # What waits for a decision has a band of its own below.
    d.but("identity_status", choices="hitchhikers.identity", tones={**IDENTITY_TONES, "1": "none"}),
)
"""How the account stands, and how the identity does, which the list tells."""

HITCHHIKERS = d.Resource(
    key="hitchhikers",
    entity="hitchhiker",
    route="/hitchhikers",
    endpoint="admin/users",
    model=Hitchhiker,
    flag="hitchhiking",
    may=d.May(list=WATCH, create=MANAGE, read=WATCH, update=MANAGE),
    columns=d.columns(
        Hitchhiker,
        *person.COLUMNS,
        "hitch_hiking",
        # On a phone the status stands without its head.
        d.but("identity_status", choices="hitchhikers.identity"),
        *("follow_up", *STEPS, "birth_date", "status"),
        *("created_date", "last_activity_date"),
        main="family_name",
        hidden=("id", "email", "telephone", "hitch_hiking", *STEPS, "birth_date", "status", "last_activity_date"),
        sortable=(*person.SORTABLE, "identity_status", *STEPS, "birth_date"),
    ),
    filters=d.filters(
        Hitchhiker,
        person_search.USERS,
        "identity_status",
        more=(
            *(_yes_or_unset(step) for step in ("card_letter", "card_letter_posted", "rezo_kit")),
            d.Filter("identityProofStatus", "identity_proof", "choice", "users.identity", IDENTITIES),
            person.HOME_TERRITORY,
            person.COMMUNITY,
            *person.DATES,
        ),
        kept=("email", person_search.TELEPHONE),
    ),
    form=d.form(
        Hitchhiker,
        person.IDENTITY,
        d.section("hitchhiking", "hitch_hike_passenger", "hitch_hike_driver", note=True),
        d.section(
            "contact",
            "telephone",
            # A creation sends 1 (HIKER-3); it can be changed afterwards.
            d.but("phone_display", only="edit"),
            *("email", "news_subscription", "home_address"),
            note=True,
        ),
        person.GUARDIAN,
        d.section("follow_up", *STEPS, "postal_address", note=True),
        d.section("picture", "new_image", note=True),
        person.STATE,
    ),
    show=d.show(
        Hitchhiker,
        person.HOME_SHOWN,
        d.section(
            "hitchhiking",
            *("hitch_hiking", "identity_status", d.but("postal_address", value=letter_address)),
            side=True,
        ),
        person.IDENTITY_SHOWN,
        d.section("account", *person.ACCOUNT, "id", side=True),
        person.GUARDIAN_SHOWN,
    ),
    shortcuts=SHORTCUTS,
    remarks=_remarks,
    who=person.listed_as("identity_status"),
    **person.SHOWN_AS_PERSON | {"badges": BADGES},
    rules=_rules,
    asks=_asks,
    export=EXPORT,
    # Whoever is found is opened here: an account that exists becomes a hitchhiker by its form.
    duplicates=replace(SAME_PERSON, route="/hitchhikers", read=WATCH),
)


def _told(item: Mapping[str, Any]) -> Next:
    """Somebody whose identity is to be checked, as far as a list tells."""
    each, proof = Hitchhiker.model_validate(item), pending_of(item)
    return Next(
        person.full_name(each),
        f"/hitchhikers/show/{each.id}",
        "identity",
        town_of(each.home_address),
        picture=each.avatar or "",
        telephone=each.telephone or "",
        since=each.created_date or "",
        received=proof.created_date or "" if proof else "",
    )


async def who_waits(api: Api) -> Told:
    """How many wait, and all who were read, by when their document came: the list has no order by it (HIKER-13)."""
    found = await api.list("admin/users", Query(1, PER_CALL, ("createdDate", False), TO_CHECK))
    those = sorted(readable(_told, found.items), key=lambda each: each.received or each.since)
    return Told({"identities": found.total}, those)


async def _who_comes_first(api: Api) -> Told:
    """How many wait, and those of a glance."""
    told = await who_waits(api)
    return replace(told, first=told.first[:FEW])


HITCHHIKERS_WAITING = Waiting(
    key="hitchhikers",
    title="hitchhikers.title",
    kinds={"identities": "/hitchhikers?identityStatus=1"},
    permissions=(WATCH, "user_list"),
    read=_who_comes_first,
    flag="hitchhiking",
    pressing="identities",
)
"""The identities to be checked."""
