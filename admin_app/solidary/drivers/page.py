"""The drivers of a record, in the middle of its file: those who were retained, and how each stands to the ask."""

import reflex as rx

from admin_app.kit.parts.widgets import badge, icon
from admin_app.kit.words.locale import choice_label, t
from admin_app.solidary.file.opened import SolidaryFile
from admin_app.solidary.statuses import ASK_ICONS, ASK_TONES

HEADING = "file-drivers"
Row = rx.Var[dict[str, str]]


def panel() -> rx.Component:
    """The card of the drivers."""
    none = rx.el.p(t("solidary_drivers.none"), class_name="quiet")
    retained = rx.el.ul(rx.foreach(SolidaryFile.drivers, _driver), class_name="file-drivers")
    return rx.el.section(
        rx.el.h2(t("solidary_drivers.title"), tab_index=-1, custom_attrs={"id": HEADING}),
        rx.cond(SolidaryFile.drivers.length() > 0, retained, none),
        class_name="card",
        aria_labelledby=HEADING,
    )


def ask_badge(status: rx.Var[str]) -> rx.Component:
    """How a driver stands to an ask: icon, colour and words (SOLIDARY-14)."""
    symbol = rx.match(status, *[(code, icon(name, 14)) for code, name in ASK_ICONS.items()], rx.fragment())
    return badge(choice_label("solidary.ask", status), rx.match(status, *ASK_TONES.items(), "quiet"), symbol)


def _driver(driver: Row) -> rx.Component:
    called = rx.el.a(
        icon("phone", 16),
        driver["telephone"],
        href=f"tel:{driver['dialled']}",
        class_name="dial",
        data_testid="action:call-driver",
    )
    return rx.el.li(
        rx.el.div(
            rx.el.strong(driver["name"]),
            rx.el.span(choice_label("solidary_drivers.type", driver["type"]), class_name="quiet"),
            class_name="driver-name",
        ),
        ask_badge(driver["status"]),
        rx.cond(driver["telephone"] != "", called),
        rx.cond(
            driver["contacted"] == "",
            rx.el.span(t("solidary_drivers.not_contacted"), class_name="quiet"),
        ),
        data_testid="driver",
        data_id=driver["id"],
        data_status=driver["status"],
    )
