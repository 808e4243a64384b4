"""The control of a file: the one that is there, a button to choose another, and what is wrong with that one."""

import reflex as rx

from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import Text, button, icon
from admin_app.kit.script import told
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import t


def file_input(state: State, name: Text, described_by: Text, *, accept: str) -> rx.Component:
    """The stored file by its name; the chosen one goes to the server at once, and to the API after the save."""
    chosen = state.prepare_file(told("fileName"))
    return rx.el.div(
        rx.cond(state.file.stored != "", _named("file-lock-2", t("kit.upload.stored"), state.file.stored)),
        rx.cond(
            state.file.name != "",
            rx.cond(
                state.file.problem != "",
                _named("file-x-2", t("kit.upload.refused"), state.file.name),
                _named("file-up", t("kit.upload.chosen"), state.file.name),
            ),
        ),
        rx.el.div(
            rx.el.label(
                rx.el.span(t("kit.upload.choose_file")),
                rx.el.input(
                    type="file",
                    accept=accept,
                    class_name="visually-hidden",
                    aria_describedby=f"f-{name}-file-error {described_by}",
                    custom_attrs={
                        "data-file": "",
                        "data-max": str(tickets.MAX_FILE),
                        "data-too-big": t("kit.upload.file_limit"),
                        "data-wrong-type": t("kit.upload.file_kind", kinds=accept),
                        "data-empty": t("kit.upload.empty_file"),
                        "data-failed": t("kit.upload.file_failed"),
                    },
                ),
                class_name="button plain file-button",
            ),
            rx.cond(
                state.file.name != "",
                button(t("kit.upload.drop_file"), "drop-file", symbol="x", tone="link", on_click=state.drop_file),
            ),
            class_name="row",
        ),
        rx.el.progress(
            max=100, hidden=True, aria_label=t("kit.upload.file_progress"), custom_attrs={"data-progress": ""}
        ),
        rx.el.p(
            state.file.problem,
            class_name="field-error",
            role="alert",
            custom_attrs={"id": f"f-{name}-file-error", "data-file-problem": ""},
        ),
        rx.el.p(class_name="field-error", role="alert", custom_attrs={"data-file-error": ""}),
        rx.el.button(type="button", hidden=True, on_click=chosen, custom_attrs={"data-prepare": ""}),
        rx.el.button(type="button", hidden=True, on_click=state.check_file, custom_attrs={"data-sent": ""}),
        class_name="file-input",
        custom_attrs={"id": f"f-{name}"},
    )


def _named(symbol: str, label: Text, name: Text) -> rx.Component:
    return rx.el.p(icon(symbol), rx.el.span(label), " ", rx.el.strong(name), class_name="file-name")
