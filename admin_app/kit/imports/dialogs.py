"""What an import asks before it acts."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.widgets import button, closes, dialog
from admin_app.kit.words.locale import t

State = type[ImportMixin]


def restart_dialog(state: State) -> rx.Component:
    """Asked before a file and its corrections are given up."""
    return dialog(
        "import-restart",
        t("imports.restart_title"),
        rx.el.p(t("imports.restart_text")),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-restart", custom_attrs=closes(), auto_focus=True),
            button(
                t("imports.restart"), "confirm-restart", tone="danger", on_click=state.restart, custom_attrs=closes()
            ),
            class_name="row end",
        ),
    )


def send_dialog(state: State) -> rx.Component:
    """What an import does to people and records, said before it is done (trap 38)."""
    ready = state.total - state.faulty
    return dialog(
        "import-send",
        t("imports.send_title", count=ready),
        rx.el.p(t(f"{state.resource.key}.impact")),
        rx.cond(state.faulty > 0, rx.el.p(t("imports.left_out", count=state.faulty))),
        rx.cond(state.outlooks.length() == 0, rx.el.p(t("imports.not_foreseen"), class_name="quiet")),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-send", custom_attrs=closes(), auto_focus=True),
            button(
                t("imports.send", count=ready),
                "confirm-send",
                symbol="send",
                tone="primary",
                on_click=state.send,
                custom_attrs=closes(),
            ),
            class_name="row end",
        ),
    )


def leave_dialog() -> rx.Component:
    """Asked before an import that was not sent is left: the script opens it and acts on the answer."""

    def answer(label: Any, name: str, tone: str, **props: Any) -> rx.Component:
        return button(label, f"leave-{name}", tone=tone, custom_attrs={"data-answer": name}, **props)

    return dialog(
        "leave-unfinished",
        t("imports.leave_title"),
        rx.el.p(t("imports.leave_text")),
        rx.el.div(
            answer(t("imports.leave"), "discard", "danger-plain"),
            answer(t("kit.form.leave_stay"), "stay", "primary", auto_focus=True),
            class_name="row end",
        ),
    )
