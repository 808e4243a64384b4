"""What stands in the desk bar while a campaign is written and sent: the way back, and the four steps."""

import reflex as rx

from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.send_steps import STEPS
from admin_app.kit.parts import anchor, icon_link, link
from admin_app.kit.words.locale import t


def studio_bar(
    current: rx.Var[str] | str, back: rx.Var[str] | str, record_id: rx.Var[str] | str, *, sending: bool = False
) -> rx.Component:
    """The steps, each a link to its page where there is a campaign, or to its place on the page that is `sending`.

    `current` is the one we are at.
    """
    return rx.el.nav(
        icon_link("arrow-left", t("kit.actions.back"), "back", back),
        rx.el.ol(*[_step(name, current, record_id, sending) for name in STEPS]),
        class_name="studio-bar",
        aria_label=t("campaigns.studio"),
    )


def _step(name: str, current: rx.Var[str] | str, record_id: rx.Var[str] | str, sending: bool) -> rx.Component:
    label = t(f"campaigns.steps.{name}")
    page = f"{CAMPAIGNS.route}/{record_id}" if name == "message" else f"{CAMPAIGNS.route}/send/{record_id}"
    here = rx.Var.create(current) == name
    place = f"step-{name}"
    below = anchor(label, href=f"#{place}", custom_attrs={"data-goto": place})
    there = below if sending and name != "message" else link(label, to=page, data_testid=f"action:{place}")
    known = rx.Var.create(record_id) != ""
    return rx.el.li(
        rx.cond(known & ~here, there, rx.el.span(label)),
        aria_current=rx.cond(here, "step", "false"),
        data_step_name=name,
    )
