"""What stands on the page of a structure beside its plain properties, and the dialog of its deletion."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.structures.form_values import SYMBOLS
from admin_app.features.solidary.structures.show import DELETE, DIALOG, StructureShow
from admin_app.features.solidary.week_table import hours, week_table
from admin_app.features.users.resource import USERS
from admin_app.kit.parts import badge, button, closes, dialog, icon, link, offered, opens, spinner, titled_card
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, date_var, t

Line = rx.Var[dict[str, str]]


def works() -> tuple[rx.Component, ...]:
    """When it works."""
    return (_card("slots", _week()),)


def serves() -> tuple[rx.Component, ...]:
    """Where it works, and what people travel for: short lines."""
    state = StructureShow
    return (
        _list("territories", state.territories, rx.el.li),
        _list("subjects", state.subjects, lambda each: rx.el.li(rx.el.span(each["label"]), _used(each))),
    )


def asks() -> tuple[rx.Component, ...]:
    """What drivers must be ready for, and what people are asked to prove."""
    state = StructureShow
    return (
        _needs(),
        _list("requesters", state.requesters, _criterion),
        _list("volunteers", state.volunteers, _criterion),
    )


def run_by() -> rx.Component:
    """Who runs it."""
    return _list("operators", StructureShow.operators, _operator)


def _card(key: str, inside: rx.Component) -> rx.Component:
    shown = rx.cond(StructureShow.shown.length() == 0, rx.el.span(class_name="bar"), inside)
    return titled_card(f"show-{key}", t(f"structures.sections.{key}"), shown, data_card=key)


def _list(key: str, items: Any, line: Any) -> rx.Component:
    """A card of lines; without any it stands among what is empty (`resource.ShownStructure`)."""
    card = _card(key, rx.el.ul(rx.foreach(items, line), class_name="plain-lines"))
    return rx.cond((StructureShow.shown.length() == 0) | (items.length() > 0), card)


def _used(each: Line) -> rx.Component:
    """That it is used is the rule: what is said is that nobody did yet."""
    return rx.cond(each["used"] == "", rx.el.span(t("structures.unused"), class_name="quiet"))


def _needs() -> rx.Component:
    """A need a line, as people read it and, where that is otherwise, as volunteers do."""
    state = StructureShow
    columns = ("structures.fields.needs_label", "structures.fields.needs_label_volunteer", "structures.use")
    head = rx.el.tr(*[rx.el.th(t(each), scope="col") for each in columns])
    table = rx.el.table(rx.el.thead(head), rx.el.tbody(rx.foreach(state.needs, _need)), class_name="table needs")
    return rx.cond((state.shown.length() == 0) | (state.needs.length() > 0), _card("needs", table))


def _need(each: Line) -> rx.Component:
    other = rx.cond(each["volunteer"] != each["label"], each["volunteer"], "")
    return rx.el.tr(rx.el.td(each["label"]), rx.el.td(other, class_name="quiet"), rx.el.td(_used(each)))


def _operator(each: Line) -> rx.Component:
    since = rx.el.span(t("structures.since", date=date_var(each["since"])))
    about = rx.el.span(
        rx.cond(each["email"] != "", rx.el.span(each["email"])),
        rx.cond(each["since"] != "", since),
        class_name="quiet beside-name",
    )
    name = rx.cond(may_read(USERS.may.read or ""), link(each["name"], to=each["href"]), rx.el.span(each["name"]))
    return rx.el.li(name, about)


def _criterion(each: Line) -> rx.Component:
    symbols = [(kind, icon(name)) for kind, name in SYMBOLS.items()]
    about = rx.el.span(
        choice_label("structures.variants", each["kind"]),
        rx.cond(each["choices"] != "", rx.el.span(" · ", each["choices"])),
        class_name="quiet beside-name",
    )
    return rx.el.li(
        rx.el.span(rx.match(each["kind"], *symbols, rx.fragment()), class_name="line-symbol"),
        rx.el.span(each["label"]),
        about,
        rx.el.span(
            # Most of them are mandatory: the others say so.
            rx.cond(each["mandatory"] == "", rx.el.span(t("structures.optional"), class_name="quiet")),
            rx.cond(each["activated"] == "", badge(t("structures.not_asked"), "bad")),
            _used(each),
            class_name="row badges",
        ),
        class_name="criterion-line",
        data_kind=each["kind"],
    )


def _week() -> rx.Component:
    """When it works, and how wide its volunteers may make each slot."""
    state = StructureShow

    def limits(slot: str) -> rx.Component:
        widest = hours(state.ranges, slot, "RangeTime")
        return rx.cond(widest != "", rx.el.span(t("structures.widest", hours=widest)))

    return week_table(state.week, state.times, "show-slots", t("kit.words.yes"), t("kit.words.no"), limits)


# --- deletion -------------------------------------------------------------------------


def deletion() -> rx.Component:
    """The button, and the dialog that says what goes and asks for the name."""
    ask = button(
        t("kit.actions.delete"),
        "delete",
        symbol="trash-2",
        tone="danger-plain",
        on_click=StructureShow.weigh,
        custom_attrs=opens(DIALOG),
    )
    return offered(rx.fragment(ask, _dialog()), DELETE, acts=True)


def _dialog() -> rx.Component:
    state, field = StructureShow, f"{DIALOG}-name"
    impacts = rx.el.div(
        rx.cond(
            state.impacts_known,
            rx.el.ul(rx.foreach(state.impacts, lambda line: rx.el.li(line)), class_name="impacts"),
            rx.cond(
                state.impacts_problem != "",
                rx.el.p(state.impacts_problem, class_name="field-error"),
                spinner(t("structures.counting"), said=False),
            ),
        ),
        aria_live="polite",
    )
    typed = rx.el.div(
        rx.el.label(t("structures.type_name", name=state.title), html_for=field),
        rx.el.input(
            type="text",
            name="name",
            auto_complete="off",
            aria_invalid=rx.cond(state.wrong_name, "true", "false"),
            aria_describedby=f"{field}-error",
            custom_attrs={"id": field},
        ),
        rx.el.p(
            rx.cond(state.wrong_name, t("structures.wrong.name"), ""),
            class_name="field-error",
            role="alert",
            custom_attrs={"id": f"{field}-error"},
        ),
        class_name="field",
    )
    answers = rx.el.div(
        button(t("kit.actions.cancel"), "cancel-delete", custom_attrs=closes(DIALOG)),
        button(
            rx.cond(state.deleting, t("kit.delete.deleting"), t("structures.delete_for_good")),
            "confirm-delete",
            symbol="trash-2",
            tone="danger",
            type="submit",
            disabled=state.deleting | ~state.impacts_known,
        ),
        class_name="row end",
    )
    return dialog(
        DIALOG,
        t("kit.delete.title", name=state.title),
        rx.el.form(
            rx.el.p(rx.cond(state.removable, t("structures.impact.nobody"), t("structures.impact.somebody"))),
            impacts,
            typed,
            answers,
            on_submit=state.erase,
            class_name="form",
        ),
    )
