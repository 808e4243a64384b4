"""A volunteer of solidary transport and what screens show of one (VOLUNTEER-1, VOLUNTEER-2; solidary.yaml)."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import create_model
from pydantic.alias_generators import to_snake

from admin_app.features.solidary import statuses, week
from admin_app.features.solidary.people_list import STATUS, full_name
from admin_app.features.solidary.roles import VOLUNTEER
from admin_app.features.solidary.volunteers.finder import BOUNDS, DAY, DISTANCES, NEAR, NEAREST, SLOT, WITHIN
from admin_app.kit import declare as d
from admin_app.kit.values import Address, Picture, Record, years_old
from admin_app.shared.people import person_search


def free_on(day: str, record: Any) -> str:
    """The letters of the slots of a day at which somebody is free: `me` for morning and evening."""
    return "".join(slot for slot in week.SLOTS if getattr(record, f"{slot}_{day}"))


def _reach(record: Any) -> str:
    """How far somebody drives, in kilometres; the API has metres."""
    return f"{record.max_distance / 1000:g}" if record.max_distance is not None else ""


class Known(Record):
    """Who a volunteer is; only the item has more than names, e-mail and home."""

    user_id: int | None = None
    given_name: Annotated[str, d.text()] = ""
    family_name: Annotated[str, d.text()] = ""
    email: Annotated[str | None, d.email()] = None
    telephone: Annotated[str | None, d.phone()] = None
    gender: Annotated[int | None, d.choice("users.gender")] = None
    birth_date: Annotated[str | None, d.date()] = None
    avatar: Annotated[Picture, d.picture()] = None
    age: Annotated[str, d.shown("age").computed(years_old)] = ""
    home_address: Annotated[Address | None, d.address()] = None
    max_distance: Annotated[int | None, d.shown("number").computed(_reach)] = None
    """Metres around the home."""
    structures: list[dict[str, Any]] = []
    proofs: list[dict[str, Any]] = []
    status: Annotated[str, d.choice(statuses.MEMBERSHIP_LABELS, statuses.MEMBERSHIP_TONES, statuses.MEMBERSHIP)] = ""
    """That of the candidature in the current structure: the list adds it."""
    distance: Annotated[float | None, d.shown("number")] = None
    """Kilometres from the place that is asked for: the list adds it."""


FLAGS = tuple(map(to_snake, week.FLAGS))
TIMES = tuple(map(to_snake, week.SLOT_TIMES))
Volunteer = create_model(
    "Volunteer",
    __base__=Known,
    __module__=__name__,
    __doc__="A volunteer with a week: 21 flags, six times, and for lists the slots of each day in one text.",
    **{name: (Annotated[bool | None, d.switch()], None) for name in FLAGS},
    **{name: (str | None, None) for name in TIMES},
    **{day: (Annotated[str, d.shown().computed(partial(free_on, day))], "") for day in week.DAYS},
)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _remark(filters: Any) -> str:
    """What must be known of a list of people who are near a place."""
    if NEAR in filters:
        return "near"
    return "within" if WITHIN in filters else ""


VOLUNTEERS = d.Resource(
    key="volunteers",
    entity=VOLUNTEER.name,
    route=VOLUNTEER.route,
    endpoint=VOLUNTEER.endpoint,
    model=Volunteer,
    flag="solidary",
    # No deletion: the API answers 405, whoever asks (delete_solidary_volunteer).
    may=d.May(VOLUNTEER.list, None, VOLUNTEER.read, VOLUNTEER.update),
    columns=d.columns(
        Volunteer,
        *("given_name", "family_name", "status", "home_address.address_locality", "distance"),
        *week.DAYS,
        *("email", "id"),
        main="family_name",
        hidden=("email", "id"),
        sortable=("given_name", "family_name", "home_address.address_locality", "distance", "id"),
    ),
    filters=d.filters(
        Volunteer,
        person_search.box(email="user.email", telephone="user.telephone"),
        d.Filter(DAY, DAY, "choice", "solidary.day", week.DAYS),
        d.Filter(SLOT, SLOT, "choice", "solidary.slot", week.SLOTS),
        more=(
            d.Filter(NEAR, NEAR, "place"),
            d.Filter(WITHIN, WITHIN, "choice", "volunteers.within", DISTANCES),
            replace(STATUS, always=False),
            d.Filter(BOUNDS, "area", "area"),
        ),
        kept=(
            *("family_name", "given_name"),
            d.Filter("user.email", "email"),
            replace(person_search.TELEPHONE, param="user.telephone"),
        ),
    ),
    shortcuts=(
        d.Shortcut("waiting", {STATUS.param: statuses.WAITING}),
        d.Shortcut("members", {STATUS.param: statuses.MEMBER}),
    ),
    remarks=_remark,
    form=d.form(
        Volunteer,
        d.section("week", *FLAGS),
        d.section("slots", *(d.Input(name, "time", nullable=False) for name in TIMES), note=True),
    ),
    show=d.show(
        Volunteer,
        d.section("home", "home_address", "max_distance", map="home_address"),
        d.section("identity", "telephone", "email", "gender", "birth_date", "id", side=True),
    ),
    badges=d.badges(Volunteer, d.but("status", choices=statuses.CANDIDATURE_LABELS)),
    facts=d.facts(Volunteer, "age", "home_address.address_locality", "telephone", "email"),
    who=d.Who(("given_name", "family_name"), second=("home_address.address_locality",), person=True),
    called=full_name,
    pictures=("avatar",),
    default_sort=NEAREST,
    place=d.Place(
        "home_address.latitude",
        "home_address.longitude",
        bounds=BOUNDS,
        mark=d.column_of(Volunteer, "status"),
    ),
    selectable=False,
    unknown_fails=True,
)
