"""The messages of a structure: in the choice of the box one writes in, and in the dialog where they are changed."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.drivers.messages import VARIABLES
from admin_app.features.solidary.file.page_parts import changing, file, options
from admin_app.features.solidary.file.structure_messages import ASKED, NAME_FIELD, WORDS
from admin_app.kit.parts import FOCUSED, Row, button, closes, dialog, entry, icon, icon_button, opens
from admin_app.kit.store import LONGEST_NAME, LONGEST_TEXT
from admin_app.kit.words import LOCALES
from admin_app.kit.words.locale import Locale, choice_label, date_var, t

DIALOG = "driver-messages"


def structure_options() -> rx.Component:
    """Those of the structure, first in the choice; one in the other language says so."""
    choices = rx.foreach(file.structure_messages, lambda each: rx.el.option(_name_of(each), value=each["value"]))
    group = rx.el.optgroup(choices, label=t(f"{WORDS}.group", name=file.messages_of))
    return rx.cond(file.structure_messages.length() > 0, group)


def away() -> rx.Component:
    """Says that those of the structure are missing."""
    missing = rx.el.p(icon("info"), rx.el.span(t(f"{WORDS}.away")), class_name="note", data_testid="messages-away")
    return rx.el.div(rx.cond(file.messages_away, missing), role="status", class_name="messages-away")


def messages_button() -> rx.Component:
    """Opens the dialog, for who may change the records of the structure."""
    label = t(f"{WORDS}.open")
    opener = button(label, "driver-messages", symbol="pencil", on_click=file.open_messages, custom_attrs=opens(DIALOG))
    return rx.cond(file.messages_of != "", changing(opener, label, "driver-messages"))


def messages_dialog() -> rx.Component:
    """Where messages are added, changed and removed."""
    listed = rx.el.ul(rx.foreach(file.structure_messages, _line), class_name="kept-messages")
    none = rx.cond(~file.messages_away, rx.el.p(t(f"{WORDS}.none"), class_name="quiet"))
    refused = rx.el.p(icon("circle-alert"), file.message_problem, role="alert", class_name="refusal")
    return dialog(
        DIALOG,
        t(f"{WORDS}.title", name=file.messages_of),
        rx.el.p(t(f"{WORDS}.what"), class_name="quiet"),
        rx.cond(file.messages_away, rx.el.p(icon("info"), rx.el.span(t(f"{WORDS}.away")), class_name="note")),
        rx.cond(file.structure_messages.length() > 0, listed, none),
        # Not before it is filled: what is typed sooner would be written over.
        rx.cond(file.message_form.contains("locale"), _form()),
        rx.cond(file.message_problem != "", refused),
        _buttons(),
        class_name="messages-dialog",
    )


def _name_of(each: Row) -> rx.Var[str]:
    language = choice_label(f"{WORDS}.languages", each["locale"])
    in_other = t(f"{WORDS}.in_other", name=each["name"], language=language)
    return rx.cond(each["locale"] == Locale.locale, each["name"], in_other)


def _line(each: Row) -> rx.Component:
    shown = rx.cond(file.message_removing == each["id"], _removing(each), _tools(each))
    return rx.el.li(shown, key=each["id"], data_testid="kept-message", data_id=each["id"])


def _tools(each: Row) -> rx.Component:
    by = rx.el.span(t(f"{WORDS}.changed", name=each["by"]), ", ", date_var(each["at"], "date_time"), class_name="by")
    tools = rx.el.div(
        _tool(each, "edit", "pencil", t(f"{WORDS}.edit", name=each["name"]), file.edit_message),
        _tool(each, "remove", "trash-2", t(f"{WORDS}.remove", name=each["name"]), file.ask_message),
        class_name="row-actions",
    )
    return rx.el.div(
        rx.el.div(rx.el.strong(_name_of(each)), rx.el.span(each["text"], class_name="glimpse"), by, class_name="told"),
        tools,
        class_name="kept-message",
    )


def _tool(each: Row, name: str, symbol: str, label: rx.Var[str], act: Any) -> rx.Component:
    return icon_button(
        symbol,
        label,
        f"{name}-message",
        on_click=act(each["id"]),
        class_name="small",
        custom_attrs={"id": f"driver-message-{name}-{each['id']}"},
    )


def _removing(each: Row) -> rx.Component:
    return rx.el.div(
        rx.el.p(t(f"{WORDS}.ask", name=each["name"])),
        rx.el.div(
            button(t("kit.actions.cancel"), "keep-message", on_click=file.ask_message(""), custom_attrs={"id": ASKED}),
            button(t(f"{WORDS}.remove_it"), "really-remove", tone="danger", on_click=file.remove_message),
            class_name="row",
        ),
        class_name="view-removal",
    )


def _form() -> rx.Component:
    """A new message, or one that is changed; what was typed stays where it is refused."""
    form, changed = file.message_form, entry(file.message_form, "id") != ""
    choices = options(*((each, t(f"{WORDS}.languages.{each}")) for each in LOCALES))
    languages = rx.el.select(*choices, name="locale", default_value=entry(form, "locale"))
    title = rx.cond(changed, t(f"{WORDS}.edit_title", name=entry(form, "name")), t(f"{WORDS}.add_title"))
    return rx.el.form(
        rx.el.h3(title),
        rx.el.div(
            _field(
                t(f"{WORDS}.name"),
                rx.el.input(
                    name="name",
                    default_value=entry(form, "name"),
                    auto_complete="off",
                    aria_describedby=f"{DIALOG}-name",
                    custom_attrs={"id": NAME_FIELD, **FOCUSED},
                ),
                ("name", LONGEST_NAME),
            ),
            _field(t(f"{WORDS}.language"), languages),
            class_name="message-head",
        ),
        _field(
            t(f"{WORDS}.text"),
            rx.el.textarea(name="text", rows=6, default_value=entry(form, "text"), aria_describedby=f"{DIALOG}-text"),
            ("text", LONGEST_TEXT),
        ),
        _variables(),
        on_submit=file.keep_message,
        key=file.message_revision,
        no_validate=True,
        class_name="view-form",
        custom_attrs={"id": f"{DIALOG}-form"},
    )


def _field(label: rx.Var[str], control: rx.Component, longest: tuple[str, int] | None = None) -> rx.Component:
    """A field under its label, with how much it takes, which is what describes it."""
    labelled = rx.el.label(rx.el.span(label), control, class_name="field")
    if longest is None:
        return rx.el.div(labelled, class_name="message-field")
    name, count = longest
    hint = rx.el.span(t(f"{WORDS}.longest", count=count), class_name="hint", custom_attrs={"id": f"{DIALOG}-{name}"})
    return rx.el.div(labelled, hint, class_name="message-field")


def _variables() -> rx.Component:
    each = [
        rx.el.div(rx.el.dt(rx.el.code("{{" + name + "}}")), rx.el.dd(t(f"{WORDS}.variables.{name}")))
        for name in VARIABLES
    ]
    heading = rx.el.summary(icon("chevron-right", 16), t(f"{WORDS}.variables_title"))
    return rx.el.details(heading, rx.el.dl(*each), class_name="message-variables")


def _buttons() -> rx.Component:
    """At the end of the dialog, the form's among them."""
    changed = entry(file.message_form, "id") != ""
    save = button(
        rx.cond(changed, t(f"{WORDS}.save"), t(f"{WORDS}.add")),
        "keep-message-form",
        tone="primary",
        type="submit",
        custom_attrs={"form": f"{DIALOG}-form"},
    )
    new = button(t(f"{WORDS}.new"), "new-message", symbol="plus", on_click=file.edit_message(""))
    return rx.el.div(
        button(t("kit.actions.close"), "close-messages", custom_attrs=closes(DIALOG)),
        rx.cond(changed, new),
        save,
        class_name="row end",
    )
