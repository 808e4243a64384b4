"""What an import asks before it acts."""

import reflex as rx

from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.widgets import FOCUSED, button, closes, dialog, leave_dialog
from admin_app.kit.words.locale import t

State = type[ImportMixin]
RESTART, SEND = "import-restart", "import-send"


def restart_dialog(state: State) -> rx.Component:
    """Asked before a file and its corrections are given up."""
    return dialog(
        RESTART,
        t("imports.restart_title"),
        rx.el.p(t("imports.restart_text")),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-restart", custom_attrs=closes(RESTART) | FOCUSED),
            button(
                t("imports.restart"),
                "confirm-restart",
                tone="danger",
                on_click=state.restart,
                custom_attrs=closes(RESTART),
            ),
            class_name="row end",
        ),
    )


def send_dialog(state: State) -> rx.Component:
    """What an import does to people and records, said before it is done (trap 38)."""
    ready = state.total - state.faulty
    return dialog(
        SEND,
        t("imports.send_title", count=ready),
        rx.el.p(t(f"{state.resource.key}.impact")),
        rx.cond(state.faulty > 0, rx.el.p(t("imports.left_out", count=state.faulty))),
        rx.cond(state.outlooks.length() == 0, rx.el.p(t("imports.not_foreseen"), class_name="quiet")),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-send", custom_attrs=closes(SEND) | FOCUSED),
            button(
                t("imports.send", count=ready),
                "confirm-send",
                symbol="send",
                tone="primary",
                on_click=state.send,
                custom_attrs=closes(SEND),
            ),
            class_name="row end",
        ),
    )


def unfinished_dialog() -> rx.Component:
    """Asked before an import that was not sent is left."""
    return leave_dialog(
        "leave-unfinished",
        t("imports.leave_title"),
        t("imports.leave_text"),
        {"discard": (t("imports.leave"), "danger-plain"), "stay": (t("kit.form.leave_stay"), "primary")},
    )
