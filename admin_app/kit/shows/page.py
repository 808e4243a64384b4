"""The page of one record: its head, then its sections in two columns of their own, and its long parts behind tabs."""

from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column, wire
from admin_app.kit.declare.relations import Related
from admin_app.kit.declare.resource import Section
from admin_app.kit.parts.cells import Cells, cell
from admin_app.kit.parts.error_panel import failed_card, unless_closed
from admin_app.kit.parts.map import place_map
from admin_app.kit.parts.permission_gate import offered
from admin_app.kit.parts.tabs import Tab, tabs
from admin_app.kit.parts.widgets import entry, icon, link
from admin_app.kit.session import Session, may_read
from admin_app.kit.shows.head import head
from admin_app.kit.shows.related import related_part
from admin_app.kit.shows.state import ShowMixin
from admin_app.kit.words.locale import t

State = type[ShowMixin]
Parts = tuple[Any, ...]
RECORD = "record"
"""What stands behind the # of the first tab."""


@dataclass(frozen=True)
class Beside:
    """What a feature adds to the page of a record; each part has a place that does not follow the heights of others."""

    actions: Parts = ()
    """In the head, beside the main action: one at most."""
    more: Parts = ()
    """In the menu of the head, before the deletion."""
    top: Parts = ()
    """Over both columns."""
    lead: Parts = ()
    """Above the sections of the main column."""
    main: Parts = ()
    """Below them."""
    aside: Parts = ()
    """Above the sections at the side."""
    side: Parts = ()
    """Below them."""
    tabs: tuple[Tab, ...] = ()
    """Behind tabs of their own, before the records that belong to this one."""
    below: Parts = ()
    """Below everything, whatever tab is on show: dialogs, sheets for paper."""
    cells: Cells = field(default_factory=dict)
    """What stands in the facts of the head instead of some values, by field."""
    says: tuple[str, ...] = ()
    """The properties that these parts say, by the names of the record: the sections do not say them again."""


def show_page(state: State, beside: Beside | None = None) -> rx.Component:
    """A record of `state.resource`."""
    beside = beside or Beside()
    resource = state.resource
    sheet = _sheet(state, beside)
    related = [_related(state, each) for each in resource.related]
    long = (*beside.tabs, *related)
    if long:
        sheet = tabs(t("kit.show.parts"), Tab(RECORD, t("kit.show.record"), (sheet,)), *long)
    problem = failed_card(state, t("kit.pages.error_title"), state.load)
    page = rx.el.article(
        head(state, beside.actions, beside.more, beside.cells),
        rx.cond(state.problem != "", problem, rx.fragment(sheet, *beside.below)),
        class_name="show",
    )
    return unless_closed(state, page, state.back, resource.may.list)


def _sheet(state: State, beside: Beside) -> rx.Component:
    """The sections, each in the column it was declared in."""
    shown = state.resource.show
    main = [*beside.lead, *(_section(state, each, beside.says) for each in shown if not each.side), *beside.main]
    side = [*beside.aside, *(_section(state, each, beside.says) for each in shown if each.side), *beside.side]
    columns = [[*part] for part in (main, side) if part]
    if columns:
        columns[-1].append(_blanks(state))
    columns = [rx.el.div(*part, class_name="column") for part in columns]
    return rx.fragment(*beside.top, rx.el.div(*columns, class_name="columns"))


def _related(state: State, related: Related) -> Tab:
    """The records that belong to this one, as many as were read."""
    resource, key = state.resource, related.key
    count = rx.cond(state.related_rows.contains(key), state.related_rows[key].length().to_string(), "")
    label = t(f"{resource.key}.sections.{key}")
    return Tab(
        key, label, (related_part(resource, related, state),), count, permission=related.permission, flag=related.flag
    )


def _section(state: State, section: Section, says: tuple[str, ...]) -> rx.Component:
    """What is filled of a section and said neither in the head nor beside it; without any of it it is not seen."""
    resource = state.resource
    said = {*(column.field for column in resource.head()), *resource.identity.of, *says}
    made = rx.el.section(
        rx.el.h2(t(f"{state.resource.key}.sections.{section.key}"), custom_attrs={"id": f"show-{section.key}"}),
        *([rx.el.p(t(f"{state.resource.key}.notes.{section.key}"), class_name="hint")] if section.note else []),
        _map(state, section.map) if section.map else rx.fragment(),
        rx.el.dl(*[_line(state, column) for column in section.parts if column.field not in said]),
        class_name="card part",
        aria_labelledby=f"show-{section.key}",
    )
    return offered(made, section.permission, section.flag)


def _map(state: State, field: str) -> rx.Component:
    """A record may have a `circle` around its place beside the coordinates: see `MapArea`."""
    spot = [wire(f"{field}.{part}") for part in ("latitude", "longitude", "circle", "address_locality")]
    pin = entry(state.shown, state.resource.pin.name) if state.resource.pin else ""
    return place_map(*(entry(state.shown, name) for name in spot), pin=pin)


def _line(state: State, column: Column) -> rx.Component:
    """A property that is filled; all of them while the record is awaited."""
    waiting = state.shown.length() == 0
    value = rx.cond(waiting, rx.el.span(class_name="bar"), _value(state, column))
    return rx.cond(waiting | (entry(state.shown, column.name) != ""), _pair(state, column, value))


def _blanks(state: State) -> rx.Component:
    """The properties without a value behind one link at the end: what is there can be read at once."""

    def lines(section: Section) -> rx.Component:
        empty = [
            rx.cond(entry(state.shown, column.name) == "", _pair(state, column, cell(column, state.shown)))
            for column in section.parts
        ]
        return offered(rx.fragment(*empty), section.permission, section.flag)

    folded = rx.el.details(
        rx.el.summary(icon("plus", 16), t("kit.show.blanks", count=state.blanks)),
        rx.el.dl(*[lines(section) for section in state.resource.show]),
        class_name="blanks",
        key=state.shown_id,
        custom_attrs={"data-blanks": ""},
    )
    return rx.cond((state.blanks > 0) & (state.shown.length() > 0), folded)


def _pair(state: State, column: Column, value: Any) -> rx.Component:
    return rx.el.div(
        rx.el.dt(t(state.resource.label_of(column))), rx.el.dd(value, data_field=column.name), class_name="pair"
    )


def _value(state: State, column: Column) -> rx.Component:
    """What is there, and the way to the record it names."""
    shown = cell(column, state.shown)
    named = state.resource.links.get(column.field)
    if named is None:
        return shown
    href = entry(state.hrefs, column.name)
    there = link(state.shown[column.name], to=href)
    allowed = may_read(named.permission) & (href != "")
    allowed = allowed & Session.flags.contains(named.flag) if named.flag else allowed
    return rx.cond(allowed, there, shown)
