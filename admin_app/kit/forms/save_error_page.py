"""A save that failed, said in the form until the next one; and what a creation without an answer may have made."""

from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import button, icon
from admin_app.kit.words.locale import t


def failed(state: Any) -> rx.Component:
    """Why nothing was saved, or why nobody knows, above what was typed."""
    entity, may = state.resource.entity, state.resource.may
    # Only these are said of entities that are not created, or not changed.
    titles = [t(f"errors.{entity}.{name}_error") for name in ("create", "update") if getattr(may, name)]
    failed_so = rx.cond(state.record_id == "", titles[0], titles[-1])
    title = rx.cond(state.unconfirmed, t("kit.form.unconfirmed"), failed_so)
    return rx.cond(
        state.failure != "",
        rx.el.div(
            rx.el.h2(icon("cloud-alert"), title),
            rx.el.p(rx.cond(state.lost != "", _lost(state), state.failure)),
            rx.el.p(t("kit.form.kept")),
            class_name="summary",
            role="alert",
            tab_index=-1,
            custom_attrs={"data-summary": ""},
            data_testid="failure",
        ),
    )


def likely(state: Any) -> rx.Component:
    """The records that a creation without an answer may have made, in the question before it is tried again."""
    return rx.cond(
        state.lost != "",
        rx.el.div(
            rx.el.p(_lost(state)),
            rx.cond(state.likely.length() > 0, rx.el.ul(rx.foreach(state.likely, lambda each: _likely(each, state)))),
            class_name="likely",
            data_testid="likely",
        ),
    )


def _likely(each: rx.Var[dict[str, str]], state: Any) -> rx.Component:
    name = t("kit.lost.open", name=each["name"])
    there = button(name, "open-likely", symbol="arrow-right", on_click=state.open_likely(each["id"]))
    return rx.el.li(there, key=each["id"], data_id=each["id"])


def _lost(state: Any) -> rx.Var[str]:
    found, nothing, unknown = (t(f"kit.lost.{name}") for name in ("found", "none", "unknown"))
    return rx.cond(state.lost == "found", found, rx.cond(state.lost == "none", nothing, unknown))
