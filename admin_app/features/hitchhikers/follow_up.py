"""The way of a hitchhiker from the identity to the kit and the letter: what is done and what is due (HIKER-6)."""

import functools
import operator
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.hitchhikers.resource import (
    HITCHHIKERS,
    IDENTITY_TONES,
    MANAGE,
    STEPS,
    Hitchhiker,
    last_step,
)
from admin_app.kit.declare import columns, project, wire
from admin_app.kit.lists import Bulk, one_by_one
from admin_app.kit.parts import badge, button, entry, icon, icon_button
from admin_app.kit.session import NOBODY, NotDue, may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, t
from admin_app.shared.people.person import full_name
from admin_app.shared.people.proof_card import accept_by_hand, proof_below, proof_decision

STYLESHEET = "/hitchhikers.css"
HEADING = "follow-up"
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
    """Say that a step is taken, or not after all; answer the record. ValueError for what is no step, NotDue where the
    record as it is now does not wait for that: what a colleague did meanwhile is not written over (HIKER-14)."""
    if step not in STEPS:
        raise ValueError("no step")
    person = Hitchhiker.model_validate(await api.get(HITCHHIKERS.endpoint, record_id))
    if stands := _in_the_way(person, step, done):
        raise NotDue(f"hitchhikers.stands.{stands}", name=full_name(person))
    return await api.update(HITCHHIKERS.endpoint, record_id, {wire(step): done})


def _in_the_way(person: Hitchhiker, step: str, done: bool) -> str:
    """What keeps a step from being taken, or from being taken back; empty for nothing."""
    if done and person.identity_status != ACCEPTED:
        return "identity"
    if bool(getattr(person, step)) == done:
        return f"{step}.{'done' if done else 'due'}"
    turn = next_step(person) if done else last_step(person)
    return "" if turn == step else f"{turn}.{'due' if done else 'done'}"


def _marking(step: str) -> Bulk:
    """A step taken for a selection, one person after the other: who does not wait for it is left aside by name."""

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


def steps_cell(row: rx.Var[dict[str, str]]) -> rx.Component:
    """How far one person of the list is on the way that their page tells (`stepper`): a mark per step, the identity
    first, and the last one in words; where the identity stands has a column of its own."""
    accepted = rx.cond(row["identityStatus"] == str(ACCEPTED), "true", "false")
    done = [(t(f"hitchhikers.fields.{step}"), row[wire(step)]) for step in STEPS]
    marks = [
        rx.el.span(title=title, custom_attrs={"data-done": each})
        for title, each in ((t("hitchhikers.steps.identity"), accepted), *done)
    ]
    last = row["followUp"]
    said = rx.cond(last != "", choice_label("hitchhikers.last_step", last), t("hitchhikers.no_step"))
    spoken = [rx.cond(row[wire(step)] == "true", rx.el.span(t(f"hitchhikers.fields.{step}"), " ")) for step in STEPS]
    heard = rx.cond(last != "", rx.fragment(*spoken), said)
    return rx.el.span(
        rx.el.span(*marks, class_name="step-marks", aria_hidden="true"),
        rx.el.span(said, aria_hidden="true"),
        rx.el.span(heard, class_name="visually-hidden"),
        class_name="steps-taken nowrap",
        custom_attrs={"data-last": last},
    )


def next_to_check(state: Any) -> rx.Component:
    """The way to who waits next for a decision about their identity."""
    onward = button(
        t("hitchhikers.next_to_check"),
        "next-to-check",
        symbol="arrow-right",
        disabled=state.seeking,
        on_click=state.next_to_check,
    )
    return rx.cond(may(MANAGE), onward)


def stepper(state: Any) -> rx.Component:
    """The way of one person from the identity to the posted letter, a step after the other; what the identity is known
    by stands below, and before all of it while it waits for a decision.

    `state` has `shown`, `steps` as `taken` gives them, `mark`, `marking` and `proof`.
    """
    accepted = entry(state.shown, "identityStatus") == str(ACCEPTED)
    lines, before = [_identity(state, accepted)], accepted
    taken_yet = [entry(state.steps, step) == "true" for step in STEPS]
    for place, (step, done) in enumerate(zip(STEPS, taken_yet, strict=True)):
        last = ~functools.reduce(operator.or_, taken_yet[place + 1 :], rx.Var.create(False))
        lines.append(_step(state, place + 2, step, done, before, last))
        before = before & done
    evidence = rx.el.div(proof_below(state), class_name="evidence")
    way = rx.el.section(
        sheet(STYLESHEET),
        rx.el.h2(t("hitchhikers.sections.follow_up"), tab_index=-1, custom_attrs={"id": HEADING}),
        rx.cond(state.shown.length() > 0, rx.el.ol(*lines, class_name="follow-up"), rx.el.span(class_name="bar")),
        rx.cond(~waits(state), evidence),
        class_name="card",
        aria_labelledby=HEADING,
    )
    return rx.fragment(rx.cond(waits(state), evidence), way)


def waits(state: Any) -> rx.Var[bool]:
    """Whether a document waits for a decision of who looks at the page."""
    return state.proof.length() > 0


def _identity(state: Any, accepted: rx.Var[bool]) -> rx.Component:
    """Where the identity stands, since when and by whom; a document that waits is decided upon above."""
    status = entry(state.shown, "identityStatus")
    word = choice_label("users.identity", status)
    # The band says that it waits, in colour.
    told = rx.cond(waits(state), word, badge(word, rx.match(status, *IDENTITY_TONES.items(), "quiet")))
    said = rx.fragment(told, proof_decision(state))
    by_hand = accept_by_hand(state)
    return _stage("1", t("hitchhikers.steps.identity"), said, by_hand, accepted, ~accepted, "identity")


def _step(
    state: Any, number: int, step: str, done: rx.Var[bool], before: rx.Var[bool], last: rx.Var[bool]
) -> rx.Component:
    """A step with the button that takes it once it is due, or takes it back while none after it is taken.

    What was taken out of its turn is said in the form.
    """

    def turn(label: Any, tone: str, to: bool) -> rx.Component:
        action = f"{'mark' if to else 'unmark'}:{step}"
        return button(label, action, tone=tone, disabled=state.marking, on_click=state.mark(step, to))

    offered = rx.cond(
        done,
        rx.cond(last, turn(t(f"hitchhikers.steps.{step}.unmark"), "link", False)),
        rx.cond(before, turn(t(f"hitchhikers.steps.{step}.mark"), "plain", True)),
    )
    said = rx.cond(done, t(f"hitchhikers.steps.{step}.done"), t(f"hitchhikers.steps.{step}.due"))
    act = rx.cond(may(HITCHHIKERS.may.update) & (state.frozen == ""), offered)
    return _stage(str(number), t(f"hitchhikers.steps.{step}.title"), said, act, done, before & ~done, step)


def _stage(number: str, title: Any, told: Any, act: Any, done: Any, due: Any, name: str) -> rx.Component:
    """One step: its number or a tick, so that colour is never the only sign."""
    return rx.el.li(
        rx.el.span(rx.cond(done, icon("check", 16), rx.el.span(number)), class_name="mark", aria_hidden="true"),
        rx.el.strong(title),
        rx.el.span(told, class_name="quiet"),
        act,
        aria_current=rx.cond(due, "step", "false"),
        data_testid=f"step:{name}",
        data_done=rx.cond(done, "true", "false"),
    )
