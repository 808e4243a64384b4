"""What stands in the desk bar while a campaign is written or sent: the way back, and the steps of what is written."""

import reflex as rx

from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.send_steps import STEPS
from admin_app.kit.parts import icon_link, link
from admin_app.kit.words.locale import t


def studio_bar(back: rx.Var[str] | str, *steps: rx.Component, name: rx.Var[str] | None = None) -> rx.Component:
    """The way back, what is written where the page has no title of its own, and the steps."""
    return rx.el.nav(
        icon_link("arrow-left", t("kit.actions.back"), "back", back),
        *([] if name is None else [rx.el.span(name, class_name="studio-name", aria_hidden="true")]),
        rx.el.ol(*steps),
        class_name="studio-bar",
        aria_label=t("campaigns.studio"),
    )


def steps_ahead(record_id: rx.Var[str]) -> list[rx.Component]:
    """The message, which is being written, and what follows on the page that sends, once there is a campaign."""
    message, *further = STEPS
    page = f"{CAMPAIGNS.route}/send/{record_id}"
    here = rx.el.li(rx.el.span(t(f"campaigns.steps.{message}")), aria_current="step", data_step_name=message)
    return [here, *(_step(name, record_id, page) for name in further)]


def steps_along(record_id: rx.Var[str], at: rx.Var[str]) -> list[rx.Component]:
    """Where the sending is, and the way back to what is written; what is done for each step stands in the page."""
    message, *further = STEPS
    page = f"{CAMPAIGNS.route}/{record_id}"
    parts = {message: link(t(f"campaigns.steps.{message}"), to=page, data_testid=f"action:step-{message}")}
    parts |= {name: rx.el.span(t(f"campaigns.steps.{name}")) for name in further}
    return [
        rx.el.li(part, aria_current=rx.cond(at == name, "step", "false"), data_step_name=name)
        for name, part in parts.items()
    ]


def _step(name: str, record_id: rx.Var[str], page: str) -> rx.Component:
    label = t(f"campaigns.steps.{name}")
    there = link(label, to=page, data_testid=f"action:step-{name}")
    return rx.el.li(rx.cond(record_id != "", there, rx.el.span(label)), data_step_name=name)
