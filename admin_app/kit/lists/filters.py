"""Filters of a list: inputs that write the address, and chips that take filters away again."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.filters import BETWEEN, Filter
from admin_app.kit.lists.state import State
from admin_app.kit.parts.combobox import filter_combobox
from admin_app.kit.parts.dates import filter_day
from admin_app.kit.parts.multi_select import several_filter
from admin_app.kit.parts.periods import period_filter
from admin_app.kit.parts.widgets import button, button_link, entry, icon, link
from admin_app.kit.session import Session
from admin_app.kit.words.locale import choice_label, date_var, days_var, t
from admin_app.kit.words.usual_periods import COMING, NAMES


def filter_bar(state: State) -> rx.Component:
    """The filters that are always there, the others behind one button; the script puts what is typed in the address."""
    filters = [each for each in state.resource.filters if each.kind != "area" and each.offered]
    if not filters:
        return rx.fragment()
    # One control is for both ends of a period: it stands where the first is declared.
    always = [_control(state, each) for each in filters if each.always and not each.ends]
    others = [_control(state, each) for each in filters if not each.always and not each.ends]
    panel_id = f"{state.resource.key}-filters"
    active = _told(state)
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
    note = [_note(state)] if state.resource.filter_note else []
    # On a phone all of it is a sheet over the list (styles/phone-lists.css), left by a button that says what is found.
    see = button(
        t("kit.filters.see", count=state.total),
        "see-results",
        tone="primary",
        class_name="see-results",
        custom_attrs={"data-toggles": panel_id},
    )
    panel = rx.el.div(*others, *note, see, class_name="filter-grid", hidden=True, custom_attrs={"id": panel_id})
    return rx.el.div(
        *always,
        *((more, panel) if others else ()),
        class_name="filters",
        role="search",
        aria_label=t("kit.filters.title"),
    )


def _note(state: State) -> rx.Component:
    text = t(f"{state.resource.key}.filter_note")
    return rx.el.p(icon("info", 16), rx.el.span(text), class_name="side-note")


def _control(state: State, each: Filter) -> rx.Component:
    if each.period:
        ends = (each.param, each.other)
        name = t(f"{state.resource.key}.filters.{each.period}")
        values = (entry(state.filters, ends[0]), entry(state.filters, ends[1]))
        named, exchanged = entry(state.periods, ends[0]), state.exchanged.contains(ends[0])
        return period_filter(ends, name, values, named, exchanged, names=COMING if each.coming else NAMES)
    label = t(f"{state.resource.key}.filters.{each.label}")
    if each.kind in ("reference", "place"):
        made = _reference(state, each, label)
    elif each.kind == "records":
        made = _several(state, each, label)
    elif each.kind == "date":
        made = filter_day(each.param, label, entry(state.filters, each.param))
    else:
        seeks = " seek" if each.kind == "search" else ""
        made = _with_words(
            state, each, rx.el.label(rx.el.span(label), _input(state, each), class_name=f"filter{seeks}")
        )
    return made if each.flag is None else rx.cond(Session.flags.contains(each.flag), made)


def _with_words(state: State, each: Filter, made: rx.Component) -> rx.Component:
    """A filter with what it does below it, and what is wrong with what was typed there."""
    words: list[Any] = []
    if each.hint:
        words.append(rx.el.small(t(f"{state.resource.key}.filter_hints.{each.label}"), class_name="hint"))
    if each.bounds:
        least, most = each.bounds
        wrong = rx.el.small(t("kit.filters.bounds", least=str(least), most=str(most)), class_name="error")
        words.append(rx.cond(state.out_of_bounds.contains(each.param), wrong))
    if _is_apart(state, each):
        words.append(rx.cond(_shut(state, each), rx.el.small(t("kit.filters.shut"), class_name="hint")))
    if not words:
        return made
    said = rx.el.div(*words, custom_attrs={"id": _said_id(state, each)})
    return rx.el.div(made, said, class_name="filter-said")


def _is_apart(state: State, each: Filter) -> bool:
    return any(each.param in group for groups in state.resource.apart for group in groups)


def _said_id(state: State, each: Filter) -> str:
    return f"filter-{state.resource.key}-{each.label}-said"


def _shut(state: State, each: Filter) -> rx.Var[bool]:
    """Whether a filter is shut by those that are on: the API would not take it with them, or it means nothing alone."""
    shut = rx.Var.create(False)
    for groups in state.resource.apart:
        for others in (group for group in groups if each.param not in group):
            if any(each.param in group for group in groups):
                for name in others:
                    shut |= state.filters.contains(name)
    alone = rx.Var.create(bool(each.beside))
    for name in each.beside:
        alone &= ~state.filters.contains(name)
    return (shut | alone) & ~state.filters.contains(each.param)


def _input(state: State, each: Filter) -> rx.Component:
    """`data-value` follows the address, so that Back and a removed chip reach the input too."""
    value = entry(state.filters, each.param)
    attributes: dict[str, Any] = {
        "data-param": each.param,
        "data-value": rx.cond(state.out_of_bounds.contains(each.param), state.out_of_bounds[each.param], value)
        if each.bounds
        else value,
    }
    if each.hint or each.bounds:
        attributes["aria-describedby"] = _said_id(state, each)
    if each.kind == "choice":
        options = [rx.el.option(choice_label(each.choices, value), value=value) for value in each.values]
        nothing = t(each.example or "kit.filters.any")
        return rx.el.select(rx.el.option(nothing, value=""), *options, custom_attrs=attributes)
    if each.kind == "record":
        fetched = rx.foreach(_offered(state, each), lambda one: rx.el.option(one["label"], value=one["value"]))
        return rx.el.select(rx.el.option(t("kit.filters.any"), value=""), fetched, custom_attrs=attributes)
    if each.bounds:
        least, most = each.bounds
        attributes |= {"min": str(least), "max": str(most), "inputMode": "numeric"}
        attributes["aria-invalid"] = rx.cond(state.out_of_bounds.contains(each.param), "true", "false")
    if each.kind == "search":
        attributes["aria-keyshortcuts"] = "/"
    # In the line of the list the label stands in the box itself (assets/styles/filters.css).
    words = t(f"{state.resource.key}.filters.{each.label}") if each.always and each.kind == "text" else ""
    shut = _shut(state, each) if each.beside else False
    return rx.el.input(
        type="number" if each.kind == "number" else "search",
        auto_complete="off",
        disabled=shut,
        placeholder=t(each.example) if each.example else words,
        custom_attrs=attributes,
    )


def _reference(state: State, each: Filter, label: rx.Var[str]) -> rx.Component:
    made = filter_combobox(
        each.param,
        label,
        disabled=_shut(state, each),
        control_id=f"filter-{each.label}",
        value=entry(state.filters, each.param),
        text=_named(state, each),
        options=state.suggestions,
        search=state.search,
        grouped=each.kind == "place",
        described_by=_said_id(state, each) if each.hint or _is_apart(state, each) else "",
    )
    return _with_words(state, each, made)


def _offered(state: State, each: Filter) -> Any:
    """The records that a filter offers whole; none until they are read."""
    return rx.cond(state.choices.contains(each.param), state.choices[each.param], rx.Var.create([]))


def _chosen(state: State, each: Filter) -> rx.Var[list[str]]:
    """The ids of a filter by several records."""
    return entry(state.filters, each.param).to(str).split(BETWEEN)


def _several(state: State, each: Filter, label: rx.Var[str]) -> rx.Component:
    """A filter by several records of a list that is offered whole; it says how many are chosen, or which one."""
    chosen = _chosen(state, each)
    count = chosen.length()
    some = rx.cond(count > 1, t("kit.filters.chosen", count=count), _named(state, each))
    said = rx.cond(state.filters.contains(each.param), some, "")
    offered, read = _offered(state, each), state.choices.contains(each.param)
    return several_filter(
        each.param, label, chosen, offered, said, lambda value: state.choose_record(each.param, value), read=read
    )


def _named(state: State, each: Filter) -> rx.Var[str]:
    """The name of the record a filter points at."""
    return rx.cond(state.filters.contains(each.param), _name_of(state, each, state.filters[each.param]), "")


def _name_of(state: State, each: Filter, value: rx.Var[str]) -> rx.Var[str]:
    """The name of a record, its number until it is known."""
    key = f"{each.param}={value}"
    return rx.cond(state.filter_labels.contains(key), state.filter_labels[key], value)


def _elsewhere(state: State) -> dict[str, rx.Var[bool]]:
    """By parameter, whether something else on the page tells a filter: a tab, or the map its area, above which nothing
    moves while it is dragged."""
    told: dict[str, Any] = {}
    for each in state.resource.filters:
        if each.tabs:
            told[each.param] = rx.Var.create(list(each.tabs)).contains(entry(state.filters, each.param))
        elif each.kind == "area":
            told[each.param] = state.filters.contains(each.param) & (state.view == "map")
    return told


def _told(state: State) -> Any:
    """How many filters are told above the rows; the two ends of a period are one."""
    count = state.filters.length()
    for each in state.resource.filters:
        if each.period and each.ends:
            both = state.filters.contains(each.param) & state.filters.contains(each.other)
            count = count - rx.cond(both, 1, 0)
    for elsewhere in _elsewhere(state).values():
        count = count - rx.cond(elsewhere, 1, 0)
    return count


def chips(state: State) -> rx.Component:
    """The active filters, each a link to the list without it."""
    elsewhere = _elsewhere(state)

    def chip(each: Filter) -> rx.Component:
        made = rx.cond(state.filters.contains(each.param), _chip(state, each))
        return rx.cond(elsewhere[each.param], rx.fragment(), made) if each.param in elsewhere else made

    made = [
        _period_chip(state, each) if each.period else chip(each) for each in state.resource.filters if not each.ends
    ]
    reset = button_link(t("kit.filters.reset"), "reset-filters", state.hrefs["reset"], tone="link")
    return rx.cond(
        _told(state) > 0,
        rx.el.div(*made, reset, class_name="chips", role="group", aria_label=t("kit.filters.active")),
    )


def _chip(state: State, each: Filter) -> rx.Component:
    label = t(f"{state.resource.key}.filters.{each.label}")
    if each.kind == "search":
        # It says what the text was taken for.
        label = choice_label(each.choices, state.sought)
    if each.kind == "records":

        def chip(one: rx.Var[str]) -> rx.Component:
            return _removal(state, label, f"{each.param}={one}", _name_of(state, each, one), key=one)

        return rx.fragment(rx.foreach(_chosen(state, each), chip))  # each goes alone
    return _removal(state, label, each.param, _shown(state, each))


def _removal(state: State, label: rx.Var[str], what: str, shown: rx.Var[str], **props: Any) -> rx.Component:
    told = rx.el.span(t("kit.filters.chip", name=label), " ", rx.el.strong(shown))
    return _chip_link(told, label, what, state.hrefs[f"without:{what}"], **props)


def _chip_link(told: rx.Component, label: rx.Var[str], what: str, to: Any, **props: Any) -> rx.Component:
    """A chip is a link to the list without its filter."""
    props |= {"title": t("kit.filters.remove", name=label), "data_testid": f"action:remove-filter:{what}"}
    return link(told, icon("x", 14), to=to, class_name="chip", **props)


def _period_chip(state: State, each: Filter) -> rx.Component:
    """Both ends of a period are one condition: `Inscrit entre le 1er et le 30 octobre 2026`."""
    label = t(f"{state.resource.key}.filters.{each.period}")
    first, last = entry(state.filters, each.param), entry(state.filters, each.other)
    begun = state.filters.contains(each.param)
    told = rx.el.span(label, " ", rx.el.strong(days_var(first, last)))
    to = rx.cond(begun, state.hrefs[f"without:{each.param}"], state.hrefs[f"without:{each.other}"])
    return rx.cond(begun | state.filters.contains(each.other), _chip_link(told, label, each.param, to))


def _shown(state: State, each: Filter) -> rx.Var[str]:
    value = rx.Var.create(state.filters[each.param])
    if each.kind == "choice":
        return choice_label(each.choices, value)
    if each.kind == "date":
        return date_var(value, "date")
    if each.kind == "area":
        return t("kit.map.area")
    return _named(state, each) if each.kind in ("reference", "record", "place") or each.seeks else value


def remark(state: State) -> rx.Component:
    """What must be known of a list with these filters: why it cannot be had, or what the resource says of it."""
    resource = state.resource
    seeks = any(each.seeks for each in resource.filters)
    shut = rx.cond(state.obstacle != "", _remark(_obstacle(state))) if seeks or resource.apart else rx.fragment()
    if not resource.remarks:
        return shut
    return rx.fragment(
        shut, rx.cond(state.remark != "", _remark(choice_label(f"{resource.key}.remarks", state.remark)))
    )


def _remark(*text: Any) -> rx.Component:
    return rx.el.p(icon("info"), rx.el.span(*text), class_name="remark", role="note")


def _obstacle(state: State) -> rx.Var[str]:
    """Why the API was not asked, naming the filters that it does not take together."""
    names = []
    for each in state.resource.filters:
        quoted = t("kit.filters.quoted", name=t(f"{state.resource.key}.filters.{each.label}"))
        names.append(rx.cond(state.clash.contains(each.param), rx.Var.create([" ", quoted]).join(""), ""))
    apart = t("kit.filters.apart", names=rx.Var.create(names).join(""))
    incomplete, by_name = t("kit.filters.incomplete"), t("kit.filters.names_only")
    return rx.cond(state.obstacle == "incomplete", incomplete, rx.cond(state.obstacle == "apart", apart, by_name))
