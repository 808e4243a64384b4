"""What stands in the desk bar while a campaign is written or sent: the way back, and the steps of what is written."""

import reflex as rx

from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.send_steps import STEPS
from admin_app.kit.parts import icon_link, link
from admin_app.kit.words.locale import t


def studio_bar(back: rx.Var[str] | str, *steps: rx.Component, name: rx.Var[str] | str = "") -> rx.Component:
    """The way back, what is written, in the place of the title of its page, and the steps.

    The page that sends has steps and a title of its own.
    """
    return rx.el.nav(
        icon_link("arrow-left", t("kit.actions.back"), "back", back),
        rx.el.span(name, class_name="studio-name", aria_hidden="true") if steps else rx.fragment(),
        rx.el.ol(*steps) if steps else rx.fragment(),
        class_name="studio-bar",
        aria_label=t("campaigns.studio"),
    )


def steps_ahead(record_id: rx.Var[str]) -> list[rx.Component]:
    """The message, which is being written, and what follows on the page that sends, once there is a campaign."""
    message, *further = STEPS
    page = f"{CAMPAIGNS.route}/send/{record_id}"
    here = rx.el.li(rx.el.span(t(f"campaigns.steps.{message}")), aria_current="step", data_step_name=message)
    return [here, *(_step(name, record_id, page) for name in further)]


def _step(name: str, record_id: rx.Var[str], page: str) -> rx.Component:
    label = t(f"campaigns.steps.{name}")
    there = link(label, to=page, data_testid=f"action:step-{name}")
    return rx.el.li(rx.cond(record_id != "", there, rx.el.span(label)), data_step_name=name)
