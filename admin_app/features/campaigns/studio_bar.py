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
    return _steps(STEPS[0], f"{CAMPAIGNS.route}/send/{record_id}", STEPS[1:], record_id != "")


def steps_along(record_id: rx.Var[str], at: rx.Var[str]) -> list[rx.Component]:
    """Where the sending is, and the way back to what is written; what is done for each step stands in the page."""
    return _steps(at, f"{CAMPAIGNS.route}/{record_id}", STEPS[:1])


def _steps(
    at: rx.Var[str] | str, page: str, elsewhere: tuple[str, ...], there: rx.Var[bool] | bool = True
) -> list[rx.Component]:
    """The steps in a line: those that are taken on the other `page` are links to it, where it is `there`."""
    parts = []
    for name in STEPS:
        label = t(f"campaigns.steps.{name}")
        way = rx.cond(there, link(label, to=page, data_testid=f"action:step-{name}"), rx.el.span(label))
        part = way if name in elsewhere else rx.el.span(label)
        parts.append(rx.el.li(part, aria_current=rx.cond(at == name, "step", "false")))
    return parts
