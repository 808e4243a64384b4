"""What a person sees of an export under way: the card that follows it."""

from typing import Any

import reflex as rx

from admin_app.kit.exports.state import BUSY, Exports
from admin_app.kit.parts.widgets import button, icon, icon_button, pressed_by_script
from admin_app.kit.words.locale import t

SYMBOLS = {"complete": "circle-check", "short": "triangle-alert", "cancelled": "circle-slash"}


def export_card() -> rx.Component:
    """The export of this tab, on every screen: how far it is, then how it ended, until it is closed.

    What went well is gone at the next page.
    """
    busy = rx.Var.create(list(BUSY)).contains(Exports.status)
    stop = button(t("kit.actions.cancel"), "stop-export", on_click=Exports.stop, disabled=Exports.status == "stopping")
    card = rx.el.section(
        _head(busy),
        rx.cond(busy, _progress(), rx.el.p(_result(), role="status")),
        rx.cond(Exports.problem != "", rx.el.p(Exports.problem, class_name="quiet")),
        rx.el.div(rx.cond(busy, stop, _keep()), class_name="row end"),
        # Pressed by the script when it has not what the server sent.
        pressed_by_script("data-lost-file", Exports.lose),
        class_name="export-card",
        aria_label=t("kit.export.label"),
        data_testid="export",
        custom_attrs={"data-status": Exports.status},
    )
    return rx.cond(Exports.status != "", card)


def _head(busy: rx.Var[bool]) -> rx.Component:
    mark = rx.match(
        Exports.status,
        *[(status, icon(symbol, 20)) for status, symbol in SYMBOLS.items()],
        rx.cond(busy, icon("download", 20), icon("circle-alert", 20)),
    )
    close = icon_button("x", t("kit.actions.close"), "close-export", on_click=Exports.close)
    return rx.el.header(mark, rx.el.strong(Exports.file), rx.cond(~busy, close))


def _progress() -> rx.Component:
    """Without a total, or before the first row, the bar says only that something is under way."""
    known = (Exports.expected > 0) & (Exports.rows > 0)
    bar = rx.cond(
        known,
        rx.el.progress(value=Exports.rows, max=Exports.expected, aria_label=t("kit.export.label")),
        rx.el.progress(aria_label=t("kit.export.label")),
    )
    counted = rx.cond(
        Exports.expected > 0,
        t("kit.export.progress", count=Exports.rows, expected=Exports.expected),
        t("kit.export.rows", count=Exports.rows),
    )
    text = rx.match(
        Exports.status,
        ("waiting", t("kit.export.waiting")),
        ("stopping", t("kit.export.stopping")),
        counted,
    )
    return rx.fragment(bar, rx.el.p(text, data_testid="export-progress"))


def _result() -> Any:
    more = (Exports.expected > 0) & (Exports.rows > Exports.expected)
    complete = rx.cond(
        more,
        t("kit.export.more", count=Exports.rows, expected=Exports.expected),
        t("kit.export.complete", count=Exports.rows),
    )
    return rx.match(
        Exports.status,
        ("complete", complete),
        ("short", t("kit.export.short", count=Exports.rows, expected=Exports.expected)),
        ("cancelled", t("kit.export.cancelled")),
        ("failed", t("kit.export.failed")),
        ("interrupted", t("kit.export.interrupted")),
        ("unused", t("kit.export.unused")),
        t("kit.export.lost"),
    )


def _keep() -> Any:
    """The file again, should the browser not have saved it; an incomplete one only if somebody wants it."""
    incomplete = Exports.file.replace(".csv", "-incomplete.csv")
    again = _save(t("kit.export.save_again"), "save-export", Exports.file)
    short = _save(t("kit.export.save_short"), "save-short-export", incomplete)
    return rx.match(Exports.status, ("complete", again), ("short", short), rx.fragment())


def _save(label: rx.Var[str], action: str, name: rx.Var[str]) -> rx.Component:
    attributes = {"data-save-file": Exports.ticket, "data-name": name, "data-bytes": Exports.size}
    return button(label, action, symbol="download", custom_attrs=attributes)
