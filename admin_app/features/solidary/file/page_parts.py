"""What the parts of the screen of a record share: its state, facts, labelled fields, who is written to."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.record import UPDATE
from admin_app.kit.parts import Text, button, entry, granted, waited_for
from admin_app.kit.words.locale import t

file = SolidaryFile


def fact(name: str) -> rx.Var[str]:
    """One fact of the record; empty when it is not known."""
    return entry(file.shown, name)


def none_known(text: Any, **props: Any) -> rx.Component:
    """That there is none, once it is known; a bar while the request is awaited."""
    none = rx.el.p(text, **{"class_name": "quiet", **props})
    return rx.cond(waited_for(file), rx.el.p(rx.el.span(class_name="bar"), aria_hidden="true"), none)


def labelled(label: Text, control: rx.Component, control_id: str, *below: rx.Component) -> rx.Component:
    """A control under its label, with what belongs to it below."""
    return rx.el.div(rx.el.label(label, html_for=control_id), control, *below, class_name="field")


def options(*choices: tuple[str, Text]) -> list[rx.Component]:
    """The options of a select, by their values."""
    return [rx.el.option(label, value=value) for value, label in choices]


def changing(action: rx.Component, label: Text, name: str) -> rx.Component:
    """An action that changes the record; shut, with the reason, for who may not."""
    return granted(UPDATE, action, label, name, file.owned)


def write_button(key: Text, name: Text, action: str, permission: str, *standing: Any) -> rx.Component:
    """Opens the box in which a driver is written to; shut, with the reason, without the permission."""
    label = t("solidary_drivers.contact.write_name", name=name)
    opener = button(
        t("solidary_drivers.contact.write"),
        action,
        symbol="message-square",
        on_click=file.write_to(key),
        aria_label=label,
        aria_expanded=rx.cond(entry(file.contact, "key") == key, "true", "false"),
        custom_attrs={"id": f"write-{key}"},
    )
    return granted(permission, opener, label, action, *standing)
