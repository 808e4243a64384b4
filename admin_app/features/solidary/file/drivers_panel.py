"""The middle of the file of a record: the drivers who were retained, writing to them, and finding others."""

import reflex as rx

from admin_app.features.solidary.file.driver_contact import SOLUTION
from admin_app.features.solidary.file.driver_contact_page import contact_box
from admin_app.features.solidary.file.driver_search_page import finder
from admin_app.features.solidary.file.left_panel import none_known
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.file.state import UPDATE
from admin_app.features.solidary.file.structure_messages_page import messages_dialog
from admin_app.features.solidary.statuses import ASK_ICONS, ASK_TONES, EDITED
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import anchor, badge, button, entry, icon
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, t

HEADING = "file-drivers"
STYLESHEET = "/solidary-drivers.css"
Row = rx.Var[dict[str, str]]
file = SolidaryFile


def panel() -> rx.Component:
    """The cards of the drivers."""
    none = none_known(t("solidary_drivers.none"))
    retained = rx.el.ul(rx.foreach(file.drivers, _driver), class_name="drivers")
    return rx.el.div(
        sheet(STYLESHEET),
        rx.el.section(
            rx.el.h2(t("solidary_drivers.title"), tab_index=-1, custom_attrs={"id": HEADING}),
            rx.cond(
                file.drivers.length() > 0,
                rx.fragment(retained, rx.el.p(t("solidary_drivers.contact.formal"), class_name="hint")),
                none,
            ),
            class_name="card",
            aria_labelledby=HEADING,
        ),
        rx.cond(file.contact.length() > 0, rx.fragment(contact_box(), messages_dialog())),
        rx.cond(file.shown["status"] != EDITED, finder()),
        class_name="drivers-panel",
    )


def ask_badge(status: rx.Var[str]) -> rx.Component:
    """How a driver stands to an ask: icon, colour and words (SOLIDARY-14)."""
    symbol = rx.match(status, *[(code, icon(name, 14)) for code, name in ASK_ICONS.items()], rx.fragment())
    return badge(choice_label("solidary.ask", status), rx.match(status, *ASK_TONES.items(), "quiet"), symbol)


def _driver(driver: Row) -> rx.Component:
    called = anchor(
        icon("phone", 16),
        driver["telephone"],
        href=f"tel:{driver['dialled']}",
        class_name="dial",
        aria_label=t("solidary_drivers.contact.call_name", name=driver["name"], number=driver["telephone"]),
        data_testid="action:call-driver",
    )
    way = entry(file.driver_ways, driver["id"])
    way_said = rx.cond(way != "", rx.el.span(" · ", choice_label("solidary_drivers.way", way)))
    return rx.el.li(
        rx.el.div(
            rx.el.strong(driver["name"]),
            rx.el.span(choice_label("solidary_drivers.type", driver["type"]), way_said, class_name="quiet"),
            class_name="driver-name",
        ),
        ask_badge(driver["status"]),
        rx.match(
            driver["contacted"],
            ("other_way", rx.el.span(t("solidary_drivers.contacted_other_way"), class_name="quiet")),
            ("", rx.el.span(t("solidary_drivers.not_contacted"), class_name="quiet")),
            rx.fragment(),
        ),
        rx.el.div(
            rx.cond(driver["telephone"] != "", called),
            rx.cond(file.shown["status"] != EDITED, _write(driver)),
            class_name="driver-acts",
        ),
        data_testid="driver",
        data_id=driver["id"],
        data_status=driver["status"],
    )


def _write(driver: Row) -> rx.Component:
    key = f"{SOLUTION}-{driver['id']}"
    name = t("solidary_drivers.contact.write_name", name=driver["name"])
    open_ = button(
        t("solidary_drivers.contact.write"),
        "write-to-driver",
        symbol="message-square",
        on_click=file.write_to(key),
        aria_label=name,
        aria_expanded=rx.cond(entry(file.contact, "key") == key, "true", "false"),
        custom_attrs={"id": f"write-{key}"},
    )
    return granted(UPDATE, open_, name, "write-to-driver", file.owned)
