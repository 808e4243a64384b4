"""The second stage of an import: what was found out about the file. Its columns beside ours, its oddities with their
mends, the map of its places.
"""

from typing import Any

import reflex as rx

from admin_app.kit.imports.state import State
from admin_app.kit.parts.map import marks_map
from admin_app.kit.parts.widgets import Row, button, entry, icon
from admin_app.kit.words.locale import choice_label, number_var, t

ENCODING = "import-encoding"


def about_file(state: State) -> rx.Component:
    """All that is to be known of the file, beside the map where it has places."""
    return rx.el.div(
        rx.el.div(_facts(state), _remarks(state), _columns_panel(state), class_name="import-about"),
        *([_places_map(state)] if state.resource.spot else []),
        class_name="import-top",
    )


def _facts(state: State) -> rx.Component:
    """What was found out about the file."""

    def fact(label: Any, value: Any, shown: Any = True) -> rx.Component:
        return rx.cond(shown, rx.el.div(rx.el.dt(label), rx.el.dd(value)))

    guessed = state.encodings.length() > 0
    guess = rx.el.label(t("imports.facts.guess"), html_for=ENCODING)
    sheet, blank, tidied = (entry(state.about, name) for name in ("sheet", "blank", "tidied"))
    encoding, separator = entry(state.about, "encoding"), entry(state.about, "separator")
    return rx.el.section(
        rx.el.dl(
            fact(t("imports.facts.name"), entry(state.about, "name")),
            fact(t("imports.facts.sheet"), sheet, sheet != ""),
            fact(t("imports.facts.encoding"), encoding, (encoding != "") & ~guessed),
            fact(guess, _encodings(state), guessed),
            fact(t("imports.facts.separator"), choice_label("imports.separators", separator), separator != ""),
            fact(t("imports.facts.blank"), number_var(blank), blank != "0"),
            fact(t("imports.facts.tidied"), number_var(tidied), tidied != "0"),
            class_name="facts",
        ),
        class_name="card import-facts",
        aria_label=t("imports.facts.title"),
    )


def _encodings(state: State) -> rx.Component:
    """A guess that a person may correct: names and places show whether it is right."""
    return rx.el.select(
        rx.foreach(state.encodings, lambda name: rx.el.option(name, value=name)),
        value=entry(state.about, "encoding"),
        on_change=state.read_as,
        disabled=state.task != "",
        custom_attrs={"id": ENCODING},
    )


# --- oddities, each with its mend ---


def _remarks(state: State) -> rx.Component:
    """The remarks about the lines; nothing where there are none."""

    def remark(name: str, symbol: str, mend: Any, text: rx.Component | None = None) -> rx.Component:
        count = entry(state.remarks, name)
        return rx.cond(
            state.remarks.contains(name),
            rx.el.li(
                icon(symbol, 20),
                rx.el.div(
                    rx.el.strong(t(f"imports.remarks.{name}", count=count)),
                    text or rx.el.p(t(f"imports.remarks.{name}_text")),
                ),
                mend,
                data_testid=f"remark:{name}",
            ),
        )

    busy = state.task != ""
    exchange = button(t("imports.remarks.exchange"), "exchange", tone="primary", on_click=state.exchange, disabled=busy)
    drop = button(t("imports.remarks.drop"), "drop-twins", on_click=state.drop_twins, disabled=busy)
    look = button(t("imports.remarks.look"), "look", on_click=state.show("doubts"), disabled=busy)
    return rx.cond(
        state.remarks.length() > 0,
        rx.el.ul(
            remark("swapped", "arrow-left-right", exchange),
            remark("twin", "copy", drop, _twins(state)),
            remark("far", "map-pin-off", look),
            class_name="import-remarks",
            aria_label=t("imports.remarks.title"),
            role="list",
        ),
    )


def _twins(state: State) -> rx.Component:
    """What the server would do with twins: make no record of them, or overwrite that of the earlier line."""
    ignored = rx.el.p(t("imports.remarks.twin_text"))
    if not state.resource.replaces:
        return ignored
    replaces, twins = entry(state.remarks, "replaces").to(int), entry(state.remarks, "twin").to(int)
    return rx.fragment(
        rx.cond(state.remarks.contains("replaces"), rx.el.p(t(f"{state.resource.key}.replaces", count=replaces))),
        rx.cond(~state.remarks.contains("replaces") | (replaces < twins), ignored),
    )


def _places_map(state: State) -> rx.Component:
    """Where the lines are; what is to be looked at stands out."""
    return rx.cond(
        state.places.length() > 0,
        rx.el.section(
            rx.el.h2(t("imports.places.title"), custom_attrs={"id": "import-places"}),
            marks_map(t("imports.places.label"), state.places, on_mark=state.go_to),
            rx.el.ul(
                *[
                    rx.el.li(
                        rx.el.span(class_name="map-mark", custom_attrs={"data-tone": tone}),
                        t(f"imports.places.{tone}"),
                    )
                    for tone in ("good", "warn", "bad")
                ],
                class_name="map-key",
                aria_label=t("kit.map.key"),
            ),
            class_name="card import-places",
            aria_labelledby="import-places",
        ),
    )


# --- the columns of the file beside ours ---


def _columns_panel(state: State) -> rx.Component:
    """How the columns are matched in one line, and each of them below; open where a look is needed."""
    left_out = state.columns.length() - state.matched
    summary = rx.el.summary(
        icon("columns-3", 18),
        rx.el.h2(t("imports.columns.title")),
        rx.el.span(t("imports.columns.used", count=state.matched), class_name="quiet"),
        rx.cond(left_out > 0, rx.el.span(t("imports.columns.left_out", count=left_out), class_name="badge quiet")),
        rx.cond(
            state.lacking.length() > 0,
            rx.el.span(t("imports.columns.lacking", count=state.lacking.length()), class_name="badge bad"),
        ),
    )
    return rx.el.details(
        summary,
        _mismatches(state),
        rx.el.ul(rx.foreach(state.columns, lambda column: _column(state, column)), class_name="matches"),
        _headed(state),
        # A file whose columns need a look shows them; the state is replaced with the file, not with every choice.
        open=state.unsure,
        class_name="card import-columns",
        custom_attrs={"data-testid": "columns"},
    )


def _mismatches(state: State) -> rx.Component:
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


def _column(state: State, column: Row) -> rx.Component:
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
    """A guess about the file that a person may correct."""
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
