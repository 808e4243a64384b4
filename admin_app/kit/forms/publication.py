"""Publishing in a form: what the record is, and the button that saves and makes the other thing of it.

The input holds what the record is and nobody types in it; the script writes beside it which button was used
(assets/kit/forms.js), so that a save that is refused, or asked about, has published nothing.
"""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import DRAFT, ONLINE, WANTED, ChoiceInput
from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import badge, button, entry
from admin_app.kit.words.locale import choice_label, t


def publication_mark(state: State, consequence: tuple[Any, ...] = ()) -> tuple[rx.Component, ...]:
    """What the record is, in the bar that stays in view; `consequence` says of a draft what publishing it brings."""
    part = state.resource.publication
    if part is None:
        return ()
    value = entry(state.values, part.name)
    note = t(f"{state.resource.key}.publication.online"), t(f"{state.resource.key}.publication.draft")
    return (
        rx.el.input(type="text", hidden=True, name=part.name, default_value=value),
        rx.el.input(
            type="text",
            hidden=True,
            name=f"{part.name}{WANTED}",
            default_value="",
            custom_attrs={"data-which": "publishes"},
        ),
        rx.el.div(
            rx.el.span(t(state.resource.label(part.field)), class_name="visually-hidden"),
            _badge(part, value),
            rx.el.span(rx.cond(value == ONLINE, note[0], rx.fragment(note[1], *consequence)), class_name="quiet note"),
            class_name="publication-mark",
            custom_attrs={"id": f"f-{part.name}"},
            data_testid="publication",
        ),
    )


def _badge(part: ChoiceInput, value: rx.Var[str]) -> rx.Component:
    tones = [(each, tone) for each, tone in part.tones.items()]
    return badge(choice_label(part.choices, value), rx.match(value, *tones, "quiet"))


def publication_buttons(state: State) -> tuple[rx.Component, ...]:
    """Save, and save with the other thing made of it: the first submits when Enter is pressed in a text."""
    part = state.resource.publication
    if part is None:
        return ()
    is_online = entry(state.values, part.name) == ONLINE
    return (
        rx.cond(is_online, _save(state, "primary"), _save(state, "plain")),
        rx.cond(
            is_online,
            _submits(state, t("kit.publication.unpublish"), "unpublish", DRAFT, symbol="globe-off"),
            _submits(state, t("kit.publication.publish"), "publish", ONLINE, symbol="globe", tone="primary"),
        ),
    )


def _save(state: State, tone: str) -> rx.Component:
    shut = {"disabled": state.saving, "custom_attrs": {"data-save": "", "data-pressed": state.saves}}
    return button(t("kit.actions.save"), "save", symbol="save", tone=tone, type="submit", **shut)


def _submits(state: State, label: rx.Var[str], action: str, value: str, **looks: str) -> rx.Component:
    attrs = {"data-publishes": value, "data-pressed": state.saves}
    return button(label, action, type="submit", disabled=state.saving, custom_attrs=attrs, **looks)
