"""A request for a journey as its form has it: who, why, where, when (SOLIDARY-3, SOLIDARY-19, SOLIDARY-20).

The wizard asks for all of it. The edition takes `JOURNEY` and `TIMES` of this record into a form of its own, and shows
them by the same parts (field_groups.py).
"""

from typing import Annotated, Any

from admin_app.features.solidary.asking.request_form import (
    AT_A_TIME,
    CHOSEN_RETURN,
    DATE_CHOICES,
    LASTING_CHOICES,
    ON_A_DAY,
    OTHER,
    RETURN_CHOICES,
    TIME_CHOICES,
    UNTIL_A_DAY,
)
from admin_app.features.solidary.memberships import person_name
from admin_app.features.solidary.record import CREATE, ENDPOINT, LIST, READ, ROUTE, UPDATE
from admin_app.features.solidary.week import DAYS
from admin_app.kit import declare as d
from admin_app.kit.declare import ChoiceInput, Input, Kind, LinesInput
from admin_app.kit.values import Address, Instant, Value
from admin_app.shared.people.duplicates import SAME_PERSON
from admin_app.shared.people.names import whole_name
from admin_app.shared.people.person_search import filters_of_users


def caller_name(item: Any) -> str:
    """A name, a town and a year of birth: enough to choose between namesakes, and no more."""
    town = (item.get("homeAddress") or {}).get("addressLocality")
    return " · ".join(filter(None, (person_name(item), town, str(item.get("birthDate") or "")[:4])))


CALLERS = d.Target("admin/users", search=filters_of_users, label=caller_name, permission="user_list")
"""Whoever calls, whether they have asked before or not: every requester is a user."""

SEVERAL_DAYS = Kind(
    d.Column("", "choice", choices="solidary.day_short"),
    ChoiceInput("", "multi_select", choices="solidary.day_short", values=DAYS, required=True),
)
OFFERED = Kind(d.Column(""), ChoiceInput("", "radio", required=True))
"""One of what the structure offers, which is known at run time (`choices` of the form)."""
SEVERAL_OFFERED = Kind(d.Column(""), ChoiceInput("", "multi_select"))


def _clock(shown_if: str = "") -> Kind:
    return Kind(d.Column(""), Input("", "time", shown_if=shown_if, required=bool(shown_if)))


def _coded(name: str, values: tuple[str, ...], **options: Any) -> Kind:
    return d.radio(f"asking.{name}", values, required=True, **options)


class Slot(Value):
    """Days of the week that share their times."""

    days: Annotated[list[str], SEVERAL_DAYS] = []
    outward_time: Annotated[str, _clock()] = ""
    return_time: Annotated[str, _clock()] = ""


class Asked(Value):
    """What a form of a request holds, by the names a record is read by."""

    id: int | None = None
    user_id: Annotated[int | None, d.reference(CALLERS, hint=True)] = None
    given_name: Annotated[str, d.text(required=True)] = ""
    family_name: Annotated[str, d.text(required=True)] = ""
    gender: Annotated[int | None, d.radio("users.gender", ("1", "2", "3"), required=True)] = None
    birth_date: Annotated[str, d.date(required=True, past=True, hint=True)] = ""
    telephone: Annotated[str, d.phone(required=True)] = ""
    home_address: Annotated[Address | None, d.address(hint=True)] = None
    email: Annotated[str, d.email()] = ""
    news_subscription: Annotated[bool, d.switch()] = False
    created_date: Instant = None
    """Of somebody who may be the same person."""
    subject: Annotated[str, OFFERED] = ""
    """The id of a subject of the structure, or 9999 (SOLIDARY-6)."""
    additional_subject: Annotated[str, d.text(required=True, shown_if=f"subject={OTHER}")] = ""
    destination_any: Annotated[bool, _coded("destination_any", ("false", "true"), default="false")] = False
    origin: Annotated[Address | None, d.address(required=True)] = None
    destination: Annotated[Address | None, d.address(required=True, shown_if="destination_any=false")] = None
    regular: Annotated[bool, _coded("regular", ("false", "true"), default="false")] = False
    punctual_outward_date_choice: Annotated[str, _coded("outward_date", DATE_CHOICES, default=ON_A_DAY)] = ""
    outward_date: Annotated[
        str, d.date(coming=True, required=True, shown_if=f"punctual_outward_date_choice={ON_A_DAY}")
    ] = ""
    punctual_outward_time_choice: Annotated[str, _coded("outward_time", TIME_CHOICES)] = ""
    outward_time: Annotated[str, _clock(shown_if=f"punctual_outward_time_choice={AT_A_TIME}")] = ""
    punctual_return_date_choice: Annotated[str, _coded("return_date", RETURN_CHOICES)] = ""
    return_date: Annotated[
        str, d.date(coming=True, required=True, shown_if=f"punctual_return_date_choice={CHOSEN_RETURN}")
    ] = ""
    return_time: Annotated[str, _clock(shown_if=f"punctual_return_date_choice={CHOSEN_RETURN}")] = ""
    regular_schedules: Annotated[
        list[Slot], d.lines("days", "outward_time", "return_time", shown_if="regular=true", hint=True)
    ] = []
    from_date: Annotated[str, d.date(coming=True, required=True)] = ""
    regular_date_choice: Annotated[str, _coded("lasting", LASTING_CHOICES)] = ""
    to_date: Annotated[str, d.date(coming=True, required=True, shown_if=f"regular_date_choice={UNTIL_A_DAY}")] = ""
    needs: Annotated[list[str], SEVERAL_OFFERED] = []
    additional_need: Annotated[str, d.text(hint=True)] = ""


CALLER = d.section("caller", "user_id")
IDENTITY = d.section(
    "identity",
    *("given_name", "family_name", "telephone", "gender", "birth_date"),
    *("home_address", "email", "news_subscription"),
)
JOURNEY = d.section("journey", "subject", "additional_subject", "regular", "destination_any", "destination", "origin")
ONCE = (
    *("punctual_outward_date_choice", "outward_date", "punctual_outward_time_choice", "outward_time"),
    *("punctual_return_date_choice", "return_date", "return_time"),
)
EVERY_WEEK = ("from_date", "regular_date_choice", "to_date", "regular_schedules")
"""When, of a journey that is made once, and of one that is made every week."""
HELP = ("needs", "additional_need")
TIMES = d.section("times", *ONCE, *EVERY_WEEK, *HELP)
ELIGIBILITY = d.section("eligibility")
"""What the structure asks to be proven is known at run time: its inputs are those of `criteria_inputs`."""
ASKING = d.Resource(
    key="asking",
    entity="solidary",
    route=ROUTE,
    endpoint=ENDPOINT,
    model=Asked,
    may=d.May(LIST, CREATE, READ, UPDATE),
    flag="solidary",
    columns=d.columns(Asked, "family_name", main="family_name"),
    form=d.form(Asked, CALLER, IDENTITY, JOURNEY, TIMES, ELIGIBILITY),
    called=lambda asked: whole_name(asked.given_name, asked.family_name),
    duplicates=SAME_PERSON,
    unknown_fails=True,
)
STEPS = tuple(section.key for section in ASKING.form)
NEW = "new"
"""What the form sends as `FURTHER` for somebody new, unless one of those proposed is chosen: Enter presses it too."""
(SCHEDULES_INPUT,) = (part for part in ASKING.inputs("create") if isinstance(part, LinesInput))
"""The input of the lines of a weekly journey."""
