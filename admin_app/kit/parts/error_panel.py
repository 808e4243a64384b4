"""What stands in place of a record or of a list that cannot be shown: missing, refused, or failed (NOTICE-19).

Only what may pass offers to try again; what is missing, refused or not to be changed says so on a page of its own, with
the way back to its list, for whoever may open that.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts.permission_gate import any_of
from admin_app.kit.parts.widgets import Text, button, button_link, error_card, icon, message
from admin_app.kit.session.permissions import RIGHTS
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import pick, t

State = Any
"""A state class with the fields of `InPlace`, as variables of the page."""


def said(state: State) -> rx.Var[str]:
    """Why there is nothing to show, in the language of the page."""
    return pick(
        {each: rx.cond(state.problem_in.contains(each), state.problem_in[each], state.problem) for each in LOCALES}
    )


def is_closed(state: State) -> rx.Var[bool]:
    """Whether a record is missing, refused or not to be changed: nothing can be done on its page."""
    closed = (state.fault == "missing") | (state.fault == "refused") | (state.fault == "frozen")
    return (state.problem != "") & closed


def name_of(state: State, title: Any) -> rx.Var[str]:
    """What a page of one record is called in the document's title and in the breadcrumbs, as `Screen.name`."""
    faults = [(fault, t(f"kit.stopped.{fault}")) for fault in ("missing", "frozen")]
    closed = rx.match(state.fault, *faults, t("kit.stopped.refused"))
    return rx.cond(is_closed(state), closed, title)


def unless_closed(state: State, page: rx.Component, back: Text, listed: str | None) -> rx.Component:
    """The page of a record, unless there is none for this person; `back` is where its list is, which takes `listed`: a
    permission, or None where everybody may open it."""
    # The server's own words, or the rule that narrows a permission, say more than that it is refused.
    others = list_or_home(listed, t("kit.stopped.refused_text"), t("kit.stopped.refused_alone"))
    told = rx.cond(said(state) == t("errors.access_denied"), others, said(state))
    closed = rx.match(
        state.fault,
        ("missing", missing_record(back, listed)),
        ("frozen", frozen_record(told, back, listed)),
        refused_record(told, back, listed),
    )
    return rx.cond(is_closed(state), closed, page)


def missing_record(back: Text, listed: str | None) -> rx.Component:
    """What stands in place of a record that nobody has, or has any more."""
    return message(
        "file-question",
        t("kit.stopped.missing_title"),
        rx.el.p(list_or_home(listed, t("kit.stopped.missing_text"), t("kit.stopped.missing_alone"))),
        way_on=_way_on(back, listed),
    )


def frozen_record(said: Text, back: Text, listed: str | None) -> rx.Component:
    """What stands in place of the form of a record that is there to be read alone; `said` is why."""
    return message("archive", t("kit.stopped.frozen_title"), rx.el.p(said), way_on=_way_on(back, listed))


def refused_record(said: Text, back: Text, listed: str | None) -> rx.Component:
    """What stands in place of a record that is not open to this person; `said` is why."""
    rights = button_link(t("rights.title"), "rights", RIGHTS, symbol="key-round")
    return message(
        "lock",
        t("kit.stopped.refused_title"),
        rx.el.p(said),
        rx.el.p(t("kit.stopped.refused_help")),
        way_on=rx.el.div(_way_on(back, listed), rights, class_name="row"),
    )


def failed_card(state: State, title: Text, retry: Any) -> rx.Component:
    """A failure in place of what was asked for."""
    return failed_part(title, said(state), state.fault, retry)


def failed_part(title: Text, told: Text, fault: rx.Var[str], retry: Any) -> rx.Component:
    """A failure in place of a part; nothing to try again where it is refused."""
    again = button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=retry)
    refused = fault == "refused"
    symbol = rx.cond(refused, icon("lock", 32), icon("cloud-alert", 32))
    return error_card(title, told, rx.cond(refused, rx.fragment(), again), symbol=symbol)


def list_or_home(listed: str | None, to_list: Any, home: Any) -> Any:
    """What leads to the list where the person may open it, which takes `listed`, else what leads home."""
    return rx.cond(any_of((listed,) if listed else ()), to_list, home)


def _way_on(back: Text, listed: str | None) -> rx.Component:
    to_list = button_link(t("kit.actions.back_to_list"), "back", back, symbol="arrow-left", tone="primary")
    home = button_link(t("kit.pages.go_home"), "home", "/", symbol="house", tone="primary")
    return list_or_home(listed, to_list, home)
