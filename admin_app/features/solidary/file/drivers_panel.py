"""The middle of the file of a record: the drivers who were retained, writing to them, and finding others."""

import reflex as rx

from admin_app.features.solidary.file.driver_contact_page import contact_box
from admin_app.features.solidary.file.driver_search import SOLUTION
from admin_app.features.solidary.file.driver_search_page import finder
from admin_app.features.solidary.file.page_parts import Row, fact, file, none_known, write_button
from admin_app.features.solidary.file.state import UPDATE
from admin_app.features.solidary.file.structure_messages_page import messages_dialog
from admin_app.features.solidary.status_badge import status_badge
from admin_app.features.solidary.statuses import ASK_ICONS, ASK_LABELS, ASK_TONES, EDITED
from admin_app.kit.parts import anchor, entry, icon, titled_card
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, t

HEADING = "file-drivers"
STYLESHEET = "/solidary-drivers.css"


def panel() -> rx.Component:
    """The cards of the drivers."""
    none = none_known(t("solidary_drivers.none"))
    retained = rx.fragment(
        rx.el.ul(rx.foreach(file.drivers, _driver), class_name="drivers"),
        rx.el.p(t("solidary_drivers.contact.formal"), class_name="hint"),
    )
    return rx.el.div(
        sheet(STYLESHEET),
        titled_card(HEADING, t("solidary_drivers.title"), rx.cond(file.drivers.length() > 0, retained, none)),
        rx.cond(file.contact.length() > 0, rx.fragment(contact_box(), messages_dialog())),
        rx.cond(fact("status") != EDITED, finder()),
        class_name="drivers-panel",
    )


def _driver(driver: Row) -> rx.Component:
    called = anchor(
        icon("phone", 16),
        driver["telephone"],
        href=f"tel:{driver['dialled']}",
        class_name="dial",
        aria_label=t("solidary_drivers.contact.call_name", name=driver["name"], number=driver["telephone"]),
        data_testid="action:call-driver",
    )
    key, way = f"{SOLUTION}-{driver['id']}", entry(file.driver_ways, driver["id"])
    way_said = rx.cond(way != "", rx.el.span(" · ", choice_label("solidary_drivers.way", way)))
    return rx.el.li(
        rx.el.div(
            rx.el.strong(driver["name"]),
            rx.el.span(choice_label("solidary_drivers.type", driver["type"]), way_said, class_name="quiet"),
            class_name="driver-name",
        ),
        status_badge(ASK_LABELS, driver["status"], ASK_TONES, ASK_ICONS),
        rx.match(
            driver["contacted"],
            ("other_way", rx.el.span(t("solidary_drivers.contacted_other_way"), class_name="quiet")),
            ("", rx.el.span(t("solidary_drivers.not_contacted"), class_name="quiet")),
            rx.fragment(),
        ),
        rx.el.div(
            rx.cond(driver["telephone"] != "", called),
            rx.cond(fact("status") != EDITED, write_button(key, driver["name"], "write-to-driver", UPDATE, file.owned)),
            class_name="driver-acts",
        ),
        data_testid="driver",
        data_id=driver["id"],
        data_status=driver["status"],
    )
