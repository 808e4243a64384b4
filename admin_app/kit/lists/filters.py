"""Filters of a list: inputs that write the address, chips that take filters away again, and the lists asked for every
day, which are filters under a name."""

from urllib.parse import urlencode

import reflex as rx

from admin_app.kit.declare.fields import Filter
from admin_app.kit.declare.resource import Resource, Shortcut
from admin_app.kit.lists.state import State
from admin_app.kit.parts.combobox import filter_combobox
from admin_app.kit.parts.widgets import button_link, entry, icon, link
from admin_app.kit.words.locale import choice_label, date_var, t


def filter_bar(state: State) -> rx.Component:
    """The filters that are always there, the others behind one button; the script puts what is typed in the address."""
    filters = [each for each in state.resource.filters if each.kind != "area"]
    if not filters:
        return rx.fragment()
    always = [_control(state, each) for each in filters if each.always]
    others = [_control(state, each) for each in filters if not each.always]
    panel_id = f"{state.resource.key}-filters"
    active = state.filters.length()
    more = rx.el.button(
        icon("sliders-horizontal"),
        rx.el.span(rx.cond(active > 0, t("kit.filters.open", count=active), t("kit.filters.title"))),
        type="button",
        class_name="button plain",
        aria_expanded="false",
        aria_controls=panel_id,
        data_testid="action:filters",
        custom_attrs={"data-toggles": panel_id},
    )
    panel = rx.el.div(*others, class_name="filter-grid", hidden=True, custom_attrs={"id": panel_id})
    return rx.el.div(
        *always,
        *((more, panel) if others else ()),
        class_name="filters",
        role="search",
        aria_label=t("kit.filters.title"),
    )


def _control(state: State, each: Filter) -> rx.Component:
    label = t(f"{state.resource.key}.filters.{each.label}")
    if each.kind in ("reference", "place"):
        return _reference(state, each, label)
    return rx.el.label(rx.el.span(label), _input(state, each), class_name="filter")


def _input(state: State, each: Filter) -> rx.Component:
    """`data-value` follows the address, so that Back and a removed chip reach the input too."""
    attributes = {
        "data-param": each.param,
        "data-value": entry(state.filters, each.param),
    }
    if each.kind == "choice":
        options = [rx.el.option(choice_label(each.choices, value), value=value) for value in each.values]
        return rx.el.select(rx.el.option(t("kit.filters.any"), value=""), *options, custom_attrs=attributes)
    if each.kind == "record":
        found = rx.cond(state.choices.contains(each.param), state.choices[each.param], rx.Var.create([]))
        fetched = rx.foreach(found, lambda one: rx.el.option(one["label"], value=one["value"]))
        return rx.el.select(rx.el.option(t("kit.filters.any"), value=""), fetched, custom_attrs=attributes)
    kinds = {"text": "search", "date": "date", "number": "number"}
    return rx.el.input(type=kinds[each.kind], auto_complete="off", custom_attrs=attributes)


def _reference(state: State, each: Filter, label: rx.Var[str]) -> rx.Component:
    return filter_combobox(
        each.param,
        label,
        control_id=f"filter-{each.label}",
        value=entry(state.filters, each.param),
        text=_named(state, each),
        options=state.suggestions,
        search=state.search,
        grouped=each.kind == "place",
    )


def _named(state: State, each: Filter) -> rx.Var[str]:
    """The name of the record a filter points at, its number until it is known."""
    value = state.filters[each.param]
    key = f"{each.param}={value}"
    named = rx.cond(state.filter_labels.contains(key), state.filter_labels[key], value)
    return rx.cond(state.filters.contains(each.param), named, "")


def chips(state: State) -> rx.Component:
    """The active filters, each a link to the list without it."""
    made = [rx.cond(state.filters.contains(each.param), _chip(state, each)) for each in state.resource.filters]
    reset = button_link(t("kit.filters.reset"), "reset-filters", state.hrefs["reset"], tone="link")
    return rx.cond(
        state.filters.length() > 0,
        rx.el.div(*made, reset, class_name="chips", role="group", aria_label=t("kit.filters.active")),
    )


def _chip(state: State, each: Filter) -> rx.Component:
    label = t(f"{state.resource.key}.filters.{each.label}")
    return link(
        rx.el.span(t("kit.filters.chip", name=label), " ", rx.el.strong(_shown(state, each))),
        icon("x", 14),
        to=state.hrefs[f"without:{each.param}"],
        class_name="chip",
        title=t("kit.filters.remove", name=label),
        data_testid=f"action:remove-filter:{each.param}",
    )


def _shown(state: State, each: Filter) -> rx.Var[str]:
    value = rx.Var.create(state.filters[each.param])
    if each.kind == "choice":
        return choice_label(each.choices, value)
    if each.kind == "date":
        return date_var(value, "date")
    if each.kind == "area":
        return t("kit.map.area")
    return _named(state, each) if each.kind in ("reference", "record", "place") else value


def shortcut_bar(state: State) -> rx.Component:
    """A link per shortcut; following the one that is on leads back to the whole list."""
    resource = state.resource
    if not resource.shortcuts:
        return rx.fragment()
    links = [_shortcut(state, resource, each) for each in resource.shortcuts]
    return rx.el.nav(*links, aria_label=t("kit.list.shortcuts"), class_name="shortcuts")


def _shortcut(state: State, resource: Resource, each: Shortcut) -> rx.Component:
    on = state.shortcut == each.name
    return link(
        rx.cond(on, icon("check", 14), icon("list-filter", 14)),
        t(f"{resource.key}.shortcuts.{each.name}"),
        to=rx.cond(on, resource.route, f"{resource.route}?{urlencode(each.filters)}"),
        class_name="shortcut",
        aria_current=rx.cond(on, "true", "false"),
        data_testid=f"action:shortcut:{each.name}",
    )


def remark(state: State) -> rx.Component:
    """What must be known of a list with these filters, where the resource says so."""
    resource = state.resource
    if not resource.remarks:
        return rx.fragment()
    text = choice_label(f"{resource.key}.remarks", state.remark)
    return rx.cond(state.remark != "", rx.el.p(icon("info"), rx.el.span(text), class_name="remark", role="note"))
