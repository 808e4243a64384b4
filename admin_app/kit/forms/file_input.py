"""The control of a file: the one that is there, a button to choose another, and what is wrong with that one."""

import reflex as rx

from admin_app.kit.forms.field import Field
from admin_app.kit.parts.file_chooser import file_answers, file_button, file_progress
from admin_app.kit.parts.widgets import Text, button, icon
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import t


def file_input(field: Field) -> rx.Component:
    """The stored file by its name; the chosen one goes to the server at once, and to the API after the save."""
    state, name, accept = field.state, field.name, field.part.accept
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
            file_button(
                accept=accept,
                wrong_type=t("kit.upload.file_kind", kinds=accept),
                described_by=f"f-{name}-file-error {field.described_by}",
            ),
            rx.cond(
                state.file.name != "",
                button(t("kit.upload.drop_file"), "drop-file", symbol="x", tone="link", on_click=state.drop_file),
            ),
            class_name="row",
        ),
        file_progress(),
        rx.el.p(
            state.file.problem,
            class_name="field-error",
            role="alert",
            custom_attrs={"id": f"f-{name}-file-error", "data-file-problem": ""},
        ),
        *file_answers(state.prepare_file(from_script("fileName")), state.check_file),
        class_name="file-input",
        custom_attrs={"id": f"f-{name}"},
    )


def _named(symbol: str, label: Text, name: Text) -> rx.Component:
    return rx.el.p(icon(symbol), rx.el.span(label), " ", rx.el.strong(name), class_name="file-name")
