"""Events: occasions people share rides to (PEERS A5, upstream/content-points.yaml)."""

from collections.abc import Mapping
from typing import ClassVar

import reflex as rx

from admin_app import targets
from admin_app.kit.crud import crud_screens
from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    DateTimeInput,
    Filter,
    ImageInput,
    Input,
    ReferenceInput,
    TextInput,
)
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.screen import Menu
from admin_app.kit.shows.state import ShowMixin
from admin_app.values import Address, Record

TONES = {"0": "warn", "1": "good", "2": "quiet"}
YES_NO = ("true", "false")


class Event(Record):
    """An event as the API sends it; its dates are wall clock, and mean whole days without `use_time`."""

    name: str = ""
    status: int | None = None
    private: bool = False
    description: str | None = None
    full_description: str | None = None
    from_date: str | None = None
    to_date: str | None = None
    use_time: bool = False
    url: str | None = None
    address: Address | None = None
    community_id: int | None = None
    community_name: str = ""
    creator: str = ""
    image: str | None = None
    avatar: str | None = None
    new_image: str | None = None


def _date(event: Event, date: str | None) -> str:
    """A date with its time, where the time counts."""
    return (date or "") if event.use_time else (date or "")[:10]


def _starts(event: Event) -> str:
    return _date(event, event.from_date)


def _ends(event: Event) -> str:
    return _date(event, event.to_date)


def _address(event: Event) -> str:
    return event.address.display if event.address else ""


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """The server does not compare the dates (upstream/content-points.yaml, EventUpdate)."""
    length = 16 if values["useTime"] else 10
    start, end = values["fromDate"][:length], values["toDate"][:length]
    return {"toDate": "date_order"} if start and end and end < start else {}


EVENTS = Resource(
    key="events",
    entity="event",
    route="/events",
    endpoint="admin/events",
    model=Event,
    flag="event",
    may=May("event_manage", "event_create", "event_read", "event_update", "event_delete"),
    columns=(
        Column("avatar", "image"),
        Column("id", "number", sort=True, hidden=True),
        Column("name", sort=True, main=True),
        Column("from_date", "date_time", sort=True, value=_starts),
        Column("to_date", "date_time", sort=True, value=_ends),
        Column("address.address_locality"),
        Column("status", "choice", choices="events.status", tones=TONES),
        Column("private", "yes_no", hidden=True),
        Column("community_name", hidden=True),
        Column("creator", hidden=True),
    ),
    filters=(
        Filter("name", "name", always=True),
        Filter("fromDate[after]", "starts_after", "date", always=True),
        Filter("toDate[strictly_before]", "ends_before", "date", always=True),
        Filter("community.id", "community", "reference", target=targets.COMMUNITIES),
        Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
        Filter("private", "private", "choice", "events.yes_no", YES_NO),
    ),
    form=(
        Section(
            "event",
            (
                TextInput("name", required=True),
                TextInput(
                    "description", "text_area", required_by="event_description_required", max_length=512, hint=True
                ),
                Input("full_description", "rich_text"),
                TextInput("url", "url"),
                ReferenceInput(
                    "community_id",
                    target=targets.COMMUNITIES,
                    named="community_name",
                    type="integer",
                    flag="event_community",
                    required_by="event_community_required",
                ),
            ),
        ),
        Section(
            "when_where",
            (
                DateTimeInput("from_date", required=True, timed_by="use_time"),
                DateTimeInput("to_date", required=True, timed_by="use_time"),
                Input("use_time", "switch", hint=True),
                Input("address", "address", required=True, hint=True),
            ),
        ),
        Section("picture", (ImageInput("new_image", ratio=3 / 2, described=True),)),
        Section(
            "publication",
            (
                ChoiceInput(
                    "status",
                    required=True,
                    choices="events.status",
                    values=("0", "1", "2"),
                    default="1",
                    type="integer",
                ),
                Input("private", "switch", hint=True),
                Input("creator", "read_only", only="edit"),
            ),
        ),
    ),
    show=(
        Section(
            "when_where",
            (
                Column("from_date", "date_time", value=_starts),
                Column("to_date", "date_time", value=_ends),
                Column("address", value=_address),
                Column("url", "url"),
            ),
        ),
        Section(
            "publication",
            (
                Column("status", "choice", choices="events.status", tones=TONES),
                Column("private", "yes_no"),
                Column("community_name"),
                Column("creator"),
                Column("id", "number"),
            ),
        ),
        Section(
            "event",
            (
                Column("image", "illustration"),
                Column("description", "long_text"),
                Column("full_description", "rich_text"),
            ),
        ),
    ),
    name=lambda event: event.name or f"#{event.id}",
    picture=lambda event: event.image or "",
    default_sort="-fromDate",
    image_owner="event",
    creator_field="creator_id",
    rules=_rules,
)


class EventList(ListMixin, rx.State):
    """The list of events."""

    resource: ClassVar[Resource] = EVENTS


class EventShow(ShowMixin, rx.State):
    """One event."""

    resource: ClassVar[Resource] = EVENTS
    siblings: ClassVar[type[ListMixin]] = EventList


class EventForm(FormMixin, rx.State):
    """The form of an event."""

    resource: ClassVar[Resource] = EVENTS


SCREENS = crud_screens(EventList, EventShow, EventForm, menu=Menu(rank=40, icon="calendar-days"))
