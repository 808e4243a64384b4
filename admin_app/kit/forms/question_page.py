"""What must be answered before a save goes on: what others have changed meanwhile, what a creation without an answer
may have made, who is there already; and why the last save failed, said above what was typed until the next one.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import ONLINE
from admin_app.kit.forms.conflict import THEIRS
from admin_app.kit.forms.duplicates_page import found_again
from admin_app.kit.forms.submission import CHOSEN, CONFIRMED
from admin_app.kit.parts.widgets import Row, Text, button, button_link, dialog, held_input, icon, radio
from admin_app.kit.parts.widgets import answers as answered
from admin_app.kit.session import may
from admin_app.kit.words.locale import t

Better = tuple[str, rx.Component]
"""What one does rather than save where a question is asked: the question, and the button."""
Calm = Mapping[str, tuple[rx.Var[str], rx.Var[str]]]
"""Questions of a resource that belong to the normal way: their title, and what the answer is called."""


def question(
    state: Any,
    *,
    calm: Calm | None = None,
    better: Better | None = None,
    words: tuple[rx.Var[str], rx.Var[str]] | None = None,
) -> tuple[rx.Component, ...]:
    """Asked before a save that does more than it seems; the script opens it and submits again once confirmed.

    `better` stands behind Save, and first of all, where its question is asked. `words` are the title and the answer of
    a form whose button is not called Save.
    """
    calm, (asked, save) = calm or {}, words or (t("kit.form.ask_title"), t("kit.form.ask_save"))
    others = () if better is None else (rx.cond(state.asked == better[0], better[1]),)
    tone = "primary" if better is None else rx.cond(state.asked == better[0], "plain", "primary")
    overtaken = _overtaken(state)
    # Of what holds the last counts: it says what is asked, and what the answer is called.
    title = rx.cond(state.publishes, t("kit.publication.ask_title"), asked)
    publish = _confirms(t("kit.publication.publish"), tone, **{"data-publishes": ONLINE})
    answer = rx.cond(state.publishes, publish, _confirms(save, "danger"))
    if calm:
        title = rx.match(state.asked, *((name, its_title) for name, (its_title, _) in calm.items()), title)
        answer = rx.match(state.asked, *((name, _confirms(its, "primary")) for name, (_, its) in calm.items()), answer)
    title = rx.cond(state.lost != "", t("kit.lost.title"), title)
    answer = rx.cond(state.lost != "", _confirms(t("kit.lost.again"), "danger"), answer)
    answer = rx.cond(overtaken, _confirms(t("kit.meanwhile.save"), "primary"), answer)
    return (
        held_input(CONFIRMED, "", {"data-confirmed": ""}),
        dialog(
            "ask-to-save",
            rx.cond(overtaken, t("kit.meanwhile.title"), title),
            _versions(state),
            _likely_made(state),
            rx.cond(state.question != "", rx.el.p(state.question)),
            found_again(state),
            answered("ask-to-save", "save", answer, *others),
        ),
    )


def _confirms(label: rx.Var[str], tone: Text, **data: str) -> rx.Component:
    return button(label, "confirm-save", tone=tone, custom_attrs={"data-confirms": "", **data})


# --- two people at one record -----------------------------------------------------------


def _overtaken(state: Any) -> rx.Var[bool]:
    """Whether others have changed something that is to be shown."""
    return (state.their_changes.length() > 0) | (state.their_lines.length() > 0)


def _versions(state: Any) -> rx.Component:
    """Field by field: as it was, what the others have made of it, what stands in the form."""
    heads = [t(f"kit.meanwhile.{name}") for name in ("field", "before", "theirs", "mine")]
    table = rx.el.table(
        rx.el.thead(rx.el.tr(*[rx.el.th(each, scope="col") for each in heads])),
        rx.el.tbody(rx.foreach(state.their_changes, _row)),
        class_name="records versions",
    )
    lines = rx.el.ul(rx.foreach(state.their_lines, rx.el.li), class_name="bullets")
    return rx.cond(
        _overtaken(state),
        rx.el.div(
            rx.el.p(t("kit.meanwhile.text")),
            rx.cond(state.their_changes.length() > 0, rx.el.div(table, class_name="versions-frame")),
            rx.cond(state.their_lines.length() > 0, lines),
            class_name="meanwhile",
            data_testid="meanwhile",
        ),
    )


def _row(each: Row) -> rx.Component:
    answer = f"{CHOSEN}{each['name']}"
    return rx.el.tr(
        rx.el.th(each["label"], scope="row"),
        _cell("before", each["before"]),
        rx.cond(
            each["both"] != "",
            rx.fragment(
                _cell("theirs", radio(answer, THEIRS, each["theirs"])),
                _cell("mine", radio(answer, "mine", each["mine"], checked=True)),
            ),
            rx.fragment(
                _cell("theirs", rx.el.strong(each["theirs"])),
                _cell("mine", rx.el.span(t("kit.meanwhile.untouched"), class_name="quiet")),
            ),
        ),
        key=each["name"],
        custom_attrs={"data-name": each["name"]},
    )


def _cell(name: str, shown: Any) -> rx.Component:
    """A cell says on a phone, where the heads of columns are not seen, whose version it is."""
    return rx.el.td(rx.el.span(t(f"kit.meanwhile.{name}"), class_name="whose", aria_hidden="true"), shown)


# --- a save that failed, and a creation without an answer -------------------------------


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
            *_begins_anew(state),
            class_name="summary",
            role="alert",
            tab_index=-1,
            custom_attrs={"data-summary": ""},
            data_testid="failure",
        ),
    )


def _begins_anew(state: Any) -> tuple[rx.Component, ...]:
    """The way to a new record that holds what was typed, where somebody has deleted the one it was typed in."""
    resource = state.resource
    if not resource.may.create:
        return ()
    carries = {"data-carries": "", "data-instead": ""}
    address, label = f"{resource.route}/create", t("kit.form.begin_anew")
    link = button_link(label, "begin-anew", address, symbol="copy-plus", custom_attrs=carries)
    return (rx.cond(state.gone & may(resource.may.create), link),)


def _likely_made(state: Any) -> rx.Component:
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
