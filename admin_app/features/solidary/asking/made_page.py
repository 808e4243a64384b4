"""What stands in the place of the wizard once the request is there, where its file is not opened at once."""

import reflex as rx

from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.record import LIST, SHOW, listed
from admin_app.kit.parts import button, button_link, entry, offered
from admin_app.kit.words.locale import t

wizard = SolidaryWizard


def made() -> rx.Component:
    """The record is there; what is not is said, and can be sent again."""
    unsent = wizard.unsent.length()
    busy = wizard.saving | wizard.creating
    again = button(
        t("asking.send_again"),
        "send-again",
        symbol="rotate-cw",
        # What is to be looked at first is not the main thing to send again.
        tone=rx.cond(wizard.perhaps_sent, "plain", "primary"),
        disabled=busy,
        on_click=wizard.send_again,
    )
    said = rx.cond(wizard.perhaps_sent, t("asking.perhaps_sent", count=unsent), t("asking.unsent", count=unsent))
    failed = rx.el.ul(
        rx.foreach(
            wizard.unsent,
            lambda each: rx.el.li(
                rx.el.strong(each["label"]),
                " ",
                rx.cond(each["problem"] != "", each["problem"], t("asking.file_gone")),
            ),
        ),
        class_name="impacts",
    )
    opened = button_link(t("asking.open"), "open", f"{SHOW}/{wizard.made}", symbol="folder-open")
    to_list = button_link(t("asking.to_list"), "to-list", listed(wizard.made), symbol="list")
    given, family = (entry(wizard.values, name) for name in ("givenName", "familyName"))
    return rx.el.section(
        rx.el.h2(t("asking.made", number=wizard.made), tab_index=-1, custom_attrs={"id": "asking-made"}),
        rx.cond(~OPENS, rx.el.p(t("asking.made_shut", given=given, family=family))),
        rx.cond(unsent > 0, rx.fragment(rx.el.p(said), failed)),
        rx.el.div(
            rx.cond(unsent > 0, again),
            rx.cond(OPENS, opened, offered(to_list, LIST)),
            class_name="row",
        ),
        class_name="card made",
        data_testid="made",
    )
