"""Events: occasions people share rides to (EVENT-1; content-points.yaml, EventUpdate)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit import declare as d
from admin_app.kit.clock import today
from admin_app.kit.crud import Beside, Extras, FormMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.forms import Around, follower, mirrors
from admin_app.kit.lists import FullTextMixin, read_button, reading_dialog
from admin_app.kit.parts import icon
from admin_app.kit.records import Next, Told, Waiting
from admin_app.kit.script import run
from admin_app.kit.styles import sheet
from admin_app.kit.values import Address, Picture, Record, town_of
from admin_app.kit.words.formats import is_day
from admin_app.kit.words.locale import date_var, dates_var, language_of, say, t
from admin_app.shared import targets
from admin_app.shared.preview import live_preview

IN_COMMUNITY = d.reference(
    targets.COMMUNITIES, named="community_name", flag="event_community", required_by="event_community_required"
)
NEAREST = "nearest"
"""The order of the list unless another is chosen (`nearest`)."""
STYLESHEET = "/event.css"
DAY, CLOCK = slice(10), slice(11, 16)
"""The characters of a day and of its time."""
ENDS_BEFORE = "toDate[strictly_before]"
NEXT = 4
"""How many of the next are told."""
TONES = {"0": "warn", "1": "good", "2": "quiet"}
STATUS = d.radio("events.status", ("0", "1", "2"), TONES, default="1", required=True)
WHEN = d.but("from_date", label="dates")
"""Its first day, where the last one is said with it (`_when`)."""


class Event(Record):
    """An event as the API sends it; its dates are wall clock, and mean whole days without `use_time`."""

    name: Annotated[str, d.text(required=True)] = ""
    status: Annotated[int | None, STATUS] = None
    private: Annotated[bool, d.switch(hint=True)] = False
    description: Annotated[str | None, d.text_area(512, required_by="event_description_required", hint=True)] = None
    full_description: Annotated[str | None, d.rich_text()] = None
    from_date: Annotated[str | None, d.date_time(timed_by="use_time", required=True)] = None
    to_date: Annotated[str | None, d.date_time(timed_by="use_time", required=True)] = None
    use_time: Annotated[bool, d.switch(hint=True)] = False
    url: Annotated[str | None, d.web_address()] = None
    address: Annotated[Address | None, d.address(required=True, hint=True)] = None
    community_id: Annotated[int | None, IN_COMMUNITY] = None
    community_name: str = ""
    creator: Annotated[str, d.read_only(only="edit")] = ""
    creator_id: int | None = None
    image: Annotated[str | None, d.picture()] = None
    avatar: Annotated[Picture, d.picture()] = None
    new_image: Annotated[str | None, d.image("event", ratio=3 / 2, described=True)] = None


def _rules(values: Mapping[str, str]) -> Mapping[str, str]:
    """The server does not compare the dates (content-points.yaml, EventUpdate)."""
    timed = bool(values["useTime"])
    start, end = (_moment(values[name], timed=timed) for name in ("fromDate", "toDate"))
    if start is None or end is None or end > start or (end == start and not timed):
        return {}
    return {"toDate": "date_order"}


def _moment(text: str, *, timed: bool) -> datetime | None:
    """A day, or a day and its time; None for what is neither, of which that alone is said."""
    try:
        return datetime.fromisoformat(text[: 16 if timed else 10])
    except ValueError:
        return None


async def _created(api: Api, person: int, items: Sequence[Mapping[str, Any]]) -> Collection[Any]:
    """Rule EventAuthor: the event says who made it (content-points.yaml, creatorId)."""
    return [each["id"] for each in items if each.get("creatorId") == person]


EVENTS = d.Resource(
    key="events",
    entity="event",
    route="/events",
    endpoint="admin/events",
    model=Event,
    flag="event",
    may=d.crud("event"),
    columns=d.columns(
        Event,
        *("avatar", "id", "name", "address.address_locality", WHEN, "to_date", "status"),
        *("private", "community_name", "creator"),
        main="name",
        hidden=("id", "address.address_locality", "to_date", "private", "community_name", "creator"),
        sortable=("id", "name", "from_date", "to_date"),
    ),
    filters=d.filters(
        Event,
        "name",
        *d.period("from_date", "held", until="to_date", coming=True),
        more=(
            d.Filter("community.id", "community", "reference", target=targets.COMMUNITIES),
            d.Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
            "private",
        ),
    ),
    form=d.form(
        Event,
        d.section("event", "name", "description", "community_id", note=True),
        d.section("when_where", "from_date", "to_date", "use_time", "address", note=True),
        d.section("picture", "new_image", note=True),
        d.section("publication", "status", "private", "creator", note=True),
        d.section("more", "full_description", "url", folded=True),
    ),
    show=d.show(
        Event,
        d.section("event", "image", "description", "full_description"),
        d.section("place", "address", map="address"),
        d.section(
            "publication",
            *("status", WHEN, "to_date", "url", "private", "community_name", "creator", "id"),
            side=True,
        ),
    ),
    badges=d.badges(Event, "status"),
    facts=d.facts(Event, "address.address_locality", WHEN),
    links={"community_name": targets.ITS_COMMUNITY, "creator": targets.ITS_CREATOR},
    who=d.Who(
        ("name",),
        second=("address.address_locality", "from_date"),
        picture="avatar",
        beside=("address.address_locality", "from_date", "status"),
    ),
    pictures=("image",),
    default_sort=NEAREST,
    creator_field="creator_id",
    own={"EventAuthor": _created},
    rules=_rules,
)


class EventList(FullTextMixin, rx.State):
    """The list of events."""

    resource: ClassVar = EVENTS
    counted: ClassVar[bool | None] = True

    async def _page_of(self, api: Api, query: Query) -> Page:
        near = query.sort is not None and query.sort[0] == NEAREST
        return await nearest(api, query, today()) if near else await super()._page_of(api, query)


class EventShow(ShowMixin, rx.State):
    """One event."""

    resource: ClassVar = EVENTS

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """Who no longer finds it, and what stays (content-points.yaml, delete_event)."""
        locale = await language_of(self)
        seen = "events.impact.published" if self.shown["status"] == "1" else "events.impact.unseen"
        return [say(seen, locale), say("events.impact.ads", locale)]


class EventForm(FormMixin, rx.State):
    """The form of an event."""

    resource: ClassVar = EVENTS


async def nearest(api: Api, query: Query, today: date) -> Page:
    """A page in the order staff work in: what is to come, the nearest first, then the past, the last first.

    The API sorts one way at a time: the two lists are asked for one after the other, and laid end to end.
    """
    size, number = query.per_page or 1, query.page or 1
    limit = min(str(today), str(query.filters.get(ENDS_BEFORE) or today))
    coming = replace(query, sort=("fromDate", False), filters={**query.filters, "toDate[after]": today})
    past = replace(query, sort=("fromDate", True), filters={**query.filters, ENDS_BEFORE: limit})
    first = await api.list(EVENTS.endpoint, coming)
    missing = size - len(first.items)
    page, skipped = divmod(max(0, (number - 1) * size - first.total), size)
    found = await api.list(
        EVENTS.endpoint, replace(past, page=page + 1) if missing else replace(past, page=1, per_page=1)
    )
    items = found.items[skipped:]
    if len(items) < missing and (page + 1) * size < found.total:
        items += (await api.list(EVENTS.endpoint, replace(past, page=page + 2))).items
    return Page([*first.items, *items[:missing]], first.total + found.total)


async def _ahead(api: Api) -> Told:
    """The next to be held, and those that are being held."""
    query = Query(1, NEXT, ("fromDate", False), {"toDate[after]": today()})
    found = await api.list(EVENTS.endpoint, query)
    return Told({}, coming=[_next(Event.model_validate(item)) for item in found.items])


def _next(event: Event) -> Next:
    return Next(
        event.name,
        f"{EVENTS.route}/show/{event.id}",
        "event",
        town_of(event.address),
        day=(event.from_date or "")[DAY],
        until=(event.to_date or "")[DAY],
        picture=event.avatar or "",
        state=str(event.status),
    )


EVENTS_AHEAD = Waiting(EVENTS.key, (EVENTS.may.list,), _ahead, EVENTS.flag)
"""What is held next; nothing of it waits."""


def _when(row: rx.Var[dict[str, str]]) -> rx.Component:
    """When it is held, in a list and on its page."""
    first = row["fromDate"]
    return rx.el.time(_dates(first, row["toDate"]), date_time=first, class_name="nowrap")


def _dates(first: rx.Var[str], last: rx.Var[str]) -> rx.Var[str]:
    """From when to when: of the last day what the first does not say."""
    is_timed = (first[CLOCK] != "") & (last[CLOCK] != "")
    begins, ends = (f"{date_var(day[DAY])}, {day[CLOCK]}" for day in (first, last))
    days = rx.cond(is_timed, f"{begins} – {ends}", dates_var(first, last))
    one = rx.cond(is_timed, f"{begins}–{last[CLOCK]}", date_var(first))
    return rx.cond(first[DAY] == last[DAY], one, days)


class EventPreview(rx.State):
    """When the event that is written will be held; to show it draws no field again."""

    first: str = ""
    last: str = ""
    """As a record has them; empty for what is no day yet."""
    reversed: bool = False
    """Whether it ends before it begins: then it is held at no time."""

    @rx.event
    def clear(self):
        """Nothing is shown of the event that was here before."""
        self.first, self.last, self.reversed = "", "", False

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Show the days of the form, and its times where they count."""
        self.first, self.last = (_typed(data, name) for name in ("fromDate", "toDate"))
        held = {"fromDate": self.first, "toDate": self.last, "useTime": str(data.get("useTime") or "")}
        self.reversed = bool(_rules(held))
        return run("followOn")


def _typed(data: Mapping[str, Any], name: str) -> str:
    """A day of the form, and its time where that counts, as the API writes them."""
    day, clock = (str(data.get(each) or "") for each in (name, name + "_time"))
    if not is_day(day[DAY]):
        return ""
    return f"{day[DAY]}T{clock[:5]}" if clock and data.get("useTime") else day[DAY]


def _when_and_where() -> rx.Component:
    """When and where it is held, as its page says it."""
    first, last = EventPreview.first, EventPreview.last
    one = rx.cond(first == "", last, first)
    when = rx.cond((first == "") | (last == ""), date_var(one), _dates(first, last))
    wrong = rx.el.span(icon("circle-alert", 16), t("kit.validation.date_order"), class_name="field-error")
    when = rx.cond(EventPreview.reversed, wrong, rx.el.span(when))
    return rx.el.small(when, rx.el.span(custom_attrs=mirrors("address", "choice")), class_name="quiet")


SCREENS = crud_screens(
    EventList,
    EventShow,
    EventForm,
    Menu(rank=40, icon="calendar-days"),
    Extras(
        row_actions=lambda row: [read_button(EventList, row)],
        list_cells={"from_date": _when},
        list_below=(reading_dialog(EventList),),
        form=Around(inside=(follower(EventPreview.follow),)),
        form_loads=(EventPreview.clear,),
        form_aside=(live_preview(EVENTS.key, ("name", "description"), _when_and_where()),),
        show=Beside(top=(sheet(STYLESHEET),), cells={"from_date": _when}, says=("to_date",)),
    ),
)
