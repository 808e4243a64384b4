"""The selection bar of a list, the dialog of each of its actions, the progress of a run and its report."""

from typing import Any

import reflex as rx

from admin_app.kit.lists.bulk import ASIDE, DONE, GONE, OUTCOMES, REFUSED, SKIPPED, UNCERTAIN, Bulk
from admin_app.kit.lists.state import State
from admin_app.kit.parts.widgets import FOCUSED, badge, button, closes, dialog, held_input, icon_button, opens, spinner
from admin_app.kit.session import may
from admin_app.kit.words.locale import t

TONES = {DONE: "good", GONE: "quiet", ASIDE: "quiet", REFUSED: "bad", UNCERTAIN: "warn", SKIPPED: "warn"}


SELECTION_KEY = "A"
"""The key that brings the focus to what can be done with the selection."""


def bulk_bar(state: State, extras: tuple[Any, ...]) -> rx.Component:
    """What can be done with the selection, which the script keeps across pages; the progress of what is being done.

    It comes last in the list and sticks to the bottom of the window. While nothing is selected it keeps its room,
    unseen: nothing moves when it shows, and it ends below the last row and the pages (decision 42).
    """
    if not state.resource.selectable:
        return rx.fragment()
    actions = state.bulk_actions()
    return rx.fragment(
        rx.cond(state.bulk_total > 0, _progress(state), _bar(state, actions, extras)),
        rx.el.p(role="status", class_name="visually-hidden", custom_attrs=_forms("kit.list.told")),
        *[_confirmation(state, action) for action in actions],
        _report(state, actions),
    )


def _bar(state: State, actions: tuple[Bulk, ...], extras: tuple[Any, ...]) -> rx.Component:
    everything = rx.cond(
        state.total > state.most_selected,
        t("kit.actions.select_first", count=state.most_selected),
        t("kit.actions.select_all", count=state.total),
    )
    bar = f"{state.resource.key}-selection"
    return rx.el.div(
        rx.el.p(
            rx.el.strong(t("kit.list.selection"), " ", _count()),
            rx.el.kbd(SELECTION_KEY, title=t("kit.list.selection_key")),
            class_name="bulk-count",
        ),
        icon_button(
            "x",
            t("kit.actions.clear_selection"),
            "clear-selection",
            custom_attrs={"data-clear-selection": ""},
        ),
        # The head of the table chooses a page, and there may be no more than that.
        rx.cond(
            state.total > state.rows.length(),
            button(
                everything,
                "select-all",
                tone="link",
                on_click=state.select_all,
                # The script takes it away from who has selected so many.
                custom_attrs={"data-most": str(state.most_selected)},
            ),
        ),
        rx.el.div(
            *[_asks(state, action, t(f"{action.labels}.action"), f"bulk-{action.name}") for action in actions],
            *extras,
            class_name="bulk-actions",
        ),
        class_name="bulk-bar",
        role="region",
        aria_label=t("kit.list.selection_label"),
        aria_keyshortcuts=SELECTION_KEY,
        tab_index=-1,
        custom_attrs={"id": bar, "data-bulk": state.resource.key, "data-then": bar},
    )


def _forms(key: str) -> dict[str, Any]:
    """A text that the script counts: its forms, with # for the number."""
    return {
        "data-told": "",
        "data-zero": t(f"{key}.zero"),
        "data-one": t(f"{key}.one"),
        "data-other": t(f"{key}.many", number="#"),
    }


def _asks(state: State, action: Bulk, label: Any, name: str) -> rx.Component:
    """The button that opens the dialog of an action, and asks what it would touch."""
    props: dict[str, Any] = {"symbol": action.symbol, "tone": "danger-plain" if action.danger else "plain"}
    if not action.weighed:
        return _allowed(state, action, button(label, name, custom_attrs=opens(_dialog_id(state, action)), **props))
    asked = rx.el.form(
        *_sent(action),
        button(label, name, type="submit", **props),
        on_submit=state.weigh_bulk,
        class_name="inline-form",
        custom_attrs={"data-opens": _dialog_id(state, action)},
    )
    return _allowed(state, action, asked)


def _allowed(state: State, action: Bulk, made: rx.Component) -> rx.Component:
    return rx.cond(may(action.permission) | state.owned.contains(action.permission), made)


def _sent(action: Bulk) -> list[rx.Component]:
    """What each form sends: the action and the selection, which the script keeps up to date."""
    chosen = held_input("ids", "", {"data-ids": ""})
    return [rx.el.input(type="hidden", name="action", default_value=action.name), chosen]


def _confirmation(state: State, action: Bulk) -> rx.Component:
    """The dialog of an action: what, how many, what else it touches; Cancel has the focus."""
    dialog_id = _dialog_id(state, action)
    # A number to type comes first, where one is asked for.
    cancel = button(t("kit.actions.cancel"), f"cancel-bulk-{action.name}", custom_attrs=closes(dialog_id))
    go = button(
        t(f"{action.labels}.action"),
        f"confirm-bulk-{action.name}",
        symbol=action.symbol,
        tone="danger" if action.danger else "primary",
        type="submit",
        disabled=~state.bulk_weighed if action.weighed else False,
    )
    return _allowed(
        state,
        action,
        dialog(
            dialog_id,
            t(action.title or f"{action.labels}.title"),
            rx.el.p(t("kit.list.selection"), " ", rx.el.strong(_count())),
            _names(),
            rx.el.p(t(f"{action.labels}.text")),
            *([_impacts(state)] if action.weighed else []),
            rx.el.form(
                *_sent(action),
                *([_typed(state, action)] if action.typed else []),
                rx.el.div(
                    cancel,
                    rx.el.fieldset(go, class_name="bare", custom_attrs={"data-gate": ""} if action.typed else {}),
                    class_name="row end",
                ),
                on_submit=state.run_bulk,
                custom_attrs={"data-closes": ""},
            ),
        ),
    )


def _names() -> rx.Component:
    """Who is selected, by name: the script writes the first of them and how many others there are."""
    others = {"data-one": t("kit.bulk.others.one"), "data-other": t("kit.bulk.others.many", number="#")}
    return rx.el.p(class_name="selected-names", custom_attrs={"data-names": "", **others})


def _typed(state: State, action: Bulk) -> rx.Component:
    """The number to type; the script shows it above one row, and opens the gate when it is right."""
    name = f"{_dialog_id(state, action)}-typed"
    return rx.el.div(
        rx.el.label(
            t("kit.bulk.type_before"), " ", rx.el.strong(_count()), " ", t("kit.bulk.type_after"), html_for=name
        ),
        rx.el.input(
            type="text",
            name="typed",
            input_mode="numeric",
            auto_complete="off",
            custom_attrs={"id": name, "data-typed": ""},
        ),
        class_name="field typed",
        custom_attrs={"data-many": ""},
    )


def _impacts(state: State) -> rx.Component:
    found = rx.el.ul(rx.foreach(state.bulk_impacts, rx.el.li), class_name="impacts")
    unknown = rx.el.p(state.bulk_problem, class_name="field-error")
    return rx.el.div(
        rx.cond(
            state.bulk_weighed,
            found,
            rx.cond(state.bulk_problem != "", unknown, spinner(t("kit.words.loading"), said=False)),
        ),
        aria_live="polite",
        class_name="weighed",
    )


def _progress(state: State) -> rx.Component:
    return rx.el.div(
        rx.el.progress(value=state.bulk_done, max=state.bulk_total, aria_label=t("kit.bulk.running")),
        rx.el.span(t("kit.transfer.progress", done=state.bulk_done, total=state.bulk_total), role="status"),
        button(t("kit.actions.cancel"), "stop-bulk", on_click=state.stop_bulk),
        class_name="bulk-bar shown",
    )


def last_report(state: State) -> rx.Component:
    """The way back to a report that was closed."""
    if not state.resource.selectable:
        return rx.fragment()
    opened = button(
        t("kit.bulk.last"),
        "open-report",
        symbol="clipboard-list",
        tone="link",
        custom_attrs=opens(f"{state.resource.key}-report"),
    )
    return rx.cond((state.bulk_total == 0) & (state.bulk_report.length() > 0), opened)


def _report(state: State, actions: tuple[Bulk, ...]) -> rx.Component:
    """What happened to each row."""
    name = f"{state.resource.key}-report"
    table = f"{name}-rows"
    again = [
        rx.cond(
            (state.bulk_name == action.name)
            & (state.bulk_counts[REFUSED] + state.bulk_counts[UNCERTAIN] + state.bulk_counts[SKIPPED] > 0),
            _asks(state, action, t("kit.bulk.retry"), "retry-bulk"),
        )
        for action in actions
    ]
    return dialog(
        name,
        t("kit.bulk.report"),
        rx.el.p(*[_told(state, actions, each) for each in OUTCOMES], class_name="row"),
        rx.el.div(
            _rows(state, actions, table),
            class_name="report-rows",
            role="region",
            aria_label=t("kit.bulk.report"),
            tab_index=0,
        ),
        rx.el.div(
            button(t("kit.bulk.copy"), "copy-report", symbol="copy", custom_attrs={"data-copy-table": table}),
            button(t("kit.bulk.download"), "download-report", symbol="download", on_click=state.download_report),
            *again,
            button(t("kit.actions.close"), "close-report", tone="primary", custom_attrs=closes(name) | FOCUSED),
            class_name="row end",
        ),
        class_name="wide",
    )


def _told(state: State, actions: tuple[Bulk, ...], outcome: str) -> rx.Component:
    number = rx.cond(state.bulk_counts.contains(outcome), state.bulk_counts[outcome], 0).to(int)
    label = _outcome(state, actions, outcome)
    return rx.cond(number > 0, badge(t("kit.bulk.count", name=label, number=number), TONES[outcome]))


def _outcome(state: State, actions: tuple[Bulk, ...], outcome: str) -> rx.Var[str]:
    if outcome != DONE:
        return t(f"kit.bulk.outcomes.{outcome}")
    told = rx.Var.create("")
    for action in actions:
        told = rx.cond(state.bulk_name == action.name, t(f"{action.labels}.done"), told)
    return told


def _rows(state: State, actions: tuple[Bulk, ...], table: str) -> rx.Component:
    names = ("id", "name", "outcome", "reason")

    def line(row: rx.Var[dict[str, str]]) -> rx.Component:
        badges = [(each, badge(_outcome(state, actions, each), TONES[each])) for each in OUTCOMES]
        return rx.el.tr(
            rx.el.td(row["number"]),
            rx.el.th(row["name"], scope="row"),
            rx.el.td(rx.match(row["outcome"], *badges, rx.fragment())),
            rx.el.td(row["reason"], class_name="wrap"),
            key=row["id"],
            data_testid="report-row",
            data_id=row["id"],
            data_outcome=row["outcome"],
        )

    return rx.el.table(
        rx.el.caption(t("kit.bulk.report"), class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(*[rx.el.th(t(f"kit.bulk.columns.{name}"), scope="col") for name in names])),
        rx.el.tbody(rx.foreach(state.bulk_report, line)),
        class_name="table plain",
        custom_attrs={"id": table},
    )


def _count() -> rx.Component:
    return rx.el.span("0", custom_attrs={"data-count": ""})


def _dialog_id(state: State, action: Bulk) -> str:
    return f"{state.resource.key}-bulk-{action.name}"
