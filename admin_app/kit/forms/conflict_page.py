"""What others have changed in a record while its form was open, in the question before it is saved."""

from typing import Any

import reflex as rx

from admin_app.kit.forms.conflict import THEIRS
from admin_app.kit.forms.submission import CHOSEN
from admin_app.kit.words.locale import t

MINE = "mine"
Row = rx.Var[dict[str, str]]


def overtaken(state: Any) -> rx.Var[bool]:
    """Whether others have changed something that is to be shown."""
    return (state.their_changes.length() > 0) | (state.their_lines.length() > 0)


def versions(state: Any) -> rx.Component:
    """Field by field: as it was, what the others have made of it, what stands in the form."""
    heads = [t(f"kit.meanwhile.{name}") for name in ("field", "before", "theirs", "mine")]
    table = rx.el.table(
        rx.el.thead(rx.el.tr(*[rx.el.th(each, scope="col") for each in heads])),
        rx.el.tbody(rx.foreach(state.their_changes, _row)),
        class_name="records versions",
    )
    lines = rx.el.ul(rx.foreach(state.their_lines, rx.el.li), class_name="bullets")
    return rx.cond(
        overtaken(state),
        rx.el.div(
            rx.el.p(t("kit.meanwhile.text")),
            rx.cond(state.their_changes.length() > 0, rx.el.div(table, class_name="versions-frame")),
            rx.cond(state.their_lines.length() > 0, lines),
            class_name="meanwhile",
            data_testid="meanwhile",
        ),
    )


def _row(each: Row) -> rx.Component:
    return rx.el.tr(
        rx.el.th(each["label"], scope="row"),
        _cell("before", each["before"]),
        rx.cond(
            each["both"] != "",
            rx.fragment(
                _cell("theirs", _version(each, THEIRS, checked=False)),
                _cell("mine", _version(each, MINE, checked=True)),
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


def _version(each: Row, whose: str, *, checked: bool) -> rx.Component:
    box = rx.el.input(type="radio", name=f"{CHOSEN}{each['name']}", value=whose, default_checked=checked)
    return rx.el.label(box, rx.el.span(each[whose]), class_name="check")
