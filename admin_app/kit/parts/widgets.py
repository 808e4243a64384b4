"""Buttons, links, badges and dialogs: plain HTML elements with the house's classes and handles."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.kit.words.locale import t
from admin_app.patches.names import A

Text = rx.Var[str] | str
Row = rx.Var[dict[str, str]]
"""A row of a state, in a `foreach`: texts by name."""
ABSENT = rx.Var("undefined")
"""The value of an attribute that an element does not have."""


def entry(texts: rx.Var[dict[str, str]], name: Text) -> rx.Var[str]:
    """The text a mapping holds under a name, empty when it holds none."""
    return rx.cond(texts.contains(name), texts[name], "")


def held_input(name: Text, value: Text, attributes: Mapping[str, Any] = {}, **props: Any) -> rx.Component:
    """An input that nobody sees, alone or beside the one that is typed in: what it holds is sent.

    Hidden by its attribute, since React writes the default value over the chosen one of `type="hidden"` (Reflex F22).
    """
    return rx.el.input(type="text", hidden=True, name=name, default_value=value, custom_attrs=dict(attributes), **props)


def pressed_by_script(mark: str, does: Any) -> rx.Component:
    """A button that nobody sees: the script finds it by the attribute `mark` and presses it, for an event."""
    return rx.el.button(type="button", hidden=True, on_click=does, custom_attrs={mark: ""})


def data_state(state: Any, settled: Any = "ready") -> rx.Var[str]:
    """The `data-state` of a page whose state has `problem` and `loading`: error, loading, or as settled."""
    return rx.cond(state.problem != "", "error", rx.cond(waited_for(state), "loading", settled))


def waited_for(state: Any) -> rx.Var[bool]:
    """Whether a record is awaited: from the click on, or the form of the last visit could be typed in meanwhile."""
    return rx.cond(rx.State.is_hydrated, state.loading, True)


def icon(name: str, size: int = 18) -> rx.Component:
    """A decorative icon; what it means stands beside it or in the control's name."""
    return rx.icon(tag=name, size=size, aria_hidden="true")


def link(*children: Any, to: Text, **props: Any) -> rx.Component:
    """A link inside the application, followed by the script without reloading the page (assets/kit/address.js).

    A plain element: React Router's own is drawn anew at every change of the address, wherever it stands (Reflex F43).
    """
    attributes = {"data-route": "", **props.pop("custom_attrs", {})}
    kind: type[A] = props.pop("kind", A)
    return kind.create(*children, href=to, custom_attrs=attributes, **props)


def anchor(*children: Any, **props: Any) -> rx.Component:
    """A link that the browser itself follows, or a part of the script: a mail, a call, another site, a place below.

    `rx.el.a` with an `href` is React Router's, too.
    """
    return A.create(*children, **props)


def button(label: Text, action: str, *, symbol: str = "", tone: Text = "plain", **props: Any) -> rx.Component:
    """A button with a text; tests find it by `action:<action>`."""
    props.setdefault("type", "button")
    extra = props.pop("class_name", "")
    return rx.el.button(
        *([icon(symbol)] if symbol else []),
        rx.el.span(label),
        class_name=f"button {tone} {extra}".strip(),
        data_testid=f"action:{action}",
        **props,
    )


def save_button(label: Text, action: str, shut: Any, *, tone: Text = "primary", **props: Any) -> rx.Component:
    """What sends a form that is guarded (assets/kit/forms.js), unless it is `shut`, as while a save runs.

    Not `disabled`: the browser would take the focus from it, and have none to give back after a question.
    """
    return button(label, action, tone=tone, type="submit", aria_disabled=shut, **props)


def button_link(
    label: Text, action: str, to: Text, *, symbol: str = "", tone: Text = "plain", **props: Any
) -> rx.Component:
    """A link that looks like a button: it opens an address, so it can be opened in a tab of its own."""
    return link(
        *([icon(symbol)] if symbol else []),
        rx.el.span(label),
        to=to,
        class_name=f"button {tone}",
        data_testid=f"action:{action}",
        **props,
    )


def icon_button(symbol: str | rx.Component, label: Text, action: Text, **props: Any) -> rx.Component:
    """A button with an icon alone; its label is its accessible name and its tooltip.

    One that does the one thing or the other is one button all the same: another in its place would not have the focus.
    """
    extra = props.pop("class_name", "")
    props.setdefault("type", "button")
    return rx.el.button(
        icon(symbol) if isinstance(symbol, str) else symbol,
        aria_label=label,
        title=label,
        class_name=f"icon-button {extra}".strip(),
        data_testid=rx.Var.create(f"action:{action}"),
        **props,
    )


def icon_link(symbol: str, label: Text, action: str, to: Text, **props: Any) -> rx.Component:
    """A link with an icon alone."""
    return link(
        icon(symbol),
        to=to,
        aria_label=label,
        title=label,
        class_name="icon-button",
        data_testid=f"action:{action}",
        **props,
    )


def titled_card(heading: str, title: Text, *children: Any, **props: Any) -> rx.Component:
    """A card that is a region of its page, named by its heading, whose id a step or a link may lead to."""
    extra = props.pop("class_name", "")
    return rx.el.section(
        rx.el.h2(title, tab_index=-1, custom_attrs={"id": heading}),
        *children,
        class_name=f"card {extra}".strip(),
        aria_labelledby=heading,
        **props,
    )


class Dialog(rx.el.Dialog):
    """A `<dialog>` that tells when Escape closes it: it may mean what its own Cancel does."""

    on_cancel: rx.EventHandler[rx.event.no_args_event_spec]


def dialog(dialog_id: str, title: Text, *children: Any, **props: Any) -> rx.Component:
    """A modal dialog: the browser's own `<dialog>` traps focus, closes on Escape and gives the focus back."""
    extra = props.pop("class_name", "")
    return Dialog.create(
        rx.el.h2(title, custom_attrs={"id": f"{dialog_id}-title"}),
        *children,
        custom_attrs={"id": dialog_id},
        class_name=f"dialog {extra}".strip(),
        aria_labelledby=f"{dialog_id}-title",
        **props,
    )


def opens(dialog_id: str) -> dict[str, str]:
    """Attributes of the button that opens a dialog, without a round trip."""
    return {"commandfor": dialog_id, "command": "show-modal"}


def closes(dialog_id: str) -> dict[str, str]:
    """Attributes of a button that closes a dialog; its `value` is the answer."""
    return {"commandfor": dialog_id, "command": "close"}


FOCUSED = {"data-focused": ""}
"""Attribute of what has the focus when its dialog opens: the script makes it the browser's own `autofocus` then, and
what was looked for in it the last time is typed over.

React's `autoFocus` focuses when it draws, while a dialog is still closed, and of the plain attribute it complains.
"""


def confirmation(
    dialog_id: str,
    name: str,
    title: Text,
    *follows: Any,
    answer: Text,
    does: Any,
    danger: bool = False,
    symbol: str = "",
    disabled: Any = False,
    stays: bool = False,
) -> rx.Component:
    """Asked before something is done: what follows from it, Cancel, which has the focus, and the answer that does it.

    `name` ends the handles of both, `cancel-<name>` and `confirm-<name>`; with `stays` the dialog is closed by what is
    done, not by the press.
    """
    confirm = button(
        answer,
        f"confirm-{name}",
        symbol=symbol,
        tone="danger" if danger else "primary",
        disabled=disabled,
        on_click=does,
        custom_attrs={} if stays else closes(dialog_id),
    )
    return dialog(dialog_id, title, *follows, answers(dialog_id, name, confirm))


def answers(dialog_id: str, name: str, *others: Any) -> rx.Component:
    """The answers of a dialog that asks: to do nothing comes first, and has the focus."""
    cancel = button(t("kit.actions.cancel"), f"cancel-{name}", custom_attrs=closes(dialog_id) | FOCUSED)
    return rx.el.div(cancel, *others, class_name="row end")


def leave_dialog(dialog_id: str, title: Text, text: Text, answers: Mapping[str, tuple[Text, str]]) -> rx.Component:
    """Asked before something unfinished is left: the script opens it and acts on the answer.

    `answers` are labels and tones by name (`discard`, `stay`, `save`); to stay has the focus.
    """
    made = [
        button(
            label,
            f"leave-{name}",
            tone=tone,
            custom_attrs=closes(dialog_id) | (FOCUSED if name == "stay" else {}),
            value=name,
        )
        for name, (label, tone) in answers.items()
    ]
    return dialog(dialog_id, title, rx.el.p(text), rx.el.div(*made, class_name="row end"))


def copy_button(text: Text, label: Text) -> rx.Component:
    """Copies a text to the clipboard; the script announces it."""
    return icon_button("copy", label, "copy", custom_attrs={"data-copy": text}, class_name="small")


def spinner(label: Text, *, said: bool = True) -> rx.Component:
    """A turning ring with a text for screen readers, `said` unless what it stands in is said as a whole."""
    role = {"role": "status"} if said else {}
    return rx.el.span(rx.el.span(label, class_name="visually-hidden"), class_name="spinner", **role)


def radio(
    name: str,
    value: str,
    *label: Text | rx.Component,
    checked: bool = False,
    needs_selection: bool = False,
    **events: Any,
) -> rx.Component:
    """One of several answers of a dialog; one that `needs_selection` is shut while no row of the list is chosen."""
    attributes = {"data-needs-selection": ""} if needs_selection else {}
    box = rx.el.input(type="radio", name=name, value=value, default_checked=checked, custom_attrs=attributes, **events)
    return rx.el.label(box, rx.el.span(*label), class_name="check")


def badge(text: Text, tone: Text, symbol: Any = None) -> rx.Component:
    """A status: a text and a mark whose shape, not only its colour, follows the tone; `symbol` is a mark of its own."""
    if symbol is None:
        return rx.el.span(text, class_name="badge", custom_attrs={"data-tone": tone})
    return rx.el.span(symbol, text, class_name="badge with-icon", custom_attrs={"data-tone": tone})


def empty(symbol: str, title: Text, *actions: Any) -> rx.Component:
    """What stands where there is nothing to show, with what can be done about it."""
    return rx.el.div(icon(symbol, 40), rx.el.p(title), *actions, class_name="empty")


def message(symbol: str, title: Text, *said: Any, way_on: rx.Component) -> rx.Component:
    """A page that only says something: it is what stands where a page would be, calm, with one way on."""
    return rx.el.div(icon(symbol, 48), rx.el.h1(title, tab_index=-1), *said, way_on, class_name="message")


def error_card(
    title: Text, detail: Text, *actions: Any, whole_page: bool = False, symbol: rx.Component | None = None
) -> rx.Component:
    """A failure in place, or of the whole page: what happened, the server's own words and a way on."""
    heading = rx.el.h1(title, tab_index=-1) if whole_page else rx.el.h2(title)
    return rx.el.div(
        symbol or icon("cloud-alert", 32),
        rx.el.div(heading, rx.el.p(detail)),
        rx.el.div(*actions, class_name="row"),
        class_name="error-card",
        role="alert",
    )


def document(kind: Any, picture: Text, pdf: Text, *, control_id: str, on_open: Any) -> rx.Component:
    """A document that the script has fetched: a picture in place, a PDF in a tab of its own, since its address works
    once. `kind` is `image` or another; `picture` says what is seen, `pdf` what the link does. A picture may be
    enlarged, for small print decides; by CSS alone, which leaves what the script has fetched where it is."""
    shown = rx.el.div(
        rx.el.div(
            rx.el.img(alt=picture, class_name="proof-picture", custom_attrs={"id": control_id}),
            class_name="proof-frame",
        ),
        rx.el.label(
            rx.el.input(type="checkbox", custom_attrs={"data-testid": "enlarges"}),
            t("kit.actions.enlarge"),
            class_name="check",
        ),
        class_name="proof-shown",
    )
    there = anchor(
        icon("external-link"),
        rx.el.span(pdf),
        target="_blank",
        rel="noopener noreferrer",
        class_name="button plain",
        data_testid="action:open-pdf",
        on_click=on_open,
        custom_attrs={"id": control_id},
    )
    return rx.cond(kind == "image", shown, there)
