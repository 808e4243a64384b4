"""A file that is chosen and goes to the server at once, by the script (assets/kit/files.js)."""

from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Text, icon, pressed_by_script
from admin_app.kit.transfer.tickets import MAX_FILE
from admin_app.kit.words.locale import t


def file_button(
    *,
    accept: str,
    wrong_type: Text,
    described_by: Text,
    field: Text = "",
    symbol: str = "",
    tone: rx.Var[str] | str = "plain",
) -> rx.Component:
    """What chooses it; `field` names it where a form takes several."""
    control = rx.el.input(
        type="file",
        accept=accept,
        class_name="visually-hidden",
        aria_describedby=described_by,
        custom_attrs={
            "data-file": field,
            "data-max": str(MAX_FILE),
            "data-too-big": t("kit.upload.file_limit"),
            "data-wrong-type": wrong_type,
            "data-empty": t("kit.upload.empty_file"),
            "data-failed": t("kit.upload.file_failed"),
        },
    )
    label = rx.el.span(t("kit.upload.choose_file"))
    return rx.el.label(*([icon(symbol)] if symbol else []), label, control, class_name=["button", tone, "file-button"])


def file_progress() -> rx.Component:
    """How far it is sent."""
    return rx.el.progress(
        max=100, hidden=True, aria_label=t("kit.upload.file_progress"), custom_attrs={"data-progress": ""}
    )


def file_answers(prepare: Any, sent: Any) -> tuple[rx.Component, ...]:
    """What the script says is wrong, and the hidden buttons it presses: for a ticket, and once the file is there."""
    return (
        rx.el.p(class_name="field-error", role="alert", custom_attrs={"data-file-error": ""}),
        pressed_by_script("data-prepare", prepare),
        pressed_by_script("data-sent", sent),
    )
