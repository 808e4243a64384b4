"""What two stages of an import share: the pages of its lines, and how far it is with what runs."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.widgets import button, icon_button
from admin_app.kit.words.locale import choice_label, t

State = type[ImportMixin]


def pager(state: State) -> rx.Component:
    """The pages of the lines, and how many of them a page holds."""

    def turn(key: str, symbol: str, page: Any, end: Any) -> rx.Component:
        label, action = t(f"kit.list.{key}"), key.replace("_", "-")
        return icon_button(symbol, label, action, disabled=end, on_click=state.turn(page))

    sizes = [rx.el.option(str(size), value=str(size)) for size in (25, 50)]
    return rx.el.footer(
        rx.el.label(
            rx.el.span(t("kit.list.per_page")),
            rx.el.select(*sizes, value=state.size.to_string(), on_change=state.resize),
            class_name="inline",
        ),
        rx.el.nav(
            turn("previous_page", "chevron-left", state.page - 1, state.page <= 1),
            rx.el.span(t("kit.list.page", page=state.page, pages=state.pages), class_name="nowrap", role="status"),
            turn("next_page", "chevron-right", state.page + 1, state.page >= state.pages),
            aria_label=t("kit.list.pagination"),
            class_name="pager",
        ),
        class_name="list-footer",
    )


def progress(state: State) -> rx.Component:
    """What runs, how far it is, and the way to stop it."""
    return rx.el.div(
        rx.el.strong(choice_label("imports.tasks", state.task)),
        rx.el.progress(value=state.done, max=state.goal, aria_label=choice_label("imports.tasks", state.task)),
        rx.el.span(t("kit.transfer.progress", done=state.done, total=state.goal), class_name="nowrap", role="status"),
        button(
            rx.cond(state.stopping, t("imports.stopping"), t("kit.actions.cancel")),
            "stop",
            symbol="octagon-x",
            on_click=state.stop,
            disabled=state.stopping,
        ),
        class_name="row progress-row",
    )
