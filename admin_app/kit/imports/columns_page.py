"""The columns of a file beside ours: what was found is shown, and can be changed by hand."""

import reflex as rx

from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.widgets import icon
from admin_app.kit.words.locale import choice_label, t

State = type[ImportMixin]
Column = rx.Var[dict[str, str]]


def columns_panel(state: State) -> rx.Component:
    """How the columns are matched in one line, and each of them below; open where a look is needed."""
    left_out = state.columns.length() - state.matched
    said = rx.cond(
        state.named,
        t("imports.columns.named", count=state.matched),
        t("imports.columns.ordered", count=state.matched),
    )
    summary = rx.el.summary(
        icon("columns-3", 18),
        rx.el.h2(t("imports.columns.title")),
        rx.el.span(said, class_name="quiet"),
        rx.cond(left_out > 0, rx.el.span(t("imports.columns.left_out", count=left_out), class_name="badge quiet")),
        rx.cond(
            state.lacking.length() > 0,
            rx.el.span(t("imports.columns.lacking", count=state.lacking.length()), class_name="badge bad"),
        ),
    )
    return rx.el.details(
        summary,
        _remarks(state),
        rx.el.ul(rx.foreach(state.columns, lambda column: _column(state, column)), class_name="matches"),
        _headed(state),
        # A file whose columns need a look shows them; the state is replaced with the file, not with every choice.
        open=state.unsure,
        class_name="card import-columns",
        custom_attrs={"data-testid": "columns"},
    )


def _remarks(state: State) -> rx.Component:
    lacking = rx.el.ul(
        rx.foreach(state.lacking, lambda name: rx.el.li(choice_label(f"{state.resource.key}.fields", name))),
        class_name="lacking",
    )
    return rx.el.div(
        rx.cond(
            state.named,
            rx.fragment(),
            rx.el.p(icon("list-ordered"), t("imports.columns.ordered_hint"), class_name="reason"),
        ),
        rx.cond(
            state.lacking.length() > 0,
            rx.el.div(
                icon("circle-alert"),
                rx.el.span(t("imports.columns.lacking_hint")),
                lacking,
                class_name="failure",
                role="alert",
            ),
        ),
        class_name="column-remarks",
    )


def _column(state: State, column: Column) -> rx.Component:
    control = f"column-{column['at']}"
    name = rx.cond(column["name"] != "", column["name"], t("imports.columns.nameless", number=column["number"]))
    ours = [
        rx.el.option(t(f"{state.resource.key}.fields.{each.name}"), value=each.name) for each in state.resource.columns
    ]
    return rx.el.li(
        rx.el.label(
            rx.el.strong(name),
            rx.el.span(rx.cond(column["sample"] != "", column["sample"], "\u2013"), class_name="quiet"),
            html_for=control,
        ),
        icon("arrow-right", 16),
        rx.el.select(
            rx.el.option(t("imports.columns.ignore"), value=""),
            *ours,
            value=column["field"],
            on_change=lambda field: state.match(column["at"], field),
            disabled=state.task != "",
            custom_attrs={"id": control},
        ),
        key=column["at"],
        data_ignored=rx.cond(column["field"] == "", "true", "false"),
    )


def _headed(state: State) -> rx.Component:
    """The one guess about the file that a person may correct."""
    return rx.el.label(
        rx.el.input(
            type="checkbox",
            checked=state.headed,
            disabled=state.task != "",
            on_change=state.set_headed,
            name="columnHeadersFirstLine",
        ),
        t("imports.headed"),
        class_name="check",
    )
