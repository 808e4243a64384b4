"""Publishing on the pages of a list and of a record: the buttons, the one question, and the way back."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import DRAFT, ONLINE
from admin_app.kit.forms.publishing import PublishMixin, publication_of
from admin_app.kit.parts.widgets import (
    Text,
    answers,
    button,
    closes,
    dialog,
    icon,
    icon_button,
    opens,
    spinner,
)
from admin_app.kit.session import may
from admin_app.kit.words.locale import t

State = type[PublishMixin]
ONLINE_SYMBOL, DRAFT_SYMBOL = "globe", "globe-off"


def publish_button(state: State, record_id: Text, status: Text) -> rx.Component:
    """On the page of a record: what makes of it the other thing than it is."""
    resource = state.resource

    def ask(wanted: str, symbol: str, label: rx.Var[str], action: str) -> rx.Component:
        return button(
            label,
            action,
            symbol=symbol,
            custom_attrs=opens(_dialog_id(state)),
            on_click=state.weigh(record_id, wanted),
        )

    put = ask(ONLINE, ONLINE_SYMBOL, t("kit.publication.publish"), "publish")
    take = ask(DRAFT, DRAFT_SYMBOL, t("kit.publication.unpublish"), "unpublish")
    known = rx.match(status, (ONLINE, take), (DRAFT, put), rx.fragment())
    return rx.cond(may(resource.may.update), known)


def publish_in_row(state: State, row: rx.Var[dict[str, str]]) -> rx.Component:
    """The same in the row of a list."""
    part = publication_of(state.resource)
    assert part is not None

    def ask(wanted: str, symbol: str, label: str, action: str) -> rx.Component:
        return icon_button(
            symbol,
            t(label, name=row["_name"]),
            action,
            custom_attrs=opens(_dialog_id(state)),
            on_click=state.weigh(row["id"], wanted),
        )

    put = ask(ONLINE, ONLINE_SYMBOL, "kit.publication.publish_named", "publish")
    take = ask(DRAFT, DRAFT_SYMBOL, "kit.publication.unpublish_named", "unpublish")
    return rx.cond(may(state.resource.may.update), rx.cond(row[part.name] == ONLINE, take, put))


def publish_dialog(state: State) -> rx.Component:
    """What publishing brings about, and then Publish; Cancel has the focus."""
    dialog_id = _dialog_id(state)
    is_online = state.wanted == ONLINE
    title = rx.cond(
        state.name != "",
        rx.cond(
            is_online,
            t("kit.publication.publish_title", name=state.name),
            t("kit.publication.unpublish_title", name=state.name),
        ),
        t("kit.words.loading"),
    )

    def does(label: rx.Var[str], action: str, whole: bool = False, **looks: str) -> rx.Component:
        shut = state.publishing | ~state.weighed
        done = state.publish(whole)
        return button(label, action, disabled=shut, on_click=done, custom_attrs=closes(dialog_id), **looks)

    go = rx.cond(
        is_online,
        does(t("kit.publication.publish"), "confirm-publish", symbol=ONLINE_SYMBOL, tone="primary"),
        does(t("kit.publication.unpublish"), "confirm-unpublish", symbol=DRAFT_SYMBOL, tone="danger"),
    )
    whole = does(t("kit.publication.publish_whole"), "publish-whole", whole=True)
    return dialog(
        dialog_id,
        title,
        rx.el.div(
            rx.cond(
                state.weighed,
                rx.el.ul(rx.foreach(state.consequences, rx.el.li), class_name="impacts"),
                spinner(t("kit.words.loading")),
            ),
            aria_live="polite",
            class_name="weighed",
        ),
        answers(dialog_id, "publish", rx.cond(state.parts_left, whole), go),
    )


def published_strip(state: State) -> rx.Component:
    """What was published last, and the way back, until it is closed."""
    told = rx.cond(
        state.done == ONLINE,
        rx.cond(
            state.before_name != "",
            t("kit.publication.replaced", name=state.done_name, before=state.before_name),
            t("kit.publication.published", name=state.done_name),
        ),
        t("kit.publication.unpublished", name=state.done_name),
    )
    back = rx.cond(
        state.before_name != "",
        t("kit.publication.undo_named", name=state.before_name),
        t("kit.publication.undo"),
    )
    strip = rx.el.div(
        icon(ONLINE_SYMBOL),
        rx.el.span(told, class_name="grows"),
        button(back, "undo-publish", symbol="undo-2", on_click=state.undo, disabled=state.publishing),
        icon_button("x", t("kit.actions.close"), "forget-publish", on_click=state.forget),
        class_name="published",
        role="status",
    )
    return rx.cond(state.done != "", strip)


def publishing_parts(state: State) -> tuple[Any, ...]:
    """The question and what was done, once on a page that has the buttons."""
    return (published_strip(state), publish_dialog(state))


def _dialog_id(state: State) -> str:
    return f"{state.resource.key}-publish"
