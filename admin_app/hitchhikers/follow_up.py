"""The kit and the letter of a hitchhiker: what is done, what comes next, one click each (HIKER-6)."""

from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.hitchhikers.resource import HITCHHIKERS, STEPS, Hitchhiker
from admin_app.kit.declare.fields import project, wire
from admin_app.kit.declare.views import columns
from admin_app.kit.lists.bulk import Bulk, one_by_one
from admin_app.kit.parts.widgets import button, entry, icon, icon_button
from admin_app.kit.session import may
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.words.locale import t

SYMBOLS = {"rezo_kit": "package-check", "card_letter": "mail-plus", "card_letter_posted": "send"}
COLUMNS = columns(Hitchhiker, *STEPS)
ACCEPTED = 2


def next_step(person: Hitchhiker) -> str:
    """The first step not taken yet of somebody whose identity is accepted; empty when nothing is due."""
    if person.identity_status != ACCEPTED:
        return ""
    return next((step for step in STEPS if getattr(person, step) is not True), "")


def taken(item: dict[str, Any]) -> dict[str, str]:
    """The steps of a record of the API as texts, by step."""
    texts = project(Hitchhiker.model_validate(item), COLUMNS)
    return {step: texts[wire(step)] for step in STEPS}


async def mark(api: Api, record_id: str, step: str, done: bool) -> dict[str, Any]:
    """Say that a step is taken, or not after all; answer the record. ValueError for what is no step."""
    if step not in STEPS:
        raise ValueError("no step")
    return await api.update(HITCHHIKERS.endpoint, record_id, {wire(step): done})


def _marking(step: str) -> Bulk:
    """A step taken for a selection, one call per person."""

    async def act(api: Api, record_id: str) -> None:
        await mark(api, record_id, step, done=True)

    labels = f"hitchhikers.bulk.{step}"
    return Bulk(step, HITCHHIKERS.may.update or NOBODY, one_by_one(act), SYMBOLS[step], labels)


MARKINGS = tuple(_marking(step) for step in STEPS)
"""What can be done to a selection."""


def next_step_button(row: rx.Var[dict[str, str]], event: Any) -> rx.Component:
    """What is due for one person of the list."""

    def offered(step: str) -> rx.Component:
        label = t(f"hitchhikers.mark_of.{step}", name=row["_name"])
        return icon_button(SYMBOLS[step], label, f"mark:{step}", on_click=event(row["id"], step))

    steps = rx.match(row["_next"], *[(step, offered(step)) for step in STEPS], rx.fragment())
    return rx.cond(may(HITCHHIKERS.may.update), steps)


def follow_up_card(steps: rx.Var[dict[str, str]], event: Any, busy: rx.Var[bool]) -> rx.Component:
    """Every step of one person, each with the button that takes it or takes it back."""
    return rx.el.section(
        rx.el.h2(t("hitchhikers.sections.follow_up"), custom_attrs={"id": "follow-up"}),
        rx.el.ul(*[_line(step, steps, event, busy) for step in STEPS], class_name="steps"),
        class_name="card",
        aria_labelledby="follow-up",
    )


def _line(step: str, steps: rx.Var[dict[str, str]], event: Any, busy: rx.Var[bool]) -> rx.Component:
    done = entry(steps, step) == "true"
    yes = rx.el.span(icon("circle-check", 20), t(f"hitchhikers.steps.{step}.done"), class_name="yes-no yes")
    no = rx.el.span(icon("circle-dashed", 20), t(f"hitchhikers.steps.{step}.due"), class_name="yes-no no")

    def turn(label: Any, tone: str, to: bool) -> rx.Component:
        action = f"{'mark' if to else 'unmark'}:{step}"
        return button(label, action, tone=tone, disabled=busy, on_click=event(step, to))

    take = turn(t(f"hitchhikers.steps.{step}.mark"), "plain", True)
    back = turn(t(f"hitchhikers.steps.{step}.unmark"), "link", False)
    offered = rx.cond(may(HITCHHIKERS.may.update), rx.cond(done, back, take))
    return rx.el.li(rx.cond(done, yes, no), offered, data_testid=f"step:{step}")
